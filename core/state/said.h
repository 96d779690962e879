// Sentences for clients: a key of the catalogue, the values of its placeholders and the squares it is about.
#pragma once

#include "core/position.h"
#include "core/state/json.h"

namespace santorini {

struct Question;  // core/questions/why.h

// What binds the seat, except by its own cards, which it has before it.
void write_restrictions(Json& json, const Position& view, Seat seat);

// Why the seat cannot do that, the most telling reason first. A reason that names a card is followed by the card's
// text.
void write_reasons(Json& json, const Position& view, Seat seat, const Question& question);

}  // namespace santorini
