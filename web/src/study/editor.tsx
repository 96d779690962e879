// The editor: pieces are put on the board by taps and dragged about; the panel says who plays with what. After every
// change the core says whether the position is possible.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Board2D } from "../boards/board2d.tsx";
import { Grid } from "../boards/grid.tsx";
import { stillScene } from "../boards/still.ts";
import { shownSettings } from "../boards/view.tsx";
import { type Moment, type Rules, RulesError } from "../core/rules.ts";
import { emptyBoard } from "../model/board.ts";
import { adopt } from "../model/effects.ts";
import { readBoard } from "../model/read.ts";
import { isSquare, type Square } from "../model/square.ts";
import type { Powers } from "../net/schema.gen.ts";
import { Button } from "../views/parts.tsx";
import { Shell } from "../views/shell.tsx";
import { squareContent } from "../words/spoken.ts";
import { t } from "../words/words.ts";
import * as edit from "./edit.ts";
import { EditPanel } from "./edit_panel.tsx";
import { ToolBox, toolsFor } from "./edit_tools.tsx";
import { impossible } from "./problems.ts";

interface EditorProps {
  rules: Rules;
  deck: Powers;
  /** The position to begin with. */
  first: string;
  onDone: (position: string) => void;
  onClose: () => void;
}

export function Editor({ rules, deck, first, onDone, onClose }: EditorProps) {
  const [draft, setDraftNow] = useState(() => rules.parts(first));
  const past = useRef<edit.Draft[]>([]);
  const [tool, setTool] = useState(0);
  const [focus, setFocus] = useState<Square>("c3");
  const held = useRef<Square | null>(null);
  const keptBy = (power: string): edit.Kept => deck.powers.find((card) => card.id === power)!.kept;
  const [text, moment, problem] = useMemo((): [string, Moment | null, string] => {
    let text = "";
    try {
      text = rules.join(draft);
      return [text, rules.look(text), ""];
    } catch (error) {
      if (error instanceof RulesError) return [text, null, impossible(error)];
      throw error;
    }
  }, [draft]);
  const board = useMemo(() => {
    const drawn = edit.drawnBoard(draft, keptBy);
    return adopt(emptyBoard, moment ? readBoard(moment.board) : drawn);
  }, [draft]);
  const tools = toolsFor(draft, keptBy, rules);
  const chosen = tools[tool] ?? tools[0]!;

  const setDraft = (next: edit.Draft): void => {
    if (next === draft) return;
    past.current.push(draft);
    setDraftNow(next);
  };
  const undo = (): void => {
    const before = past.current.pop();
    if (before) setDraftNow(before);
  };
  const turn = (symmetry: number): void => setDraft(rules.parts(rules.turned(text, symmetry).board.position));

  // The digits choose tools, wherever the focus is; the arrow keys and Enter still work on the board.
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest("input, textarea, select, dialog")) return;
      const number = Number(event.key);
      if (number >= 1 && number <= tools.length) setTool(number - 1);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });

  // A piece that is dragged goes from the square where the pointer went down to the one where it comes up.
  const squareUnder = (event: PointerEvent): Square | null => {
    const element = document.elementFromPoint(event.clientX, event.clientY);
    const square = element?.closest<HTMLElement>("[data-square]")?.dataset.square ?? "";
    return isSquare(square) ? square : null;
  };
  const drop = (event: PointerEvent): void => {
    const from = held.current;
    held.current = null;
    const to = squareUnder(event);
    if (from && to && from !== to && edit.holdsPiece(draft, from)) setDraft(edit.dragged(draft, from, to));
  };

  return (
    <Shell>
      <div class="study study-edit" data-position={moment ? text : ""}>
        <section class="study-board">
          <div class="study-middle">
            <div
              class="board2d-wrap"
              onPointerDown={(event) => {
                held.current = squareUnder(event);
                // Without this a finger's later events would go to the square where it began.
                (event.target as Element).releasePointerCapture(event.pointerId);
              }}
              onPointerUp={drop}
              onPointerCancel={() => (held.current = null)}
            >
              <Board2D scene={{ ...stillScene(board), ...shownSettings() }} />
              <Grid
                focus={focus}
                picked={null}
                spatial={false}
                label={(square) => t("say.square", { square, what: squareContent(null, board, square) })}
                can={(square) => edit.holdsPiece(draft, square)}
                onTap={(square) => setDraft(edit.tapped(draft, chosen.tool, square))}
                onHover={() => undefined}
                onFocus={setFocus}
              />
            </div>
          </div>
          <ToolBox tools={tools} chosen={chosen} onChoose={setTool} />
          <div class="study-tools">
            <Button icon="undo" aria-label={t("study.undo")} onClick={undo} />
            <Button icon="right" aria-label={t("edit.turn")} disabled={!moment} onClick={() => turn(1)} />
            <Button disabled={!moment} onClick={() => turn(4)}>
              {t("edit.mirror")}
            </Button>
            <Button onClick={() => setDraft(edit.cleared(draft))}>{t("edit.clear")}</Button>
          </div>
        </section>
        <section class="paper study-panel">
          <h1>{t("edit.title")}</h1>
          {problem ? (
            <p role="alert" class="edit-problem">
              {problem}
            </p>
          ) : (
            <p role="status" class="quiet">
              {moment?.rest && !moment.outcome && !moment.luck && moment.steps.length === 0
                ? t("edit.no-turn", { seat: draft.to_move })
                : t("edit.hint")}
            </p>
          )}
          <div class="row">
            <Button look="main" disabled={!moment} onClick={() => onDone(text)}>
              {t("edit.done")}
            </Button>
            <Button onClick={onClose}>{t("app.cancel")}</Button>
          </div>
          <EditPanel rules={rules} deck={deck} draft={draft} keptBy={keptBy} onChange={setDraft} />
        </section>
      </div>
    </Shell>
  );
}
