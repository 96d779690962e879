#include "core/state/said.h"

#include <string>

#include "core/questions/why.h"
#include "core/state/board.h"
#include "core/text/names.h"
#include "core/text/position_text.h"

namespace santorini {
namespace {

void write_restriction(Json& json, const Restriction& r) {
    json.open('{').item("key", std::string("server.restriction.").append(name_in(restriction_names, r.kind)));
    json.key("args").open('{').item("power", key_of(r.power));
    if (r.seat < no_seat) json.item("seat", r.seat + 1);
    if (r.direction < no_direction) json.item("direction", direction_name(r.direction));
    json.close('}');
    write_squares(json.key("squares"), r.squares);
    json.close('}');
}

void write_reason(Json& json, const Position& view, const Why& one) {
    json.open('{').item("key", std::string("server.why.").append(name_in(why_names, one.code))).key("args").open('{');
    if (on_board(one.square)) json.item("square", square_name(one.square));
    if (on_board(one.other)) json.item(one.code == WhyCode::not_beside ? "dome" : "worker", square_name(one.other));
    if (one.seat < no_seat) json.item("seat", one.seat + 1);
    if (one.power != no_power) json.item("power", key_of(one.power));
    if (one.restriction) json.item("restriction", name_in(restriction_names, *one.restriction));
    if (one.code == WhyCode::high) json.item("height", on_board(one.square) ? view.height(one.square) : 0);
    json.close('}').key("squares").open('[');
    if (on_board(one.square)) json.value(square_name(one.square));
    if (on_board(one.other)) json.value(square_name(one.other));
    json.close(']').close('}');
}

}  // namespace

void write_restrictions(Json& json, const Position& view, Seat seat) {
    json.open('[');
    for (const Restriction& r : restrictions(view, seat)) {
        if (r.seat >= no_seat || view.side(r.seat) != view.side(seat)) write_restriction(json, r);
    }
    json.close(']');
}

void write_reasons(Json& json, const Position& view, Seat seat, const Question& question) {
    json.open('[');
    for (const Why& one : why(view, seat, question)) {
        write_reason(json, view, one);
        if (one.code != WhyCode::power) continue;
        for (const Restriction& r : restrictions(view, seat)) {
            if (r.kind == one.restriction && r.seat == one.seat) write_restriction(json, r);
        }
    }
    json.close(']');
}

}  // namespace santorini
