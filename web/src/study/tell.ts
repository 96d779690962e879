// A line of the engine in words: who does what, turn after turn.
import { type Rules, RulesError } from "../core/rules.ts";
import { recordedName } from "../words/players.ts";
import { tellTurn } from "../words/telling.ts";
import { t } from "../words/words.ts";

const most = 4;

/** The first turns of a line. It ends early if the position has changed meanwhile and a turn is no longer possible. */
export function tellLine(
  rules: Rules,
  position: string,
  turns: readonly string[],
  headers: Readonly<Record<string, string>>,
): string[] {
  const nameOf = (seat: number): string => recordedName(headers, seat);
  const said: string[] = [];
  try {
    let { board } = rules.look(position);
    for (const text of turns.slice(0, most)) {
      const played = rules.turn(board.position, text);
      const turn = { seat: board.decider, text, effects: [...played.effects] };
      const what = tellTurn({ board, nameOf, you: 0 }, turn, board.position);
      said.push(t("say.turn", { who: nameOf(board.decider), what }));
      board = played.board;
    }
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
  }
  return said;
}
