// The menu of a game.

import type { CameraWish } from "../boards/three/board3d.ts";
import type { Controller } from "../model/controller.ts";
import type { Kept } from "../model/memory.ts";
import type { Session } from "../model/session.ts";
import { boardKind, hasWebGL, settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { api, Refusal } from "../net/api.ts";
import { isLocal } from "../net/local.ts";
import { go } from "../route.ts";
import { positionPath } from "../study/link.ts";
import { said, t } from "../words/words.ts";
import { shareWatch } from "./end.tsx";
import { Button, copy, Dialog, download } from "./parts.tsx";

interface MenuProps {
  session: Session;
  kept: Kept;
  controller: Controller;
  onPanel: (panel: "settings" | "keys" | "device" | "resign" | null) => void;
  onNote: (text: string) => void;
  onCamera: (wish: CameraWish) => void;
}

export function GameMenu({ session, kept, controller, onPanel, onNote, onCamera }: MenuProps) {
  const server = session.server!;
  const wishes = useStore(settings);
  const close = (): void => onPanel(null);
  const doing = (act: () => void) => () => {
    close();
    act();
  };
  const record = async (): Promise<void> => {
    try {
      download(`santorini-${kept.game}.san`, await api.record(kept.game, kept.token, server.you.seat || undefined));
    } catch (error) {
      if (error instanceof Refusal) onNote(said(error.key, error.args));
    }
  };
  return (
    <Dialog title={t("menu.title")} onClose={close}>
      <div class="menu">
        {server.can.takeback && (
          <Button icon="undo" look="plain" onClick={doing(() => controller.takeback())}>
            {t("menu.takeback")}
          </Button>
        )}
        {server.can.hint && (
          <Button icon="hint" look="plain" onClick={doing(() => controller.hint())}>
            {t("menu.hint")}
          </Button>
        )}
        {hasWebGL() && !wishes.textView && (
          <Button
            icon="cube"
            look="plain"
            onClick={doing(() => settings.update({ board: boardKind() === "3d" ? "2d" : "3d" }))}
          >
            {boardKind() === "3d" ? t("menu.switch-2d") : t("menu.switch-3d")}
          </Button>
        )}
        {boardKind() === "3d" && !wishes.textView && (
          <>
            <Button icon="top" look="plain" onClick={doing(() => onCamera({ top: true }))}>
              {t("menu.top")}
            </Button>
            <Button icon="reset" look="plain" onClick={doing(() => onCamera({ reset: true }))}>
              {t("menu.reset")}
            </Button>
          </>
        )}
        <Button icon="text" look="plain" onClick={doing(() => settings.update({ textView: !wishes.textView }))}>
          {wishes.textView ? t("menu.board-view") : t("menu.text-view")}
        </Button>
        <hr />
        <Button icon="copy" look="plain" onClick={doing(() => void copy(server.board.position).then(onNote))}>
          {t("menu.position")}
        </Button>
        {isLocal(kept.game) && (
          <Button icon="hint" look="plain" onClick={doing(() => go(positionPath(server.board.position)))}>
            {t("study.analyse")}
          </Button>
        )}
        <Button icon="log" look="plain" onClick={doing(() => void record())}>
          {t("menu.record")}
        </Button>
        {kept.watch && (
          <Button icon="share" look="plain" onClick={doing(() => void shareWatch(kept).then(onNote))}>
            {t("menu.share")}
          </Button>
        )}
        {server.you.role === "seat" && (
          <Button icon="share" look="plain" onClick={() => onPanel("device")}>
            {t("menu.device")}
          </Button>
        )}
        <Button icon="play" look="plain" onClick={doing(() => go(`replay/${kept.game}`))}>
          {t("menu.review")}
        </Button>
        <hr />
        <Button icon="settings" look="plain" onClick={() => onPanel("settings")}>
          {t("app.settings")}
        </Button>
        <Button icon="keys" look="plain" onClick={() => onPanel("keys")}>
          {t("app.keys")}
        </Button>
        {server.can.leave && (
          <Button icon="flag" look="plain" onClick={doing(() => controller.leave())}>
            {t("menu.leave")}
          </Button>
        )}
        {server.can.resign && (
          <Button icon="flag" look="plain" onClick={() => onPanel("resign")}>
            {t("menu.resign")}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

export const ResignDialog = ({ onClose, onResign }: { onClose: () => void; onResign: () => void }) => (
  <Dialog title={t("menu.resign")} onClose={onClose}>
    <p>{t("menu.resign-sure")}</p>
    <div class="row end-row">
      <Button onClick={onClose}>{t("app.cancel")}</Button>
      <Button look="warn" onClick={onResign}>
        {t("menu.resign-yes")}
      </Button>
    </div>
  </Dialog>
);
