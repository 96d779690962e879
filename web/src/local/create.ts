// Makes a game from a request: powers drawn, seats assigned, everything checked by the core
// (src/santorini/server/tables/setting_up.py).
import { type Rules, RulesError } from "../core/rules.ts";
import { Refusal } from "../net/refusal.ts";
import type { Match, MatchWish, NewGame, PowerCard, PowerChoice, Powers, RuleSet } from "../net/schema.gen.ts";
import type { Asked, Created } from "./events.ts";
import { Game } from "./game.ts";

/** A whole number below the given one. */
export type Dice = (below: number) => number;

export const dice: Dice = (below) => crypto.getRandomValues(new Uint32Array(1))[0]! % below;

const tries = 500; // far more than enough: random powers nearly always go together

const anything = { hidden: true, luck: true, heroes: true, simple_only: false, without: [] as string[] };
type Filters = typeof anything;

/** The request with defaults for everything it leaves out. */
export function completed(wish: NewGame): Asked {
  return {
    seats: wish.seats,
    powers: filled(wish.powers ?? { choose: "none" }),
    rules: wish.rules ?? "printed",
    fleece: wish.fleece ? { power: wish.fleece.power ?? null } : null,
    clock: wish.clock ? { base: wish.clock.base, increment: wish.clock.increment ?? 0 } : null,
    confirm: wish.confirm ?? true,
    first: wish.first ?? 1,
    any_pair: wish.any_pair ?? false,
    settings: wish.settings ?? [],
    position: wish.position ?? null,
  };
}

function filled(powers: PowerChoice): PowerChoice {
  if (powers.choose === "random") return { ...anything, ...powers };
  return powers.choose === "free" ? { ...anything, ...powers } : powers;
}

export function created(rules: Rules, deck: Powers, wish: NewGame, random: Dice = dice): Created {
  const asked = completed(wish);
  const seats = asked.seats.map((seat) => {
    if (seat.kind === "friend") throw new Refusal("offline", "page.error.offline");
    if (seat.kind === "here") return { kind: "here" as const, name: seat.name ?? "", level: null };
    return { kind: "computer" as const, name: "", level: seat.level ?? 3 };
  });
  return begun(rules, deck, asked, seats, random);
}

/** The same table again, with the next seat going first. */
export function nextGame(rules: Rules, deck: Powers, { asked, seats }: Created, random: Dice = dice): Created {
  const first = asked.position ? asked.first : (asked.first % seats.length) + 1;
  return begun(rules, deck, { ...asked, first }, seats, random);
}

function begun(rules: Rules, deck: Powers, asked: Asked, seats: Created["seats"], random: Dice): Created {
  try {
    const start = asked.position ? given(rules, asked.position, seats.length) : started(rules, deck, asked, random);
    const game = new Game(rules, start);
    const drawn: string[] = [];
    for (let { stage, draws } = game.truth; stage !== "play" && draws.length > 0; { stage, draws } = game.truth) {
      const step = draws[random(draws.length)]!;
      game.push(step);
      drawn.push(step);
    }
    return { kind: "created", asked, start, drawn, seats };
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    if (asked.position) throw new Refusal("position", undefined, { message: error.message });
    throw new Refusal("setup", undefined, { reason: error.code, message: error.message });
  }
}

function given(rules: Rules, text: string, players: number): string {
  if (text.includes("?")) throw new Refusal("setup", "server.error.position-hidden");
  const { board, outcome } = rules.look(text);
  if (board.players !== players)
    throw new Refusal("setup", "server.error.position-players", { players: board.players });
  if (outcome) throw new Refusal("setup", "server.error.position-over");
  return board.position;
}

function started(rules: Rules, deck: Powers, asked: Asked, random: Dice): string {
  const players = asked.seats.length;
  const { powers, rules: set, any_pair } = asked;
  const drawing = { rules, deck, set, anyPair: any_pair, players, random };
  let named: string[] = [];
  if (powers.choose === "random") named = drawn(drawing, { ...anything, ...powers }, []);
  if (powers.choose === "free") named = completedBy(drawing, { ...anything, ...powers }, powers.powers);
  let fleece = "";
  if (asked.fleece) {
    if (powers.choose !== "none") throw new RulesError("fleece-players", "");
    fleece = asked.fleece.power ?? anyFleece(drawing);
  }
  return rules.start({
    powers: named.length ? named : asked.seats.map(() => "mortal"),
    rules: set,
    fleece,
    settings: asked.settings,
    first: asked.first,
    anyPair: any_pair,
    draft: powers.choose === "draft" ? (set === "aid" ? "passing" : "challenger") : "",
  });
}

