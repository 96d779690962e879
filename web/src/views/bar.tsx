// The bar: a sentence that says what to choose, the steps that have no square, take back and end turn.
import { useEffect, useRef } from "preact/hooks";
import { heading } from "../boards/heading.ts";
import type { IconName } from "../look/icons.tsx";
import { type Choices, directionOf, drafts, type Step } from "../model/choices.ts";
import type { Controller } from "../model/controller.ts";
import { choicesOf, deciding, losesGame, type Session } from "../model/session.ts";
import { type Direction, directions } from "../model/square.ts";
import { useStore } from "../model/store.ts";
import { decision, hintText, kindPhrase, reasonsFor, stepName } from "../words/spoken.ts";
import { capital, t } from "../words/words.ts";
import { Offer } from "./draft.tsx";
import { Button } from "./parts.tsx";
import { RuleLink, sectionOfReason } from "./rule.tsx";

export function Bar({
  session,
  choices,
  controller,
  drafting,
}: {
  session: Session;
  choices: Choices;
  controller: Controller;
  drafting: boolean;
}) {
  const server = session.server!;
  const mine = deciding(session);
  const done = choices.buttons.find((step) => step.kind === "done");
  const plain = choices.buttons.filter((step) => !["done", "aim", ...drafts].includes(step.kind));
  const aims = choices.buttons.filter((step) => step.kind === "aim");
  // Where several kinds of steps have squares, each kind can be shown alone.
  const kinds = choices.kinds.filter((kind) => kind !== "done" && !choices.buttons.some((step) => step.kind === kind));
  const several = mine && !session.playing && kinds.length > 1;
  return (
    <div class="bar-wrap">
      {session.asking && (
        <Which
          key={session.asking.square}
          session={session}
          steps={session.asking.steps}
          onStep={(step) => controller.step(step)}
        />
      )}
      {mine && aims.length > 0 && <Compass steps={aims} session={session} onStep={(step) => controller.step(step)} />}
      {session.refused && <Why session={session} />}
      <section class={mine ? "bar mine" : "bar"} aria-label={t("app.play")} data-panel>
        {!drafting && <Offer powers={server.board.offer} />}
        <p class="bar-text" data-awaits={server.awaits}>
          {session.hint ? (
            <span role="status">{hintText(session, session.hint)}</span>
          ) : (
            sentence(session, choices, several)
          )}
        </p>
        {several && (
          <div class="kinds" role="group">
            {kinds.map((kind) => (
              <button
                key={kind}
                type="button"
                class="kind"
                aria-pressed={session.only === kind}
                onClick={() => controller.only(kind)}
              >
                {capital(kindPhrase(session, kind))}
              </button>
            ))}
          </div>
        )}
        {mine && (
          <div class="bar-buttons">
            {!drafting &&
              plain.map((step) => (
                <Button key={step.text} data-step={step.text} onClick={() => controller.step(step)}>
                  {stepName(step, session.shown, server)}
                </Button>
              ))}
            {server.can.undo && <Brief icon="undo" name={t("bar.take-back")} onClick={() => controller.undo()} />}
            {server.can.restart && <Brief icon="first" name={t("bar.restart")} onClick={() => controller.restart()} />}
            {(done || server.awaits === "confirm") && (
              <Button
                look={losesGame(server) ? "warn" : "main"}
                class="end-turn"
                disabled={session.busy}
                onClick={() => controller.end()}
              >
                {t("bar.end-turn")}
              </Button>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

function sentence(session: Session, choices: Choices, several: boolean): string {
  const server = session.server!;
  // The step under the pointer is named.
  const pointed = session.hover ?? (session.keyboard ? session.focus : null);
  const steps = pointed ? choices.targets[pointed] : undefined;
  if (steps && !session.asking) return steps.map((step) => stepName(step, session.shown, server)).join(" / ");
  // The buttons beside it already say what can be done.
  return several && session.only === null ? t("bar.your-turn") : decision(session, choices);
}

/** A button that shows its name where there is room for it. */
const Brief = ({ icon, name, onClick }: { icon: IconName; name: string; onClick: () => void }) => (
  <Button class="brief" icon={icon} title={name} onClick={onClick}>
    <span>{name}</span>
  </Button>
);

/** Several steps fit one square: one button for each. */
function Which({ session, steps, onStep }: { session: Session; steps: readonly Step[]; onStep: (step: Step) => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.querySelector("button")?.focus();
    // Afterwards the board has the keyboard focus again.
    return () => document.querySelector<HTMLElement>(".grid [tabindex='0']")?.focus();
  }, []);
  return (
    <div ref={ref} class="bubble which" role="group" aria-label={t("bar.which", { square: session.asking!.square })}>
      <span>{t("bar.which", { square: session.asking!.square })}</span>
      {steps.map((step) => (
        <Button key={step.text} data-step={step.text} onClick={() => onStep(step)}>
          {named(step, steps, session)}
        </Button>
      ))}
    </div>
  );
}
/** Where a male and a female worker can be placed on the same square, both are named. */
const named = (step: Step, steps: readonly Step[], session: Session): string =>
  step.kind === "place" && step.what !== 1 && steps.some((other) => other.what === 1)
    ? t("step.place-man", { to: step.to ?? "" })
    : stepName(step, session.shown, session.server);

function Why({ session }: { session: Session }) {
  const { square, why } = session.refused!;
  const nothing = choicesOf(session).reach[square] ? t("bar.pick-first") : t("bar.nothing-there", { square });
  const text = why === null ? t("bar.asking") : why.length ? reasonsFor(session.server, why) : nothing;
  return (
    <div class="bubble why">
      <p role="status">{text}</p>
      {why?.length ? <RuleLink section={sectionOfReason(why[0]?.key)} /> : null}
    </div>
  );
}

/** A compass of eight directions, for the wind and the song. The style sheet sets how far out the keys are. */
function Compass({
  steps,
  session,
  onStep,
}: {
  steps: readonly Step[];
  session: Session;
  onStep: (step: Step) => void;
}) {
  const north = useStore(heading);
  return (
    <div class="bubble compass" role="group" aria-label={t("do.aim")} data-panel>
      {steps.map((step) => {
        const direction = directionOf(step);
        const name = stepName(step, session.shown, session.server);
        const at = directions.indexOf(direction as Direction);
        const turn = (at * Math.PI) / 4 + north;
        const [x, y] = at < 0 ? [0, 0] : [Math.sin(turn), -Math.cos(turn)];
        return (
          <button
            key={step.text}
            type="button"
            class="compass-key"
            data-step={step.text}
            title={name}
            aria-label={name}
            style={{ "--x": x.toFixed(4), "--y": y.toFixed(4) }}
            onClick={() => onStep(step)}
          >
            {at < 0 ? (
              "×"
            ) : (
              <svg viewBox="0 0 24 24" aria-hidden="true">
                <path transform={`rotate(${(turn * 180) / Math.PI} 12 12)`} d="M12 20V4M6 10l6-6 6 6" />
              </svg>
            )}
          </button>
        );
      })}
    </div>
  );
}
