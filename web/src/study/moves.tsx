// The turns of a study as text: the main line, with indented variations.
import type { ComponentChildren } from "preact";
import { t } from "../words/words.ts";
import type { MarkName } from "./review.ts";
import { type Node, nodeAt, type Study } from "./tree.ts";

export interface MovesProps {
  study: Study;
  /** What a review says about turns, by node. */
  marks: ReadonlyMap<number, MarkName>;
  onGo: (id: number) => void;
}

const numberOf = (study: Study, node: Node): number => {
  let number = 0;
  for (let at: Node = node; at.parent !== null; at = nodeAt(study, at.parent)) number++;
  return number;
};

export function Moves(props: MovesProps) {
  const root = nodeAt(props.study, props.study.root);
  return (
    <div class="study-moves" role="group" aria-label={t("log.title")}>
      <button
        type="button"
        class="study-move"
        aria-current={props.study.at === root.id}
        onClick={() => props.onGo(root.id)}
      >
        {t("replay.start")}
      </button>
      <Line {...props} from={root} />
    </div>
  );
}

/** The main line after a node, with variations after each turn. A loop, because long games would recurse too deeply. */
function Line({ study, from, ...rest }: MovesProps & { from: Node }) {
  const parts: ComponentChildren[] = [];
  let node = from;
  while (node.children.length) {
    const [main, ...others] = node.children.map((id) => nodeAt(study, id));
    parts.push(<Move key={main!.id} study={study} node={main!} {...rest} />);
    for (const other of others) {
      parts.push(
        <div key={other.id} class="study-variation">
          <Move study={study} node={other} {...rest} />
          <Line study={study} from={other} {...rest} />
        </div>,
      );
    }
    node = main!;
  }
  return <>{parts}</>;
}

function Move({ study, node, marks, onGo }: MovesProps & { node: Node }) {
  const mark = marks.get(node.id);
  const side = node.board.players === 4 ? (node.seat + 1) % 2 : node.seat - 1;
  return (
    <>
      <button
        type="button"
        class={`study-move ${mark ? `mark-${mark}` : ""}`}
        aria-current={study.at === node.id}
        title={mark && t(`review.${mark}`)}
        onClick={() => onGo(node.id)}
      >
        <span class="study-number">{numberOf(study, node)}</span>
        <i class={`pip pip${node.seat ? side : 3}`} aria-hidden="true" />
        {node.turn}
        {node.glyph && <b> {node.glyph}</b>}
        {mark && <span class="study-mark">{t(`review.${mark}`)}</span>}
      </button>
      {node.comment && <em class="study-comment">{node.comment}</em>}
    </>
  );
}
