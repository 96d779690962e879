// What a tap puts on the board: one button for each, drawn as on the board.
import type { ComponentChildren } from "preact";
import { Coin, Ram, Talus, Whirlpool, WorkerFigure } from "../boards/figures.tsx";
import type { Rules } from "../core/rules.ts";
import { t, word } from "../words/words.ts";
import type { Draft, Kept, Tool } from "./edit.ts";
import { plain, sidesOf } from "./edit.ts";

export interface Offered {
  tool: Tool;
  name: string;
  picture: ComponentChildren;
}

const tokens = { coin: <Coin />, whirlpool: <Whirlpool />, talus: <Talus />, ram: <Ram /> };

/** Do men and women differ with this card? Then its workers are placed as either. */
function hasSexes(rules: Rules, draft: Draft, power: string): boolean {
  try {
    const agreed = { rules: draft.rules, fleece: "", settings: [], first: 1, anyPair: true, draft: "" } as const;
    return rules.look(rules.start({ ...agreed, powers: [power, plain] })).steps.some((step) => step.woman);
  } catch {
    return false; // the card is not part of the rule set
  }
}

export function toolsFor(draft: Draft, keptBy: (power: string) => Kept, rules: Rules): Offered[] {
  const block = (
    <g>
      <rect class="edit-block" x="-26" y="-30" width="52" height="52" rx="6" />
      <path class="edit-plus" d="M-11-4H11M0-15V7" />
    </g>
  );
  const all: Offered[] = [
    { tool: { puts: "block" }, name: t("edit.block"), picture: block },
    { tool: { puts: "dome" }, name: t("edit.dome"), picture: <circle class="edit-dome" cy="-4" r="26" /> },
  ];
  for (let side = 0; side < sidesOf(draft.cards.length); side++) {
    all.push({
      tool: { puts: "worker", side },
      name: t("edit.worker", { seat: side + 1 }),
      picture: <WorkerFigure side={side} woman={false} />,
    });
  }
  draft.cards.forEach((card, seat) => {
    const kept = keptBy(card.power);
    if (kept.token) {
      all.push({ tool: { puts: "token", seat }, name: word(`term.${kept.token}`), picture: tokens[kept.token] });
    }
    if (kept.secret) {
      const picture = <path class="edit-secret" d="M-22-26H22V18H-22ZM-8-4H8M0-12V4" />;
      all.push({ tool: { puts: "secret", seat }, name: word(`term.${kept.secret}`), picture });
    }
  });
  if (draft.fleece) all.push({ tool: { puts: "ram" }, name: word("term.ram"), picture: tokens.ram });
  if (draft.cards.some((card) => hasSexes(rules, draft, card.power))) {
    all.push({ tool: { puts: "woman" }, name: t("edit.woman"), picture: <WorkerFigure side={0} woman={true} /> });
  }
  const cross = <path class="edit-plus" d="M-18-22L18 14M18-22L-18 14" />;
  all.push({ tool: { puts: "nothing" }, name: t("edit.erase"), picture: cross });
  return all;
}

export function ToolBox({
  tools,
  chosen,
  onChoose,
}: {
  tools: readonly Offered[];
  chosen: Offered;
  onChoose: (number: number) => void;
}) {
  return (
    <div class="edit-tools" role="group" aria-label={t("edit.tools")}>
      {tools.map((one, i) => (
        <button
          key={i}
          type="button"
          class="edit-tool"
          aria-pressed={one === chosen}
          aria-label={one.name}
          title={i < 9 ? `${one.name} (${i + 1})` : one.name}
          onClick={() => onChoose(i)}
        >
          <svg viewBox="-42 -50 84 86" aria-hidden="true">
            {one.picture}
          </svg>
        </button>
      ))}
      <span class="edit-tool-name">{chosen.name}</span>
    </div>
  );
}
