// The computer's choices in a draft: which powers are offered, which one is taken or passed on, who begins
// (src/santorini/engine/draft_choice.py and pairings.py).
import type { Rules } from "../core/rules.ts";
import type { Powers, Step } from "../net/schema.gen.ts";
import type { Dice } from "./create.ts";

/** Won and played. */
type Games = readonly [number, number];
export interface Pairings {
  powers: Record<string, Games>;
  pairs: Record<string, Games>;
  first: Games;
}

const weight = 12; // how many games the prior is worth
const sample = 24; // how many powers are tried to complete an offer
const passed = 3; // how many cards a hand passes on in the draft of the player aid (C6)
const priors: Record<string, number> = { none: 0.4, simple: 0.52, advanced: 0.5, "golden fleece": 0.5, hero: 0.45 };

class Known {
  constructor(
    private readonly table: Pairings,
    private readonly deck: Powers,
  ) {}

  get first(): number {
    const [won, games] = this.table.first;
    return (won + 0.5 * weight) / (games + weight);
  }
  strength(power: string): number {
    const prior = priors[this.deck.powers.find((card) => card.id === power)?.category ?? ""] ?? 0.5;
    const [won, games] = this.table.powers[power] ?? [0, 0];
    return (won + prior * weight) / (games + weight);
  }
  against(one: string, other: string): number {
    const [mine, theirs] = [this.strength(one), this.strength(other)];
    const prior = (mine * (1 - theirs)) / (mine * (1 - theirs) + theirs * (1 - mine));
    const [won, games] = this.table.pairs[`${one} ${other}`] ?? [0, 0];
    const [lost, more] = this.table.pairs[`${other} ${one}`] ?? [0, 0];
    return (won + more - lost + prior * weight) / (games + more + weight);
  }
  chance(own: string, others: readonly string[]): number {
    if (others.length === 0) return this.strength(own);
    return others.reduce((sum, other) => sum + this.against(own, other), 0) / others.length;
  }
  /** The chance of the weakest power on offer: the others choose first and leave that one. */
  evenness(offered: readonly string[]): number {
    const chances = offered.map((one) => {
      const others = offered.filter((other) => other !== one);
      return others.reduce((sum, other) => sum + this.against(one, other), 0) / Math.max(1, others.length);
    });
    return Math.min(...chances);
  }
}

/** What the computer chooses in the draft, from a seat's view. `softness` is the level's; below 5 it counts as 5. */
export function draftChoice(
  rules: Rules,
  view: string,
  seat: number,
  softness: number,
  { table, deck, random }: { table: Pairings; deck: Powers; random: Dice },
): string | null {
  const { board, steps } = rules.view(view, seat);
  const { sides } = rules.truth(view);
  const known = new Known(table, deck);
  const value = (step: Step): number => {
    switch (board.stage) {
      case "offer":
        return offerValue(rules, view, step, known, random);
      case "take": {
        const own = step.power ?? "";
        const taken = board.cards.filter((card) => sides[card.seat - 1] !== sides[seat - 1] && card.power !== "mortal");
        return known.chance(own, [...taken.map((card) => card.power), ...board.offer.filter((name) => name !== own)]);
      }
      case "begin": {
        const first = known.first + 0.001;
        return sides[(step.seat ?? seat) - 1] === sides[seat - 1] ? first : 1 - first;
      }
      case "discard": {
        const left = steps.filter((one) => one !== step).map((one) => known.strength(one.power ?? ""));
        left.sort((a, b) => a - b);
        return 1 - (left.slice(0, passed).at(-1) ?? 0);
      }
      default:
        return known.strength(step.power ?? "");
    }
  };
  const judged = steps.map((step) => ({ step, value: value(step) })).sort((a, b) => b.value - a.value);
  return softly(judged, softness, random)?.text ?? null;
}

function offerValue(rules: Rules, view: string, step: Step, known: Known, random: Dice): number {
  const after = rules.look(rules.steps(view, step.text).after);
  const offered = after.board.offer.length ? after.board.offer : [step.power ?? ""];
  if (after.board.stage !== "offer") return known.evenness(offered);
  // Assume that the most even of a sample completes the offer.
  const names = after.steps.flatMap((one) => (one.kind === "offer" && one.power ? [one.power] : []));
  const some = Array.from(
    { length: Math.min(sample, names.length) },
    () => names.splice(random(names.length), 1).at(0)!,
  );
  return Math.max(0, ...some.map((name) => known.evenness([...offered, name])));
}

const score = (chance: number): number => {
  const inside = Math.max(1e-4, Math.min(1 - 1e-4, chance));
  return 100 * Math.log(inside / (1 - inside));
};

/** One of the best few; the better, the likelier. */
function softly(judged: { step: Step; value: number }[], softness: number, random: Dice): Step | undefined {
  const few = judged.slice(0, 4);
  const weights = few.map(({ value }) => Math.exp((score(value) - score(few[0]!.value)) / Math.max(softness, 5)));
  let at = (random(1_000_000) / 1_000_000) * weights.reduce((sum, one) => sum + one, 0);
  return (few.find((_, i) => (at -= weights[i]!) < 0) ?? few[0])?.step;
}
