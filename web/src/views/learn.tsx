// The list of lessons: the basic game, the times at which powers act, other tables, playing well, then each power.
import { Emblem } from "../look/icons.tsx";
import { type Asked, AskedOnce } from "../model/asked.ts";
import { learned } from "../model/lesson.ts";
import { api } from "../net/api.ts";
import type { LessonName } from "../net/schema.gen.ts";
import { powerEpithet, powerName, said, t } from "../words/words.ts";
import { Button } from "./parts.tsx";
import { Shell } from "./shell.tsx";

export const lessonTitle = (lesson: { id: string; kind: string; power: string | null }): string =>
  lesson.kind === "power" ? powerName(lesson.power ?? "") : said(`page.lesson.${lesson.id}.title`);

const lists = new AskedOnce<"lessons", LessonName[]>(async () => (await api.lessons()).lessons);
export const useLessons = (): Asked<LessonName[]> => lists.use("lessons");

export function LearnScreen() {
  const { value: lessons, failed, again } = useLessons();
  const done = learned();
  const next = lessons?.find((lesson) => lesson.kind !== "power" && !done.includes(lesson.id));
  const of = (kind: LessonName["kind"]): LessonName[] => lessons?.filter((lesson) => lesson.kind === kind) ?? [];
  return (
    <Shell>
      <div class="paper sheet wide learn">
        <h1>{t("learn.learn")}</h1>
        <p>{t("learn.intro")}</p>
        <div class="row">
          {next && (
            <a class="button main" href={`#/learn/${next.id}`}>
              {done.length ? t("learn.continue") : t("learn.begin")}
            </a>
          )}
          <a class="button soft" href="#/rules">
            {t("learn.whole")}
          </a>
        </div>
        {failed && (
          <p role="alert">
            {t("error.offline")} <Button onClick={again}>{t("error.again")}</Button>
          </p>
        )}
        {!lessons && !failed && <p role="status">{t("app.loading")}</p>}
        {lessons && (
          <>
            <Lessons title={t("learn.basics")} lessons={of("basics")} done={done} />
            <Lessons title={t("learn.moments")} lessons={of("moments")} done={done} />
            <Lessons title={t("learn.craft")} lessons={of("craft")} done={done} />
            <Lessons title={t("learn.tables")} lessons={of("tables")} done={done} />
            <Lessons title={t("learn.powers")} lessons={of("power")} done={done} />
          </>
        )}
      </div>
    </Shell>
  );
}

function Lessons({ title, lessons, done }: { title: string; lessons: readonly LessonName[]; done: readonly string[] }) {
  return (
    <section>
      <h2>{title}</h2>
      <ol class="power-list">
        {lessons.map((lesson) => (
          <li key={lesson.id}>
            <a class={done.includes(lesson.id) ? "power-row learned" : "power-row"} href={`#/learn/${lesson.id}`}>
              {lesson.power && <Emblem power={lesson.power} size="s" />}
              <span class="power-words">
                <span class="power-name">{lessonTitle(lesson)}</span>
                {lesson.kind === "power" && <span class="card-epithet">{powerEpithet(lesson.id)}</span>}
              </span>
              {done.includes(lesson.id) && (
                <span class="tick" role="img" aria-label={t("learn.done")}>
                  ✓
                </span>
              )}
            </a>
          </li>
        ))}
      </ol>
    </section>
  );
}
