// Sentences for clients: a key of the catalogue, the values of its placeholders and the squares it is about.
#pragma once

#include "core/position.h"
#include "core/state/json.h"

namespace santorini {

struct Question;  // core/questions/why.h

// What restricts the seat, except by its own cards, which its player knows anyway.
void write_restrictions(Json& json, const Position& view, Seat seat);

// Why the seat cannot do that, the most telling reason first. If a card forbids it, the sentence for its restriction
// follows.
void write_reasons(Json& json, const Position& view, Seat seat, const Question& question);

}  // namespace santorini
