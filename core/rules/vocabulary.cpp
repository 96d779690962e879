#include "core/rules/vocabulary.h"

namespace santorini {

const Word* find_word(std::string_view group, std::string_view name) {
    for (const Word& w : vocabulary()) {
        if (w.group == group && w.name == name) return &w;
    }
    return nullptr;
}

std::optional<std::string_view> contradiction(const Power& p) {
    const End& e = p.end;
    const int ends = e.take_block + (e.petrify != Petrify::none) + (e.unmoved_builds != 0) + (e.token != Token::none) +
                     (e.wind != Wind::none) + (e.exchange != Exchange::none) + (e.domes != Domes::none) + e.slay +
                     (e.sink != Sink::none) + (e.bind != Bind::none);
    if (ends > 1) return "end";
    // Each of these words replaces the ordinary moves and builds of a turn in its own way.
    const bool all = p.move.moves == Moves::all, travel = p.move.moves == Moves::travel;
    const bool stock = p.build.builds == Builds::stock, dome_builds = p.build.domes != Domes::none;
    if ((all || travel) &&
        (p.build.before != Before::none || p.move.ferry || p.move.instead != Instead::none || stock || dome_builds))
        return "move.moves";
    // A turn keeps one count: of its moves, or of the pieces it has spent.
    if (stock && (p.move.moves == Moves::two || p.move.moves == Moves::two_freely)) return "move.moves";
    if (all && (p.build.builds != Builds::one || p.build.by != Builder::mover || p.build.woman_dome))
        return "move.moves";
    if (dome_builds && (p.build.builds != Builds::one || p.build.by != Builder::mover)) return "build.domes";
    if (dome_builds && p.build.domes == Domes::anywhere_two) return "build.domes";
    if (p.build.before != Before::none && (p.move.ferry || p.move.instead != Instead::none)) return "build.before";
    if (p.start.corners + (p.turn.song != Song::none) + p.move.ferry + (p.move.instead != Instead::none) > 1)
        return "start.corners";
    if (p.turn.exchange && e.exchange != Exchange::none) return "turn.exchange";
    if (p.start.stock != stock) return "start.stock";
    // The card keeps one number and one set of tokens.
    if (stock + p.build.coins + p.everyone.place_on_dome > 1) return "setup.waiting";
    if (p.build.coins && e.token != Token::none) return "build.coins";
    if ((p.opponent.coins != Coins::open) != p.build.coins) return "opponent.coins";
    if ((p.everyone.whirl != Whirl::none) != (e.token == Token::anywhere)) return "everyone.whirl";
    if (p.everyone.closed_token != (e.token == Token::beside_mover)) return "everyone.closed_token";
    if (p.everyone.wind != (e.wind != Wind::none)) return "everyone.wind";
    if ((p.setup.aim == Aim::song) != (p.turn.song != Song::none) || (p.setup.aim == Aim::wind && !p.everyone.wind))
        return "setup.aim";
    if ((p.setup.secret == Secret::fate) != p.win.takes_fate) return "setup.secret";
    if ((p.setup.secret == Secret::abyss) != p.abyss) return "setup.secret";
    if (p.setup.waiting && !p.build.coins && !p.everyone.place_on_dome) return "setup.waiting";
    if (p.everyone.place_on_dome && p.setup.workers + p.setup.waiting > 4) return "setup.waiting";
    if (p.setup.workers < 1) return "setup.workers";
    const bool opposite = p.setup.where == Placing::opposite_edges || p.setup.where == Placing::opposite_corners;
    if (opposite && p.setup.workers != 2) return "setup.where";
    if (p.build.woman_dome && !p.setup.sexes) return "setup.sexes";
    if (p.turn.enter != Enter::none && (!p.once || p.setup.workers > 3)) return "turn.enter";
    if (p.win.exactly && !p.win.drop) return "win.exactly";
    if (p.their_power && p.again == Again::none) return "power.their_power";
    // A card that borrows a power says nothing else: the words are those of the borrowed power.
    if (p.setup.deck || p.start.steal) {
        Power rest = p;
        rest.setup.deck = rest.start.steal = false;
        if (!(rest == Power{}) || (p.setup.deck && p.start.steal)) return "start.steal";
    }
    return std::nullopt;
}

}  // namespace santorini
