// Stepping through a game of this server or a record; and a single shared position.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { stillScene } from "../boards/still.ts";
import { BoardView, shownSettings } from "../boards/view.tsx";
import { Emblem } from "../look/icons.tsx";
import { soundOf } from "../look/sound.ts";
import { type Board, emptyBoard } from "../model/board.ts";
import { adopt, type Beat, beats } from "../model/effects.ts";
import { gameOf, keepCreated, lastWish } from "../model/memory.ts";
import { BeatPlayer } from "../model/player.ts";
import { readBoard, readEffect } from "../model/read.ts";
import type { Scene } from "../model/scene.ts";
import { lastTurn, wonAt } from "../model/session.ts";
import { hasMotion, settings } from "../model/settings.ts";
import { useStore } from "../model/store.ts";
import { api } from "../net/api.ts";
import type { Replay, SharedPosition } from "../net/schema.gen.ts";
import { go } from "../route.ts";
import { replayPath } from "../study/link.ts";
import { recordedName } from "../words/players.ts";
import { problemText } from "../words/problem.ts";
import { endedBecause, squareContent } from "../words/spoken.ts";
import { tellTurn } from "../words/telling.ts";
import { powerName, t, together } from "../words/words.ts";
import { useCovered } from "./covered.ts";
import { announce, Button, Notice, OpenFile } from "./parts.tsx";
import { DeadEnd, LoadingScreen, Shell } from "./shell.tsx";
import { lastLevel } from "./wish.ts";

let opened: Replay | null = null;

export function ReplayScreen({ id, at }: { id: string; at: number | null }) {
  const [replay, setReplay] = useState<Replay | null>(id === "record" ? opened : null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (id === "record") {
      if (!opened) go("open");
      return;
    }
    const kept = gameOf(id);
    if (!kept) {
      setProblem(t("error.gone"));
      return;
    }
    void api
      .replay(id, kept.token, kept.seats[0])
      .then(setReplay)
      .catch((error: unknown) => setProblem(problemText(error)));
  }, [id]);
  if (problem) return <DeadEnd role="alert" text={problem} />;
  if (!replay) return <LoadingScreen />;
  return (
    <ReplayTable
      replay={replay}
      at={at ?? (id === "record" ? 0 : replay.turns.length)}
      back={id === "record" ? "" : `game/${id}`}
    />
  );
}

