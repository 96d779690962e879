// What is shown when a game is over, and when the device is passed to the next player.
import { suggestedLevel } from "../model/ladder.ts";
import { againstComputer, type Kept, keepCreated, rememberWish } from "../model/memory.ts";
import { settings } from "../model/settings.ts";
import { api } from "../net/api.ts";
import { isLocal } from "../net/local.ts";
import type { NewGame, State } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { replayPath } from "../study/link.ts";
import { problemText } from "../words/problem.ts";
import { outcomeTitle, outcomeWhy } from "../words/spoken.ts";
import { levelName, t } from "../words/words.ts";
import { Button, copy } from "./parts.tsx";

export function PassDevice({ who, onReady }: { who: string; onReady: () => void }) {
  return (
    <div class="veil">
      <div class="paper center" role="dialog" aria-modal="true" aria-label={t("pass.title", { who })}>
        <h2>{t("pass.title", { who })}</h2>
        <p>{t("pass.text", { who })}</p>
        <Button look="main" autofocus onClick={onReady}>
          {t("pass.button", { who })}
        </Button>
      </div>
    </div>
  );
}

interface EndProps {
  server: State;
  kept: Kept;
  onRematch: () => void;
  onNote: (text: string) => void;
}

export function EndPanel({ server, kept, onRematch, onNote }: EndProps) {
  const opponent = server.seats.find((info) => info.kind === "computer");
  const alone = server.seats.length === 2 && server.you.seats.length === 1 && opponent;
  const level = alone && !settings.value.keepLevel ? suggestedLevel(againstComputer()) : null;
  return (
    <section class="paper end" aria-label={outcomeTitle(server)} data-panel>
      <h2>{outcomeTitle(server)}</h2>
      <p>{outcomeWhy(server)}</p>
      <div class="row">
        {(server.can.rematch || server.rematch) && (
          <Button look="main" onClick={onRematch}>
            {server.rematch ? t("end.to-rematch") : t("end.rematch")}
          </Button>
        )}
        {level !== null && (
          <Button onClick={() => void playAt(server, level).catch((error: unknown) => onNote(problemText(error)))}>
            {t(level < (opponent?.level ?? 0) ? "end.easier" : "end.harder", { name: levelName(level) })}
          </Button>
        )}
        <Button onClick={() => go(`replay/${kept.game}`)}>{t("end.review")}</Button>
        {server.outcome && server.outcome.reason !== "called-off" && (
          <Button onClick={() => void analyse(server, kept).catch((error: unknown) => onNote(problemText(error)))}>
            {t("study.analyse")}
          </Button>
        )}
        {!isLocal(kept.game) && <Button onClick={() => void shareWatch(kept).then(onNote)}>{t("end.share")}</Button>}
        <Button onClick={() => go("")}>{t("end.home")}</Button>
      </div>
    </section>
  );
}

/** The game on the analysis board, where its review begins at once. */
async function analyse(server: State, kept: Kept): Promise<void> {
  const replay = await api.replay(kept.game, kept.token, server.you.seat || undefined);
  go(await replayPath(replay, server.board.position, true));
}

/** A new game like this one, against the computer at another level. */
async function playAt(server: State, level: number): Promise<void> {
  const { powers, rules, fleece, clock, settings: house, any_pair } = server.settings;
  const seats = server.seats.map((info): NewGame["seats"][number] =>
    info.kind === "computer" ? { kind: "computer", level } : { kind: "here", ...(info.name && { name: info.name }) },
  );
  const wish: NewGame = { seats, powers, rules, fleece, clock, settings: house, any_pair };
  rememberWish(wish);
  go(`game/${keepCreated(await api.create(wish)).game}`);
}
export async function shareWatch(kept: Kept): Promise<string> {
  const link = kept.watch ? `${location.origin}/#/watch/${kept.game}/${kept.watch}` : location.href;
  return copy(link);
}