interface Drawing {
  rules: Rules;
  deck: Powers;
  set: RuleSet;
  anyPair: boolean;
  players: number;
  random: Dice;
}

/** Powers by seat; each null is drawn at random to suit the others. */
export function completedBy(drawing: Drawing, filters: Filters, powers: readonly (string | null)[]): string[] {
  const { rules, set, anyPair, players } = drawing;
  if (powers.length !== players) throw new Refusal("setup", "server.error.power-count", { players });
  const named = powers.filter((power) => power !== null);
  rules.suits(named, set, anyPair, players);
  const others = drawn(drawing, filters, named);
  return powers.map((power) => power ?? others.shift()!);
}

/** The named powers, completed with random ones; or why they do not go together (views/matches.py). */
export function matched(rules: Rules, deck: Powers, wish: MatchWish, random: Dice = dice): Match {
  const { powers, rules: set = "printed", ...filters } = wish;
  const players = powers.length;
  const named = powers.filter((power) => power !== null);
  const alone = named.map((power) => [power]);
  const pairs = named.flatMap((one, i) => named.slice(i + 1).map((other) => [one, other]));
  const refused = (code: string, about: string[]): Match => {
    const ban = deck.powers.find((card) => card.id === about[0])?.bans[set]?.[about[1] ?? ""] ?? null;
    return { powers: [], refused: { code, powers: about, ban: code.startsWith("ban") ? ban : null } };
  };
  for (const some of [...alone, ...pairs]) {
    try {
      rules.suits(some, set, false, players);
    } catch (error) {
      if (error instanceof RulesError) return refused(error.code, some);
      throw error;
    }
  }
  try {
    const drawing = { rules, deck, set, anyPair: false, players, random };
    return { powers: completedBy(drawing, { ...anything, ...filters, without: named }, powers), refused: null };
  } catch (error) {
    if (error instanceof RulesError) return refused(error.code, named);
    throw error;
  }
}

const wanted = (card: PowerCard, { hidden, luck, heroes, simple_only }: Filters): boolean =>
  (hidden || !card.hidden) &&
  (luck || !card.luck) &&
  (heroes || card.category !== "hero") &&
  (!simple_only || card.category === "simple");

const poolOf = ({ deck, set }: Drawing, filters: Filters): string[] =>
  deck.powers
    .filter((card) => card.number > 0 && card.rules.includes(set) && !filters.without.includes(card.id))
    .filter((card) => wanted(card, filters))
    .map((card) => card.id);

/** Random powers that can be played together and with those already taken. */
function drawn(drawing: Drawing, filters: Filters, beside: readonly string[]): string[] {
  const { rules, set, anyPair, players, random } = drawing;
  const goes = (powers: readonly string[]): boolean => {
    try {
      rules.suits(powers, set, anyPair, players);
      return true;
    } catch (error) {
      if (error instanceof RulesError) return false;
      throw error;
    }
  };
  const taken = beside.map((power) => power.replace(/~.*/, ""));
  const cards = poolOf(drawing, filters).filter((id) => !taken.includes(id) && goes([...beside, id]));
  const count = players - beside.length;
  for (let i = 0; i < tries && count <= cards.length; i++) {
    const some = shuffled(cards, random).slice(0, count);
    if (goes([...beside, ...some])) return some;
  }
  const search = (found: readonly string[], left: readonly string[]): readonly string[] | null => {
    if (found.length === count) return found;
    for (const [i, card] of left.entries()) {
      const whole = goes([...beside, ...found, card]) ? search([...found, card], left.slice(i + 1)) : null;
      if (whole) return whole;
    }
    return null;
  };
  const last = search([], shuffled(cards, random));
  if (!last) throw new RulesError("no-table", String(players));
  return [...last];
}

function anyFleece(drawing: Drawing): string {
  const { deck, set, random } = drawing;
  const cards = deck.powers.filter((card) => card.rules.includes(set));
  const ids = cards.filter((card) => (set === "revised" ? card.fleece_revised : card.fleece)).map((card) => card.id);
  if (ids.length === 0) throw new RulesError("no-fleece", "");
  return ids[random(ids.length)]!;
}

function shuffled<T>(items: readonly T[], random: Dice): T[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
}
