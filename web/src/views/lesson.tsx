// A lesson on the real board: a task, what the learner does, what the computer answers.
import { useEffect, useMemo, useState } from "preact/hooks";
import { soundOf } from "../look/sound.ts";
import { Controller } from "../model/controller.ts";
import { LessonLine, rememberLearned } from "../model/lesson.ts";
import { choicesOf } from "../model/session.ts";
import { settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { api } from "../net/api.ts";
import type { Lesson } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { taskText } from "../words/task.ts";
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
  /** The position in which a task begins that continues the one before. */
  const [from, setFrom] = useState<string | null>(null);
  const [tries, setTries] = useState(0);
  const { value: lessons } = useLessons();
  useEffect(() => void api.lesson(id).then(setLesson, () => setFailed(true)), [id]);
  if (failed)
    return (
      <MessageScreen role="alert" text={t("error.page-gone")} button={t("learn.all")} onButton={() => go("learn")} />
    );
  if (!lesson) return <LoadingScreen />;
  const last = task + 1 >= lesson.tasks.length;
  const following = lessons?.[lessons.findIndex((other) => other.id === id) + 1];
  const onward = (after: string | null): void => {
    if (!last) {
      setFrom(after);
      setTask(task + 1);
    } else go(following ? `learn/${following.id}` : "learn");
  };
  const position = lesson.tasks[task]!.board ? null : from;
  return (
    <TaskScreen
      key={`${task}.${tries}`}
      lesson={lesson}
      number={task}
      position={position}
      last={last}
      onNext={onward}
      // A task that continues the one before cannot be started without it.
      onSkip={() =>
        !last && lesson.tasks[task + 1]!.board ? onward(null) : go(following ? `learn/${following.id}` : "learn")
      }
      onAgain={() => setTries(tries + 1)}
    />
  );
}

interface TaskProps {
  lesson: Lesson;
  number: number;
  position: string | null;
  last: boolean;
  onNext: (after: string | null) => void;
  onSkip: () => void;
  onAgain: () => void;
}

function TaskScreen({ lesson, number, position, last, onNext, onSkip, onAgain }: TaskProps) {
  const [done, setDone] = useState<{ reached: boolean; after: string } | null>(null);
  const controller = useMemo(() => {
    const finish = (reached: boolean, after: string): void => {
      setDone((before) => (before?.reached ? before : { reached, after }));
      if (reached && last) rememberLearned(lesson.id);
      announce(reached ? t("learn.well-done") : t("learn.not-quite"));
    };
    return new Controller(
      "lesson",
      "",
      { beat: (beat) => soundOf(beat.kind) },
      (handlers) => new LessonLine(lesson.id, number, position, handlers, { done: finish }),
    );
  }, []);
  useEffect(() => () => controller.close(), [controller]);
  const session = useStore(controller.store);
  useStore(settings);
  const narrow = useNarrow();
  const [screen, covered] = useCovered();
  const { server } = session;
  const task = lesson.tasks[number]!;
  const text = taskText(lesson, task, number);
  useEffect(() => announce(text), [text]);
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
      >
        <header class="task-head">
          <a href="#/learn" class="rule-link">
            {t("learn.all")}
          </a>
          <span class="quiet">{t("learn.step", { number: number + 1, of: lesson.tasks.length })}</span>
        </header>
        <h1>{lessonTitle(lesson)}</h1>
        <p class="task-text">{text}</p>
        {narrow && lesson.power && <p class="quiet task-card">{powerText(lesson.power, server.board.rules)}</p>}
        <Button look="plain" onClick={onSkip}>
          {t("learn.skip")}
        </Button>
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
        {(!done || task.goal === "why") && (
          <Bar session={session} choices={choices} controller={controller} drafting={false} />
        )}
        {done && !session.playing && (
          <section class="paper end" data-panel data-reached={done.reached ? "yes" : "no"}>
            <h2>{done.reached ? t("learn.well-done") : t("learn.not-quite")}</h2>
            <div class="row">
              {done.reached ? (
                <Button look="main" class="onward" onClick={() => onNext(done.after)}>
                  {t("learn.next")}
                </Button>
              ) : (
                <Button look="main" onClick={onAgain}>
                  {t("error.again")}
                </Button>
              )}
            </div>
          </section>
        )}
      </Foot>
    </Shell>
  );
}