function ReplayTable({ replay, at, back }: { replay: Replay; at: number; back: string }) {
  const [now, setNow] = useState(Math.min(at, replay.turns.length));
  const wishes = useStore(settings);
  const [focus, setFocus] = useState("c3");
  const [screen, covered] = useCovered(now);
  const boards = useMemo(() => {
    let before: Board = emptyBoard;
    return [replay.start, ...replay.turns.map((turn) => turn.board)].map(
      (wire) => (before = adopt(before, readBoard(wire))),
    );
  }, [replay]);
  const [shown, setShown] = useState<{ board: Board; beat: Beat | null; id: number }>({
    board: boards[now]!,
    beat: null,
    id: 0,
  });
  const player = useMemo(
    () =>
      new BeatPlayer((beat) => {
        if (beat) soundOf(beat.kind);
        setShown((old) => (beat ? { board: beat.board, beat, id: old.id + 1 } : { ...old, beat: null }));
      }),
    [],
  );
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => () => void player.stop(), []);

  const nameOf = (seat: number): string => recordedName(replay.headers, seat);
  const tell = (at: number): string => {
    const { board, ...turn } = replay.turns[at]!;
    if (wishes.notation && !turn.event) return turn.text;
    return tellTurn({ board, nameOf, you: 0 }, turn, (replay.turns[at - 1]?.board ?? replay.start).position);
  };

  const show = (next: number): void => {
    if (next < 0 || next > replay.turns.length) return;
    player.stop();
    setNow(next);
    const turn = replay.turns[next - 1];
    announce(turn ? tell(next - 1) : t("replay.start"));
    if (next !== now + 1 || !hasMotion() || !turn) {
      setShown((old) => ({ board: boards[next]!, beat: null, id: old.id + 1 }));
      return;
    }
    const sequence = beats(boards[now]!, turn.effects.map(readEffect), boards[next]!);
    // End with the board that the next turn starts from: its workers have the identities that go on.
    player.play([...sequence.slice(0, -1), { ...sequence.at(-1)!, board: boards[next]! }]);
  };
  // A layout effect: a key that is pressed when the new turn is visible must not reach the handler of the old one.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if ((event.target as HTMLElement).closest("input, textarea, select, dialog, .grid")) return;
      const to = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: replay.turns.length }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        show(to);
      }
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
  useEffect(() => list.current?.querySelector("[aria-current=true]")?.scrollIntoView({ block: "nearest" }), [now]);

  const turn = replay.turns[now - 1];
  const ended = now === replay.turns.length && replay.outcome;
  const scene = useMemo(
    (): Scene => ({
      ...stillScene(shown.board),
      ...shownSettings(),
      beat: shown.beat,
      beatId: shown.id,
      ...lastTurn((turn?.effects ?? []).map(readEffect)),
      wonAt: ended ? wonAt(replay.turns) : null,
    }),
    [shown, now, wishes],
  );
  const wire = turn?.board ?? replay.start;
  return (
    <Shell
      table
      measured={screen}
      tools={
        back ? (
          <Button look="plain" class="tool" icon="close" aria-label={t("app.back")} onClick={() => go(back)} />
        ) : null
      }
    >
      <div class="stage">
        <BoardView
          scene={scene}
          focus={focus}
          picked={null}
          inset={covered}
          label={(square) => t("say.square", { square, what: squareContent(null, shown.board, square) })}
          can={() => false}
          onTap={() => null}
          onHover={() => null}
          onFocus={(square) => setFocus(square)}
        />
      </div>
      <div class="cards-others replay-cards" data-panel>
        {wire.cards.map((card) => (
          <section key={card.seat} class="card small">
            <span class="card-face still">
              <span class="card-head">
                <span class="card-who">
                  <i class={`pip pip${wire.players === 4 ? (card.seat - 1) % 2 : card.seat - 1}`} aria-hidden="true" />
                  {nameOf(card.seat)}
                </span>
                <span class="card-power">{powerName(card.power)}</span>
              </span>
              <Emblem power={card.power} />
            </span>
          </section>
        ))}
      </div>
      <div class="foot">
        {ended && (
          <section class="paper end" data-panel>
            <h2>{t("end.won", { who: together(ended.winners.map(nameOf)) })}</h2>
            <p>
              {endedBecause(
                ended,
                wire.cards.map((card) => card.seat),
                nameOf,
              )}
            </p>
          </section>
        )}
        <section class="bar replay-bar" aria-label={t("replay.title")} data-panel>
          <p class="bar-text" role="status">
            {turn
              ? `${turn.turn}. ${turn.seat ? nameOf(turn.seat) : t("log.luck")}: ${tell(now - 1)}`
              : t("replay.start")}
            {turn?.comment && <em> {turn.comment}</em>}
          </p>
          <div class="bar-buttons">
            {/* Not disabled: a button that loses the focus takes the keys with it. */}
            <Button icon="first" aria-label={t("replay.first")} aria-disabled={now === 0} onClick={() => show(0)} />
            <Button
              icon="previous"
              aria-label={t("replay.previous")}
              aria-disabled={now === 0}
              onClick={() => show(now - 1)}
            />
            <input
              type="range"
              min={0}
              max={replay.turns.length}
              value={now}
              aria-label={t("replay.moves")}
              onInput={(event) => show(Number(event.currentTarget.value))}
            />
            <Button
              icon="next"
              aria-label={t("replay.next")}
              aria-disabled={now === replay.turns.length}
              onClick={() => show(now + 1)}
            />
            <Button
              icon="last"
              aria-label={t("replay.last")}
              aria-disabled={now === replay.turns.length}
              onClick={() => show(replay.turns.length)}
            />
            <Button onClick={() => void replayPath(replay, wire.position).then(go)}>{t("study.analyse")}</Button>
          </div>
        </section>
      </div>
      <div class="log-corner" data-panel>
        <section class="log" aria-label={t("log.title")}>
          <ol ref={list}>
            {replay.turns.map((each, i) => (
              <li key={i} aria-current={i === now - 1}>
                <button type="button" onClick={() => show(i + 1)}>
                  <span class="log-number">{each.turn}</span>
                  <i
                    class={`pip pip${each.seat ? (wire.players === 4 ? (each.seat - 1) % 2 : each.seat - 1) : 3}`}
                    aria-hidden="true"
                  />
                  <span class="log-text">{tell(i)}</span>
                </button>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </Shell>
  );
}

export function OpenScreen() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const open = async (record: string): Promise<void> => {
    try {
      opened = await api.openRecord(record);
      go("replay/record");
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  return (
    <Shell>
      <form
        class="paper sheet"
        onSubmit={(event) => {
          event.preventDefault();
          void open(text);
        }}
      >
        <h1>{t("replay.open-title")}</h1>
        <p>{t("replay.open-text")}</p>
        <OpenFile
          onText={(content) => {
            setText(content);
            return open(content);
          }}
        />
        <label class="labelled stacked">
          {t("replay.open-paste")}
          <textarea class="field" rows={10} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        {problem && <Notice onClose={() => setProblem("")}>{problem}</Notice>}
        <footer class="sheet-foot">
          <span />
          <Button type="submit" look="main" disabled={!text.trim()}>
            {t("replay.open")}
          </Button>
        </footer>
      </form>
    </Shell>
  );
}

export function PositionScreen({ text }: { text: string }) {
  const [view, setView] = useState<SharedPosition | null>(null);
  const [problem, setProblem] = useState("");
  const wishes = useStore(settings);
  useEffect(
    () =>
      void api
        .position(text)
        .then(setView)
        .catch((error: unknown) => setProblem(problemText(error))),
    [text],
  );
  const scene = useMemo(
    (): Scene | null => view && { ...stillScene(adopt(emptyBoard, readBoard(view.board))), ...shownSettings() },
    [view, wishes],
  );
  const playOn = async (): Promise<void> => {
    const seats = Array.from({ length: view!.board.players }, (_, i) =>
      i + 1 === (view!.decider || 1)
        ? { kind: "here" as const }
        : { kind: "computer" as const, level: lastLevel(lastWish()) },
    );
    try {
      go(`game/${keepCreated(await api.create({ seats, position: text })).game}`);
    } catch (error) {
      setProblem(problemText(error));
    }
  };
  if (problem) return <DeadEnd role="alert" text={problem} />;
  if (!scene) return <LoadingScreen />;
  return (
    <Shell table>
      <div class="stage">
        <BoardView
          scene={scene}
          focus="c3"
          picked={null}
          label={(square) => t("say.square", { square, what: squareContent(null, scene.board, square) })}
          can={() => false}
          onTap={() => null}
          onHover={() => null}
          onFocus={() => null}
        />
      </div>
      <div class="foot">
        <section class="bar">
          <p class="bar-text">{t("replay.position-title")}</p>
          <div class="bar-buttons">
            <Button look="main" disabled={!!view?.outcome} onClick={() => void playOn()}>
              {t("replay.play-from")}
            </Button>
          </div>
        </section>
      </div>
    </Shell>
  );
}
