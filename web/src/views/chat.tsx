// Chat between players. Messages are shown as plain text, never as HTML.
import { useState } from "preact/hooks";
import type { Controller } from "../model/controller.ts";
import type { Session } from "../model/session.ts";
import { settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { playerName } from "../words/players.ts";
import { t } from "../words/words.ts";
import { Button } from "./parts.tsx";

export function Chat({ session, controller }: { session: Session; controller: Controller }) {
  const { muted } = useStore(settings);
  const [text, setText] = useState("");
  const server = session.server!;
  const send = (event: Event): void => {
    event.preventDefault();
    controller.chat(text);
    setText("");
  };
  return (
    <div class="chat">
      <div class="chat-lines" tabIndex={0} role="log" aria-label={t("chat.title")}>
        {muted ? (
          <p class="quiet">{t("chat.muted")}</p>
        ) : (
          session.chat.length === 0 && <p class="quiet">{t("chat.empty")}</p>
        )}
        {!muted &&
          session.chat.map((line) => (
            <p key={line.number}>
              <b>{playerName(server, line.seat)}</b> <bdi>{line.text}</bdi>
            </p>
          ))}
      </div>
      <form class="row" onSubmit={send}>
        <input
          class="field grow"
          value={text}
          maxLength={300}
          aria-label={t("chat.placeholder")}
          placeholder={t("chat.placeholder")}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" look="main">
          {t("chat.send")}
        </Button>
      </form>
      <Button look="plain" onClick={() => settings.update({ muted: !muted })}>
        {muted ? t("chat.unmute") : t("chat.mute")}
      </Button>
    </div>
  );
}
