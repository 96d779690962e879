// The draft: powers to offer, to take or to discard. The chosen card is shown in full before it is confirmed.
import { useState } from "preact/hooks";
import { Emblem } from "../look/icons.tsx";
import { drafts, type Step } from "../model/choices.ts";
import type { Controller } from "../model/controller.ts";
import type { Session } from "../model/session.ts";
import { stepName } from "../words/spoken.ts";
import { powerName, t } from "../words/words.ts";
import { FullCard } from "./card.tsx";
import { Button } from "./parts.tsx";

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
  const step = cards.find((other) => other.text === chosen);
  // Powers that are still to be taken are the choices themselves.
  const offered = cards.some((card) => card.kind === "take") ? [] : session.server!.board.offer;
  return (
    <section class="paper draft" aria-label={t("powers.title")}>
      {offered.length > 0 && (
        <p class="row">
          {offered.map((power) => (
            <span key={power} class="chip">
              <Emblem power={power} size="s" /> {powerName(power)}
            </span>
          ))}
        </p>
      )}
      <div class="draft-cards">
        {cards.map((card) => (
          <button
            key={card.text}
            type="button"
            class="power-tile"
            data-step={card.text}
            aria-pressed={card.text === chosen}
            onClick={() => setChosen(card.text)}
          >
            <Emblem power={String(card.what)} size="s" />
            <span>{powerName(String(card.what))}</span>
          </button>
        ))}
      </div>
      {step && (
        <div class="draft-chosen">
          <h3>{powerName(String(step.what))}</h3>
          <FullCard power={String(step.what)} rules={session.server!.board.rules} />
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
    </section>
  );
}
