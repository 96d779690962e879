// What is said in words: a key of the catalogue, the values of its placeholders and the squares it is about.
#pragma once

#include "core/position.h"
#include "core/state/json.h"

namespace santorini {

struct Question;  // core/questions/why.h

// What binds the seat, of cards that are not its own: those it has before it.
void write_restrictions(Json& json, const Position& view, Seat seat);

// Why the seat cannot do that, the most telling reason first, each followed by what the card says that it names.
void write_reasons(Json& json, const Position& view, Seat seat, const Question& question);

}  // namespace santorini
