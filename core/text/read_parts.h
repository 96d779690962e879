// Shared only by the files that read position texts.
#pragma once

#include <vector>

#include "core/text/text_parts.h"

namespace santorini {

// -- read_words.cpp: lists, numbers and squares
std::vector<std::string_view> split(std::string_view text, char at);
std::optional<int> read_number(std::string_view text, int most);
std::optional<Bitboard> read_squares(std::string_view text, char between = ',');
// `key[items]` -> key and items; false if the brackets do not match.
bool split_brackets(std::string_view text, std::string_view& key, std::string_view& items, std::string_view& rest);

// -- read_card.cpp: what is written in a card's brackets. `seat` is its owner; the shared card has none.
Problem read_items(Position& p, const Power& card, Seat slot, std::optional<Seat> seat, std::string_view items);

// -- read_field.cpp: one `name=value` after the seats
Problem read_field(Position& p, std::string_view name, std::string_view value);

}  // namespace santorini
