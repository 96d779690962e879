// The turns so far, in words or in notation; the newest one is always visible.
import { useEffect, useRef } from "preact/hooks";
import { type Session, seatInfo } from "../model/session.ts";
import { settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { go } from "../route.ts";
import { playerName } from "../words/players.ts";
import { told, toldSoFar } from "../words/telling.ts";
import { t } from "../words/words.ts";

export function Log({ session }: { session: Session }) {
  const end = useRef<HTMLOListElement>(null);
  const server = session.server!;
  const { notation } = useStore(settings);
  useEffect(() => end.current?.scrollTo({ top: end.current.scrollHeight }), [session.log.length, server.turn?.text]);
  return (
    <section class={notation ? "log notation" : "log"} aria-label={t("log.title")}>
      {session.log.length === 0 && !server.turn && <p class="quiet">{t("log.empty")}</p>}
      <ol ref={end} tabIndex={0} aria-label={t("log.title")}>
        {session.log.map((entry, i) => {
          const who = playerName(server, entry.seat);
          const text = notation && !entry.event ? entry.text : told(server, session.log, i);
          return (
            <li key={i}>
              <button
                type="button"
                aria-label={t("log.turn", { number: entry.turn, who, turn: text })}
                onClick={() => go(`replay/${server.game}/${i + 1}`)}
              >
                <span class="log-number">{entry.turn}</span>
                <i class={`pip pip${(seatInfo(server, entry.seat)?.side ?? 4) - 1}`} aria-hidden="true" />
                <span class="log-text">{text}</span>
              </button>
            </li>
          );
        })}
        {server.turn && (
          <li class="so-far">
            <span class="log-number" />
            <i class={`pip pip${(seatInfo(server, server.turn.seat)?.side ?? 4) - 1}`} aria-hidden="true" />
            <span class="log-text">{notation ? server.turn.text : toldSoFar(server, session.log)} …</span>
          </li>
        )}
      </ol>
    </section>
  );
}
