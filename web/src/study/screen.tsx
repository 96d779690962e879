// The study: a board on which every turn can be tried, with the engine beside it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Engine, type Found, manyThreads } from "../core/engine.ts";
import { loadRules } from "../core/load.ts";
import type { Rules } from "../core/rules.ts";
import { useDeck } from "../model/deck.ts";
import { settings, store, stored } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import type { Effect } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { Button } from "../views/parts.tsx";
import { DeadEnd, LoadingScreen, Shell } from "../views/shell.tsx";
import { t } from "../words/words.ts";
import { Arrows, type Drawn } from "./arrows.tsx";
import { OpenDialog, ShareDialog } from "./dialogs.tsx";
import { Editor } from "./editor.tsx";
import { ChanceBar, EnginePanel, NamePlates } from "./lines.tsx";
import { asked, positionPath, unpacked } from "./link.ts";
import { Moves } from "./moves.tsx";
import { PlayBoard, usePlaying } from "./playing.tsx";
import { problemText } from "./problems.ts";
import type { MarkName, Review } from "./review.ts";
import { ReviewPanel } from "./review_panel.tsx";
import { tellLine } from "./tell.ts";
import * as tree from "./tree.ts";

const start = "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4";

export function StudyScreen({ hash }: { hash: string }) {
  const [rules, setRules] = useState<Rules | null>(null);
  const [study, setStudy] = useState<tree.Study | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let gone = false;
    const open = async (): Promise<void> => {
      const made = await loadRules();
      const wish = asked(hash);
      const opened =
        wish.kind === "record"
          ? tree.fromRecord(made, await unpacked(wish.text))
          : tree.newStudy(made, wish.kind === "position" ? wish.text : start);
      if (gone) return;
      setRules(made);
      setStudy(opened);
      setProblem("");
    };
    open().catch((error: unknown) => {
      console.warn(error);
      if (!gone) setProblem(problemText(error));
    });
    return () => {
      gone = true;
    };
  }, [hash]);
  if (problem) return <DeadEnd role="alert" text={problem} />;
  if (!rules || !study) return <LoadingScreen />;
  return <StudyTable rules={rules} first={study} reviewed={asked(hash).review} key={study.root} />;
}

interface Wishes {
  on: boolean;
  lines: number;
}

