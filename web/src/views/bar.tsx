// The bar: one sentence about what you decide now, the choices that have no square, take back and end turn.
import { useEffect, useRef } from "preact/hooks";
import { directionOf, drafts, type Choices, type Step } from "../model/choices.ts";
import type { Controller } from "../model/controller.ts";
import { deciding, type Table } from "../model/table.ts";
import { directions } from "../model/square.ts";
import { decision, sayFor, stepName } from "../words/spoken.ts";
import { t, capital } from "../words/words.ts";
import { Button } from "./parts.tsx";
import { RuleLink, sectionOfReason } from "./rule.tsx";

export function Bar({ table, choices, controller, drafting }: { table: Table; choices: Choices; controller: Controller; drafting: boolean }) {
  const server = table.server!;
  const mine = deciding(table);
  const done = choices.buttons.find((step) => step.kind === "done");
  const plain = choices.buttons.filter((step) => step.kind !== "done" && step.kind !== "aim" && !drafts.includes(step.kind));
  const aims = choices.buttons.filter((step) => step.kind === "aim");
  // With several kinds of steps on the board, each can be shown alone.
  const kinds = choices.kinds.filter((kind) => kind !== "done" && !choices.buttons.some((step) => step.kind === kind));
  return (
    <div class="bar-wrap">
      {table.asking && <Which key={table.asking.square} table={table} steps={table.asking.steps} onStep={(step) => controller.step(step)} />}
      {mine && aims.length > 0 && <Compass steps={aims} table={table} onStep={(step) => controller.step(step)} />}
      {table.refused && <Why table={table} />}
      {table.hint && <p class="bubble" role="status">{t("bar.hint", { turn: table.hint.join(" ") })}</p>}
      <section class={mine ? "bar mine" : "bar"} aria-label={t("app.play")}>
        <p class="bar-text" data-awaits={server.awaits}>{sentence(table, choices)}</p>
        {mine && kinds.length > 1 && (
          <div class="kinds" role="group">
            {kinds.map((kind) => (
              <button key={kind} type="button" class="kind" aria-pressed={table.only === kind} onClick={() => controller.only(kind)}>
                {capital(t(`do.${kind}`))}
              </button>
            ))}
          </div>
        )}
        {mine && (
          <div class="bar-buttons">
            {!drafting && plain.map((step) => <Button key={step.text} data-step={step.text} onClick={() => controller.step(step)}>{stepName(step, table.shown, server)}</Button>)}
            {server.can.undo && <Button onClick={() => controller.undo()}>{t("bar.take-back")}</Button>}
            {(done || server.awaits === "confirm") && (
              <Button look="main" class="end-turn" disabled={table.busy} onClick={() => controller.end()}>{t("bar.end-turn")}</Button>
            )}
          </div>
        )}
      </section>
    </div>
  );
}

function sentence(table: Table, choices: Choices): string {
  const server = table.server!;
  // What the pointer is over is said by name.
  const pointed = table.hover ?? (table.keyboard ? table.focus : null);
  const steps = pointed ? choices.targets[pointed] : undefined;
  if (steps && !table.asking) return steps.map((step) => stepName(step, table.shown, server)).join(" / ");
  return decision(table, choices);
}

/** Several steps fit one square: ask by name. */
function Which({ table, steps, onStep }: { table: Table; steps: readonly Step[]; onStep: (step: Step) => void }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.querySelector("button")?.focus();
    // Afterwards the keys are on the board again.
    return () => document.querySelector<HTMLElement>(".grid [tabindex='0']")?.focus();
  }, []);
  return (
    <div ref={ref} class="bubble which" role="group" aria-label={t("bar.which", { square: table.asking!.square })}>
      <span>{t("bar.which", { square: table.asking!.square })}</span>
      {steps.map((step) => <Button key={step.text} data-step={step.text} onClick={() => onStep(step)}>{named(step, steps, table)}</Button>)}
    </div>
  );
}
/** Where a man and a woman can be placed on one square, both are named. */
const named = (step: Step, steps: readonly Step[], table: Table): string =>
  step.kind === "place" && step.what !== 1 && steps.some((other) => other.what === 1)
    ? t("step.place-man", { to: step.to ?? "" })
    : stepName(step, table.shown, table.server);

function Why({ table }: { table: Table }) {
  const { square, why } = table.refused!;
  const text = why === null ? t("bar.asking") : why[0] ? sayFor(table.server, why[0]) : t("bar.nothing-there", { square });
  return (
    <div class="bubble why">
      <p role="status">{text}</p>
      {why && <RuleLink section={sectionOfReason(why[0]?.key)} />}
    </div>
  );
}

/** Eight directions around a middle, for the wind and the song. */
function Compass({ steps, table, onStep }: { steps: readonly Step[]; table: Table; onStep: (step: Step) => void }) {
  const by = new Map(steps.map((step) => [directionOf(step), step]));
  const order = ["nw", "n", "ne", "w", "-", "e", "sw", "s", "se"] as const;
  const turn = (direction: (typeof order)[number]): number => (direction === "-" ? 0 : directions.indexOf(direction) * 45);
  return (
    <div class="bubble compass" role="group" aria-label={t("do.aim")}>
      {order.map((direction) => {
        const step = by.get(direction);
        if (!step) return <span key={direction} />;
        const name = stepName(step, table.shown, table.server);
        return (
          <button key={direction} type="button" class="compass-key" data-step={step.text} title={name} aria-label={name} onClick={() => onStep(step)}>
            {direction === "-" ? "×" : <svg viewBox="0 0 24 24" aria-hidden="true"><path transform={`rotate(${turn(direction)} 12 12)`} d="M12 20V4M6 10l6-6 6 6" /></svg>}
          </button>
        );
      })}
    </div>
  );
}
