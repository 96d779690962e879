// The game in words, with a command line: for users of screen readers, and for those who would rather type.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Controller } from "../model/controller.ts";
import { choicesOf, deciding } from "../model/session.ts";
import { isSquare } from "../model/square.ts";
import { useStore } from "../model/store.ts";
import { playerName } from "../words/players.ts";
import {
  decision,
  hintText,
  outcomeTitle,
  outcomeWhy,
  position,
  sayFor,
  squareLabel,
  stepName,
} from "../words/spoken.ts";
import { toldBy } from "../words/telling.ts";
import { either, powerName, powerText, t } from "../words/words.ts";
import { Button } from "./parts.tsx";

export function TextView({ controller }: { controller: Controller }) {
  const session = useStore(controller.store);
  const [lines, setLines] = useState<readonly string[]>([]);
  const [text, setText] = useState("");
  const said = useRef(0);
  const out = useRef<HTMLDivElement>(null);
  const server = session.server!;
  const say = (...more: string[]): void => setLines((old) => [...old, ...more].slice(-200));

  // Every turn is written out as it happens.
  useEffect(() => {
    if (said.current === 0) say(...position(session));
    else for (let at = said.current - 1; at < session.log.length; at++) say(toldBy(server, session.log, at));
    said.current = session.log.length + 1;
  }, [session.log.length]);
  useEffect(() => {
    if (server.outcome) say(outcomeTitle(server), outcomeWhy(server));
    else if (lines.length) say(decision(session, choicesOf(session)));
  }, [server.version, server.you.seat]);
  useEffect(() => out.current?.scrollTo({ top: out.current.scrollHeight }), [lines]);
  useEffect(() => {
    const { hint } = session;
    if (hint && session.server) say(hintText(session, hint));
  }, [session.hint]);

  const steps = (): string =>
    deciding(session) && session.steps.length
      ? t("text.steps-list", { steps: either(session.steps.map((step) => step.text)) })
      : t("text.steps-none");
  const commands: Record<string, () => void> = {
    [t("text.say")]: () => say(...position(session)),
    [t("text.steps")]: () => say(steps()),
    [t("text.cards")]: () =>
      say(
        ...server.board.cards.map(
          (card) => `${playerName(server, card.seat)}, ${powerName(card.power)}: ${powerText(card.power, card.rules)}`,
        ),
      ),
    [t("text.end")]: () => controller.end(),
    [t("text.undo")]: () => controller.undo(),
    [t("text.hint-word")]: () => controller.hint(),
    [t("text.resign")]: () => {
      if (window.confirm(t("menu.resign-sure"))) controller.resign();
    },
    [t("text.help")]: () => say(t("text.help-turn"), t("text.help-say"), t("text.help-end")),
  };

  const run = async (event: Event): Promise<void> => {
    event.preventDefault();
    const typed = text.trim();
    setText("");
    if (!typed) return;
    say(`› ${typed}`);
    const command = commands[typed.toLocaleLowerCase()];
    if (command) return command();
    const step = session.steps.find((other) => other.text === typed);
    if (step) return controller.step(step);
    const number = Number(typed);
    if (Number.isInteger(number) && session.steps[number - 1]) return controller.step(session.steps[number - 1]!);
    if (isSquare(typed.toLowerCase())) return square(typed.toLowerCase());
    const refused = await controller.turn(typed);
    if (refused) say(refused.key ? sayFor(server, refused) : t("text.unknown", { text: typed }));
  };
  /** A square alone: says what is there, or plays the one step that fits. */
  const square = (name: string): void => {
    const choices = choicesOf(session);
    const fits = choices.targets[name] ?? [];
    if (fits.length === 1 && fits[0]!.at === null) controller.step(fits[0]!);
    else say(squareLabel(session, choices, name));
  };

  return (
    <section class="paper text-view" aria-label={t("text.title")}>
      <h2>{t("text.title")}</h2>
      <div ref={out} class="text-lines" role="log" aria-live="polite" tabIndex={0} aria-label={t("text.title")}>
        {lines.map((line, i) => (
          <p key={i}>{line}</p>
        ))}
      </div>
      {deciding(session) && session.steps.length > 0 && session.steps.length <= 40 && (
        <ul class="text-steps">
          {session.steps.map((step) => (
            <li key={step.text}>
              <button type="button" title={stepName(step, session.shown, server)} onClick={() => controller.step(step)}>
                {step.text}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form class="row" onSubmit={(event) => void run(event)}>
        <input
          class="field grow"
          name="command"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          aria-label={t("text.input")}
          placeholder="c3-c4 +d4"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" look="main">
          {t("text.run")}
        </Button>
      </form>
      <p class="quiet">{t("text.hint")}</p>
    </section>
  );
}
