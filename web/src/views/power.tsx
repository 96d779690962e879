// A card in full: its text, its bans with their reasons, and an example.
import { useEffect, useState } from "preact/hooks";
import { BoardPicture } from "../boards/picture.tsx";
import type { Square } from "../model/square.ts";
import { api } from "../net/api.ts";
import type { LessonTask, PowerCard, RuleSet } from "../net/schema.gen.ts";
import { stepsTold } from "../words/task.ts";
import { categoryName, powerName, t } from "../words/words.ts";
import { FullCard } from "./card.tsx";

export function PowerDetails({ card, rules }: { card: PowerCard; rules: RuleSet }) {
  const bans = Object.entries(card.bans[rules] ?? {});
  return (
    <>
      <FullCard power={card.id} rules={rules} />
      <ul class="facts">
        <li>
          {t("card.number", { number: card.number })} · {categoryName(card.category)}
        </li>
        <li>{t("card.players", { players: card.players.join(", ") })}</li>
        {(rules === "revised" ? card.fleece_revised : card.fleece) && <li>{t("card.fleece")}</li>}
        {card.hidden && <li>{t("gallery.has-hidden")}</li>}
        {card.luck && <li>{t("gallery.has-luck")}</li>}
      </ul>
      {bans.length > 0 && (
        <details class="bans">
          <summary>{t("card.banned", { names: bans.map(([other]) => powerName(other)).join(", ") })}</summary>
          <ul>
            {bans.map(([other, why]) => (
              <li key={other}>{t(`gallery.ban-${why}`, { one: powerName(card.id), other: powerName(other) })}</li>
            ))}
          </ul>
        </details>
      )}
      <Example power={card.id} />
    </>
  );
}

function Example({ power }: { power: string }) {
  const [task, setTask] = useState<LessonTask | null>(null);
  // If the example cannot be loaded, the card is shown without it.
  useEffect(
    () =>
      void api.lesson(power).then(
        (lesson) => setTask(lesson.tasks[0] ?? null),
        () => null,
      ),
    [power],
  );
  const caption =
    task?.goal === "why"
      ? t("gallery.example-closed", { square: task.square ?? "" })
      : t("gallery.example", { turn: task ? stepsTold(task) : "" });
  return (
    <figure class="rule-picture example">
      {task?.board && <BoardPicture board={task.board} arrows={arrowsOf(task)} label={t("learn.board", { caption })} />}
      {task && <figcaption>{caption}</figcaption>}
      <a class="button main" href={`#/learn/${power}`}>
        {t("gallery.try")}
      </a>
    </figure>
  );
}

/** The moves of the example, or the one that is not possible. */
function arrowsOf(task: LessonTask): [Square, Square][] {
  if (task.origin && task.square) return [[task.origin, task.square]];
  return task.steps.flatMap(({ kind, from, to }): [Square, Square][] =>
    from && to && (kind === "move" || kind === "force") ? [[from, to]] : [],
  );
}
