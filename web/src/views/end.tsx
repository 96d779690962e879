// What is shown when a game is over, and when the device goes to the next player.
import type { Kept } from "../model/memory.ts";
import type { State } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { outcomeTitle, outcomeWhy } from "../words/spoken.ts";
import { t } from "../words/words.ts";
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
  return (
    <section class="paper end" aria-label={outcomeTitle(server)}>
      <h2>{outcomeTitle(server)}</h2>
      <p>{outcomeWhy(server)}</p>
      <div class="row">
        {(server.can.rematch || server.rematch) && (
          <Button look="main" onClick={onRematch}>
            {server.rematch ? t("end.to-rematch") : t("end.rematch")}
          </Button>
        )}
        <Button onClick={() => go(`replay/${kept.game}`)}>{t("end.review")}</Button>
        <Button onClick={() => void shareWatch(kept).then(onNote)}>{t("end.share")}</Button>
        <Button onClick={() => go("")}>{t("end.home")}</Button>
      </div>
    </section>
  );
}

export async function shareWatch(kept: Kept): Promise<string> {
  const link = kept.watch ? `${location.origin}/#/watch/${kept.game}/${kept.watch}` : location.href;
  return copy(link);
}
