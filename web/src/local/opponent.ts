// The computer at a local table: the engine in its worker plays at a level; choices in a draft are based on the results
// of games (draft.ts).
import { Engine } from "../core/engine.ts";
import type { Rules } from "../core/rules.ts";
import type { Answer } from "../net/schema.gen.ts";
import { dice } from "./create.ts";
import { data } from "./data.ts";
import { draftChoice } from "./draft.ts";
import type { Look } from "./looks.ts";

const drafts = ["offer", "take", "begin", "deal", "discard", "keep"];

const told = ([view, step]: Look, seat: number): string => `look ${view} ${seat}${step ? ` ${step}` : ""}`;

export class Opponent {
  private readonly engine = new Engine();
  /** What the engine has been shown, and for which seat of which game. */
  private shown: { key: string; looks: string[] } = { key: "", looks: [] };

  constructor(private readonly rules: Rules) {}

  /** The steps that a level plays on a seat. Empty if the engine fails: then any legal step will do. */
  async play(view: string, seat: number, level: number, game = "", looks: readonly Look[] = []): Promise<string[]> {
    const [levels, pairings, deck] = await Promise.all([data.levels(), data.pairings(), data.powers()]);
    const { board } = this.rules.look(view);
    const settings = levels[level - 1] ?? {};
    if (drafts.includes(board.stage)) {
      const table = pairings[board.rules] ?? pairings.printed!;
      const softness = settings.focus ? 0 : (settings.softness ?? 0); // a level that sometimes focuses does so here
      const choice = draftChoice(this.rules, view, seat, softness, { table, deck, random: dice });
      return choice ? [choice] : [];
    }
    const wish = Object.entries(settings).map(([name, value]) => `${name} ${value}`);
    const asked = [`position ${view}`, `play ${wish.join(" ")} seed ${dice(2 ** 32)}`];
    const said = await this.engine.ask([...this.news(`${game}/${seat}`, seat, looks), ...asked], "played");
    if (!said) this.shown = { key: "", looks: [] }; // a worker that died has forgotten everything
    return said.split(";").filter(Boolean);
  }

  /** What the strongest level would play, what that does and why. */
  async hint(view: string, seat: number, game: string, looks: readonly Look[]): Promise<Answer> {
    const steps = await this.play(view, seat, (await data.levels()).length, game, looks);
    return JSON.parse(await this.engine.ask([`hint ${view} ${seat} ${steps.join(";")}`], "hint")) as Answer;
  }

  close(): void {
    this.engine.close();
  }

  /** The lines that show the engine those looks of the seat that it does not know yet. */
  private news(key: string, seat: number, looks: readonly Look[]): string[] {
    const lines = looks.map((look) => told(look, seat));
    const { shown } = this;
    const goesOn = shown.key === key && shown.looks.every((line, i) => line === lines[i]);
    this.shown = { key, looks: lines };
    return goesOn ? lines.slice(shown.looks.length) : ["forget", ...lines];
  }
}
