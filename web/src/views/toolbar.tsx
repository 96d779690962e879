// The tools at the top of a game: hint, chat, camera, log, menu.
import type { ComponentChildren } from "preact";
import type { CameraWish } from "../boards/three/board3d.ts";
import type { IconName } from "../look/icons.tsx";
import type { Controller } from "../model/controller.ts";
import { deciding, type Session } from "../model/session.ts";
import { boardKind, settings } from "../model/settings.ts";
import type { State } from "../net/schema.gen.ts";
import { t } from "../words/words.ts";
import { Button } from "./parts.tsx";

interface ToolbarProps {
  session: Session;
  server: State;
  controller: Controller;
  narrow: boolean;
  onPanel: (panel: "menu" | "log" | "chat") => void;
  onCamera: (wish: CameraWish) => void;
}

export function Toolbar({ session, server, controller, narrow, onPanel, onCamera }: ToolbarProps) {
  const openChat = (): void => {
    onPanel("chat");
    controller.readChat();
  };
  return (
    <>
      {server.can.hint && deciding(session) && (
        <Tool icon="hint" title={t("menu.hint")} onClick={() => controller.hint()} />
      )}
      {server.can.chat && (
        <Tool icon="chat" title={t("menu.chat")} onClick={openChat}>
          {session.unread > 0 && <span class="count">{session.unread}</span>}
        </Tool>
      )}
      {!settings.value.textView && boardKind() === "3d" && !narrow && (
        <>
          <Tool icon="left" title={t("menu.turn-left")} onClick={() => onCamera({ turn: -1 })} />
          <Tool icon="right" title={t("menu.turn-right")} onClick={() => onCamera({ turn: 1 })} />
          <Tool icon="top" title={t("menu.top")} onClick={() => onCamera({ top: true })} />
        </>
      )}
      {narrow && <Tool icon="log" title={t("log.show")} onClick={() => onPanel("log")} />}
      <Tool icon="menu" title={t("menu.title")} onClick={() => onPanel("menu")} />
    </>
  );
}

interface ToolProps {
  icon: IconName;
  title: string;
  onClick: () => void;
  children?: ComponentChildren;
}
const Tool = ({ icon, title, onClick, children }: ToolProps) => (
  <Button class="tool" look="plain" icon={icon} title={title} aria-label={title} onClick={onClick}>
    {children}
  </Button>
);
