// The draft: powers to offer, to take or to discard. On a phone it takes the whole screen.
import { useState } from "preact/hooks";
import { Emblem } from "../look/icons.tsx";
import { drafts, type Step } from "../model/choices.ts";
import type { Controller } from "../model/controller.ts";
import type { Session } from "../model/session.ts";
import { stepName } from "../words/spoken.ts";
import { powerName, t } from "../words/words.ts";
import { FullCard } from "./card.tsx";
import { Button, Dialog } from "./parts.tsx";
import { PowerList } from "./picker.tsx";

/** The powers that were named and that nobody has taken yet. */
export const Offer = ({ powers }: { powers: readonly string[] }) =>
  powers.length > 0 && (
    <p class="row offer">
      {powers.map((power) => (
        <span key={power} class="chip">
          <Emblem power={power} size="s" /> {powerName(power)}
        </span>
      ))}
    </p>
  );

export function Draft({
  controller,
  session,
  steps,
}: {
  controller: Controller;
  session: Session;
  steps: readonly Step[];
}) {
  const cards = steps.filter((step) => drafts.includes(step.kind));
  const [chosen, setChosen] = useState<string | null>(null);
  const [details, setDetails] = useState(false);
  const step = cards.find((other) => other.text === chosen);
  const stepOf = (power: string): Step | undefined => cards.find((card) => card.what === power);
  return (
    <section class="paper draft" aria-label={t("powers.title")}>
      {/* While powers are being taken, those left are the choices themselves. */}
      {!cards.some((card) => card.kind === "take") && <Offer powers={session.server!.board.offer} />}
      <PowerList
        ids={cards.map((card) => String(card.what))}
        rules={session.server!.board.rules}
        picked={step ? String(step.what) : null}
        stepOf={(power) => stepOf(power)?.text ?? ""}
        onPick={(power) => setChosen(stepOf(power)?.text ?? null)}
      />
      {step && (
        <div class="draft-chosen">
          <Button onClick={() => setDetails(true)}>{t("card.notes")}</Button>
          <Button
            look="main"
            onClick={() => {
              setChosen(null);
              controller.step(step);
            }}
          >
            {stepName(step, session.shown, session.server)}
          </Button>
        </div>
      )}
      {step && details && (
        <Dialog title={powerName(String(step.what))} onClose={() => setDetails(false)}>
          <FullCard power={String(step.what)} rules={session.server!.board.rules} />
        </Dialog>
      )}
    </section>
  );
}