function StudyTable({ rules, first, reviewed }: { rules: Rules; first: tree.Study; reviewed: boolean }) {
  const [study, setStudyNow] = useState(first);
  const past = useRef<tree.Study[]>([]);
  const shown = useRef<HTMLElement>(null);
  const [engine] = useState(() => new Engine(manyThreads()));
  const [wishes, setWishes] = useState<Wishes>(() => stored("santorini.study", { on: true, lines: 3 }));
  const [threat, setThreat] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const [failed, setFailed] = useState(false);
  const [pointed, setPointed] = useState<number | null>(null);
  const [dialog, setDialog] = useState<"open" | "share" | null>(null);
  const [editing, setEditing] = useState(false);
  const { value: deck } = useDeck();
  const [note, setNote] = useState("");
  const [review, setReview] = useState<Review | null>(null);
  const [reviewing, setReviewing] = useState(reviewed);
  const [learner, setLearner] = useState<number | null>(null);
  const [lesson, setLesson] = useState<readonly Effect[]>([]);
  useStore(settings);
  useEffect(() => () => engine.close(), []);

  const setStudy = (next: tree.Study): void => {
    if (next === study) return;
    if (next.nodes !== study.nodes) past.current.push(study);
    setStudyNow(next);
    setPointed(null);
  };
  /** Replaces the study with another one; this can be undone. */
  const begin = (next: tree.Study): void => {
    past.current.push(study);
    setReview(null);
    setLearner(null);
    setStudyNow(next);
  };
  const undo = (): void => {
    if (playing.part) {
      playing.setPart(null);
      return;
    }
    const before = past.current.pop();
    if (before) setStudyNow(before);
  };

  const node = tree.nodeAt(study);
  const playing = usePlaying(rules, node.board.position);
  const { moment } = playing;
  const looked = useMemo(() => {
    if (!threat) return moment;
    try {
      return rules.pass(node.board.position);
    } catch {
      return moment; // in the middle of a turn, or in set-up, there is nothing to pass
    }
  }, [moment, threat]);
  const position = looked.board.position;

  // The engine looks at whatever is on the board.
  useEffect(() => {
    setFound(null);
    setFailed(false);
    if (reviewing || learner !== null) return; // do not show a learner the answer
    if (!wishes.on || editing || looked.outcome || looked.luck) {
      engine.stop();
      return;
    }
    engine.go({ position, lines: wishes.lines }, setFound, setFailed);
  }, [position, wishes, reviewing, learner, editing]);
  const wish = (change: Partial<Wishes>): void => {
    const next = { ...wishes, ...change };
    setWishes(next);
    store("santorini.study", next);
  };

  const playText = (text: string): void => {
    if (!playing.part && !threat) setStudy(tree.played(study, rules.turn(node.board.position, text)));
  };

  // -- keys -------------------------------------------------------------------------------------------------------

  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (editing || (event.target as HTMLElement).closest("input, textarea, select, dialog, .grid")) return;
      const to: Record<string, () => tree.Study> = {
        ArrowLeft: () => tree.back(study),
        ArrowRight: () => tree.forward(study),
        ArrowUp: () => tree.beside(study, -1),
        ArrowDown: () => tree.beside(study, 1),
        Home: () => tree.moved(study, study.root),
        End: () => tree.last(study),
      };
      const move = to[event.key];
      if (!move) return;
      event.preventDefault();
      setStudy(move());
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  // -- drawing ----------------------------------------------------------------------------------------------------

  const drawn = useMemo((): Drawn[] => {
    if (learner !== null) return [{ effects: lesson, rank: 0 }];
    if (!found || !wishes.on) return [];
    return found.lines.flatMap((line, rank) => {
      if (pointed !== null && pointed !== rank) return [];
      const first = line.turns[0];
      if (!first) return [];
      try {
        return [{ effects: rules.turn(position, first).effects, rank }];
      } catch {
        return []; // the position has changed in between
      }
    });
  }, [found, pointed, learner, lesson]);
  const pointedTurns = pointed === null ? undefined : found?.lines[pointed]?.turns;
  const told = useMemo(
    () => (pointedTurns ? tellLine(rules, position, pointedTurns, study.headers) : []),
    [pointedTurns, position],
  );
  const marks = useMemo((): ReadonlyMap<number, MarkName> => {
    const line = tree.lineTo(study, tree.last({ ...study, at: study.root }).at).slice(1);
    return new Map((review?.judgements ?? []).flatMap((one, i) => (one && line[i] ? [[line[i].id, one.mark]] : [])));
  }, [review, study]);
  const secret = moment.board.cards.some((card) => card.secret !== null) || moment.board.hidden.length > 0;

  if (editing && deck) {
    return (
      <Editor
        rules={rules}
        deck={deck}
        first={node.board.position}
        onClose={() => setEditing(false)}
        onDone={(edited) => {
          begin(tree.newStudy(rules, edited));
          setEditing(false);
        }}
      />
    );
  }
  return (
    <Shell>
      <div class="study" data-position={node.board.position}>
        <section class="study-board" ref={shown}>
          <NamePlates board={moment.board} headers={study.headers} />
          <PlayBoard
            rules={rules}
            position={node.board.position}
            playing={playing}
            effects={node.effects}
            blocked={threat}
            onTurn={(turn) => setStudy(tree.played(study, turn))}
            bar={<ChanceBar found={found} board={looked.board} outcome={looked.outcome} />}
          >
            <Arrows lines={drawn} />
          </PlayBoard>
          <div class="study-tools">
            <Button
              icon="first"
              aria-label={t("replay.first")}
              onClick={() => setStudy(tree.moved(study, study.root))}
            />
            <Button icon="previous" aria-label={t("replay.previous")} onClick={() => setStudy(tree.back(study))} />
            <Button icon="next" aria-label={t("replay.next")} onClick={() => setStudy(tree.forward(study))} />
            <Button icon="last" aria-label={t("replay.last")} onClick={() => setStudy(tree.last(study))} />
            <Button icon="undo" aria-label={t("study.undo")} onClick={undo} />
            <Button onClick={() => setDialog("open")}>{t("study.open")}</Button>
            <Button disabled={!deck} onClick={() => setEditing(true)}>
              {t("edit.open")}
            </Button>
            <Button onClick={() => setDialog("share")}>{t("study.share")}</Button>
            <Button onClick={() => go("puzzles")}>{t("puzzles.title")}</Button>
          </div>
        </section>
        <section class="paper study-panel">
          <h1 class="unseen">{t("study.title")}</h1>
          {learner === null && (
            <EnginePanel
              on={wishes.on}
              lines={wishes.lines}
              threat={threat}
              found={found}
              failed={failed}
              told={told}
              secret={secret ? moment.board.decider : 0}
              onOn={(on) => wish({ on })}
              onLines={(lines) => wish({ lines })}
              onThreat={setThreat}
              onPoint={setPointed}
              onPlay={playText}
            />
          )}
          <ReviewPanel
            rules={rules}
            engine={engine}
            study={study}
            review={review}
            reviewing={reviewing}
            onReviewing={setReviewing}
            onReview={setReview}
            onGo={(id) => setStudy(tree.moved(study, id))}
            onPlay={playText}
            onDraw={setLesson}
            wanted={reviewed}
            learner={learner}
            onLearn={(seat) => {
              engine.stop();
              setLearner(seat);
            }}
          />
          <Moves study={study} marks={marks} onGo={(id) => setStudy(tree.moved(study, id))} />
          {node.parent !== null && (
            <div class="study-notes">
              <div class="study-glyphs" role="group" aria-label={t("study.mark")}>
                {tree.glyphs.map((glyph) => (
                  <button
                    key={glyph}
                    type="button"
                    class="kind"
                    aria-pressed={node.glyph === glyph}
                    onClick={() => setStudy(tree.marked(study, node.glyph === glyph ? null : glyph))}
                  >
                    {glyph}
                  </button>
                ))}
              </div>
              <input
                class="field"
                aria-label={t("study.comment")}
                placeholder={t("study.comment")}
                value={node.comment}
                onChange={(event) => setStudy(tree.commented(study, event.currentTarget.value))}
              />
              <div class="row">
                <Button onClick={() => setStudy(tree.promoted(study))}>{t("study.promote")}</Button>
                <Button onClick={() => setStudy(tree.removed(study))}>{t("study.delete")}</Button>
              </div>
            </div>
          )}
          {note && <p role="status">{note}</p>}
        </section>
      </div>
      {dialog === "open" && (
        <OpenDialog
          rules={rules}
          onClose={() => setDialog(null)}
          onStudy={(next) => {
            begin(next);
            setDialog(null);
          }}
        />
      )}
      {dialog === "share" && (
        <ShareDialog
          record={tree.toRecord(study)}
          line={tree.lineTo(study, tree.last(study).at)}
          drawings={() => [...(shown.current?.querySelectorAll<SVGSVGElement>(".board2d, .study-arrows") ?? [])]}
          position={node.board.position}
          path={positionPath(node.board.position)}
          onNote={setNote}
          onClose={() => setDialog(null)}
        />
      )}
    </Shell>
  );
}
