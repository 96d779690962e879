// A lesson on the real board: a task, what the learner does, what the computer answers, and why.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { BoardPicture } from "../boards/picture.tsx";
import { soundOf } from "../look/sound.ts";
import { Controller } from "../model/controller.ts";
import { LessonLine, rememberLearned } from "../model/lesson.ts";
import { choicesOf } from "../model/session.ts";
import { settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { api } from "../net/api.ts";
import type { Board, Lesson } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { positionPath } from "../study/link.ts";
import { doneText, introText, taskText } from "../words/task.ts";
import { told } from "../words/telling.ts";
import { powerText, said, t } from "../words/words.ts";
import { Bar } from "./bar.tsx";
import { useCovered } from "./covered.ts";
import { Cards, Foot, otherSeats, Stage } from "./layout.tsx";
import { lessonTitle, useLessons } from "./learn.tsx";
import { announce, Button, Notice } from "./parts.tsx";
import { LoadingScreen, MessageScreen, Shell, useNarrow } from "./shell.tsx";

export function LessonScreen({ id }: { id: string }) {
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [failed, setFailed] = useState(false);
  const [task, setTask] = useState(0);
  /** The starting position of a task that continues the previous one. */
  const [from, setFrom] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const { value: lessons } = useLessons();
  useEffect(() => void api.lesson(id).then(setLesson, () => setFailed(true)), [id]);
  if (failed)
    return (
      <MessageScreen role="alert" text={t("error.page-gone")} button={t("learn.all")} onButton={() => go("learn")} />
    );
  if (!lesson) return <LoadingScreen />;
  const following = lessons?.[lessons.findIndex((other) => other.id === id) + 1];
  /** Goes on after a task: with no position to continue from, to the next task that has its own. */
  const onward = (after: string | null): void => {
    const next = lesson.tasks.findIndex(({ board }, number) => number > task && (board || after));
    if (next < 0) return go(following ? `learn/${following.id}` : "learn");
    setFrom(after);
    setTask(next);
  };
  return (
    <TaskScreen
      key={`${task}.${tries}`}
      lesson={lesson}
      number={task}
      position={lesson.tasks[task]!.board ? null : from}
      onNext={onward}
      onAgain={() => setTries(tries + 1)}
    />
  );
}

interface TaskProps {
  lesson: Lesson;
  number: number;
  position: string | null;
  onNext: (after: string | null) => void;
  onAgain: () => void;
}

function TaskScreen({ lesson, number, position, onNext, onAgain }: TaskProps) {
  const [done, setDone] = useState<{ reached: boolean; after: string } | null>(null);
  const [showing, setShowing] = useState(false);
  const [other, setOther] = useState<Board | null>(null);
  const line = useRef<LessonLine | null>(null);
  const task = lesson.tasks[number]!;
  const controller = useMemo(() => {
    const finish = (reached: boolean, after: string): void => {
      setDone((before) => (before?.reached ? before : { reached, after }));
      if (reached && number + 1 === lesson.tasks.length) rememberLearned(lesson.id);
    };
    return new Controller(
      "lesson",
      "",
      { beat: (beat) => soundOf(beat.kind) },
      (handlers) =>
        (line.current = new LessonLine(lesson.id, number, position, handlers, { done: finish, other: setOther })),
    );
  }, []);
  useEffect(() => () => controller.close(), [controller]);
  const session = useStore(controller.store);
  useStore(settings);
  const narrow = useNarrow();
  const [screen, covered] = useCovered(session.log.length);
  const { server } = session;
  const show = (): void => {
    setShowing(true);
    void line.current?.show(task.steps.map((step) => step.text));
  };
  const watched = task.goal === "watch";
  const ready = !!server;
  useEffect(() => {
    if (watched && ready) show();
  }, [ready]);
  const text = taskText(lesson, task, number);
  useEffect(() => announce(text), [text]);
  const answer = server && session.log.length > 1 ? told(server, session.log) : "";
  const outcome = done && doneText(lesson, task, number, { ...done, answer, shown: showing });
  const settled = done !== null && !session.playing;
  useEffect(() => {
    if (settled && outcome) announce(`${outcome.title} ${outcome.text}`);
  }, [settled]);
  if (session.line === "gone")
    return <MessageScreen role="alert" text={t("error.offline")} button={t("error.again")} onButton={onAgain} />;
  if (!server) return <LoadingScreen />;
  const choices = choicesOf(session);
  const own = server.you.seat;
  // On a phone a card without a power would only take up space.
  const shows = (seat: number): boolean =>
    !narrow || server.board.cards.some((card) => card.seat === seat && card.power !== "mortal");
  return (
    <Shell table measured={screen}>
      <Stage session={session} choices={choices} controller={controller} inset={covered} />
      <section
        class="paper task"
        data-panel
        aria-label={lessonTitle(lesson)}
        data-lesson={lesson.id}
        data-task={number}
        data-part={task.part}
      >
        <header class="task-head">
          <a href="#/learn" class="rule-link">
            {t("learn.all")}
          </a>
          <span class="quiet">{t("learn.step", { number: number + 1, of: lesson.tasks.length })}</span>
        </header>
        <h1>{lessonTitle(lesson)}</h1>
        {number === 0 && introText(lesson) && <p class="task-good">{introText(lesson)}</p>}
        <p class="task-text">{text}</p>
        {other && <OtherSide board={other} />}
        {narrow && lesson.power && number === 0 && !done && (
          <p class="quiet task-card">{powerText(lesson.power, server.board.rules)}</p>
        )}
        <div class="row task-buttons">
          {task.steps.length > 0 && task.goal !== "why" && !watched && !showing && !done && (
            <Button look="plain" class="show-me" onClick={show}>
              {t("learn.show")}
            </Button>
          )}
          <Button look="plain" onClick={() => onNext(null)}>
            {t("learn.skip")}
          </Button>
        </div>
      </section>
      <Cards
        server={server}
        own={shows(own) ? own : 0}
        others={otherSeats(server, own).filter(shows)}
        skew={0}
        narrow={narrow}
        row={shows(own) ? "" : "alone"}
      />
      <Foot session={session} server={server}>
        {session.notice && (
          <Notice onClose={() => controller.dismiss()}>{said(session.notice.key, session.notice.args)}</Notice>
        )}
        {((!done && !showing) || task.goal === "why") && (
          <Bar session={session} choices={choices} controller={controller} drafting={false} />
        )}
        {settled && outcome && (
          <section class="paper end taught" data-panel data-reached={done.reached ? "yes" : "no"}>
            <h2>{outcome.title}</h2>
            {outcome.text && <p>{outcome.text}</p>}
            <div class="row">
              {done.reached ? (
                <Button look="main" class="onward" onClick={() => onNext(server.outcome ? null : done.after)}>
                  {t("learn.next")}
                </Button>
              ) : (
                <Button look="main" onClick={onAgain}>
                  {t("error.again")}
                </Button>
              )}
              <Button onClick={() => go(positionPath(server.board.position))}>{t("study.analyse")}</Button>
            </div>
          </section>
        )}
      </Foot>
    </Shell>
  );
}

/** The same board as the opponent sees it, where something is hidden. */
const OtherSide = ({ board }: { board: Board }) => (
  <details class="other-side" open>
    <summary>{t("learn.other-side")}</summary>
    <BoardPicture board={board} label={t("learn.board", { caption: t("learn.other-side") })} />
  </details>
);
