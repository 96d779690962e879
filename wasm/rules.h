// Questions about the rules that the page asks: a name and arguments as lines of text, answered with JSON.
#pragma once

#include <string>
#include <string_view>

namespace santorini {

// The first line names the question, the others are its arguments. The answer is a JSON document. It holds `error` (a
// code and the piece of text it is about) if something cannot be read or played.
//
//   look POSITION                   the board, who decides, the legal steps, how the game ended
//   view POSITION SEAT              the position as the seat may see it, 0 for a spectator; answered like `look`
//   play POSITION STEP ..           legal steps: their effects, the board after them, whether the turn is over
//   turn POSITION TEXT              a turn text, read as a whole: its steps, effects and result
//   turns POSITION [MOST]           the legal turns, one for each outcome
//   perft POSITION DEPTH            how many positions there are after DEPTH turns
//   steps POSITION TEXT             the steps of a turn text, or of the beginning of one, as texts
//   why POSITION SEAT SQUARE [FROM] why the square cannot be chosen; `why POSITION SEAT step STEP` for a written step
//   restrictions POSITION SEAT      what cards of others forbid or demand of the seat
//   goal POSITION SEAT GOAL         whether the seat's turn that led there reaches a lesson's goal, and a reply if not
//   give_up POSITION SEAT REASON    the seat resigns, or its time has run out
//   pass POSITION                   the same board with the next seat to move: what would it do?
//   turned POSITION SYMMETRY        the board rotated or mirrored, 0 to 7
//   movers POSITION ..              the power of the seat to move in each of the positions
//   parts POSITION                  the position as plain data, for an editor (core/state/parts.h)
//   join PART ..                    the text of the position with these parts, whether it is possible or not
//
// For a game without a server, where the page knows the true position as the server would:
//
//   start POWERS RULES FLEECE SETTINGS FIRST ANY_PAIR DRAFT    the first position; lists have commas, "" is none
//   suits POWERS RULES ANY_PAIR PLAYERS                        whether these powers go together: an error says why not
//   truth POSITION                  who decides, who is out, what luck may draw, how it ended
//   choose POSITION SEAT STEP       a step chosen by what the seat sees: whether it reveals something, whether it wins
//   told POSITION SEAT over|on STEP ..   a turn as the seat may know it, its effects, and the position after it
std::string answer(std::string_view question);

}  // namespace santorini
