// The quick generator against the machine: the same outcomes, each once, by steps that lead to it.
#include <algorithm>
#include <tuple>
#include <vector>

#include "core/turn/generator.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

constexpr uint64_t most_turns = 6000;  // the machine is slow

// Adds blocks and domes, so that high and closed squares come early.
Position raised(Position p, std::mt19937_64& random) {
    for (Square s = 0; s < 25; ++s) {
        for (unsigned n = static_cast<unsigned>(random() % 4); n > 0 && !has(p.dome | bit(p.ram), s); --n) {
            if (p.height(s) < 3) {
                p.raise(s);
            } else if (!has(p.all_workers() | p.tokens[0] | p.tokens[1] | p.tokens[2] | p.tokens[3], s)) {
                p.dome |= bit(s);
            }
        }
    }
    return p;
}

int compared = 0;  // positions

void compare(const Position& p, bool with_steps) {
    thread_local Generator quick;
    context = position_text(p) + words_of(p);
    if (p.is_over() || p.stage != Stage::play || p.turn.phase != Phase::rest) return;
    if (!p.extra && hidden_from(p, acting_seat(p)) == 0) CHECK(has_turn(p) == TurnLister(p).next());
    if (!quick.take(p)) return;
    const uint64_t counted = quick.number(most_turns);
    if (counted > most_turns) return;
    ++compared;
    std::vector<uint64_t> slow, fast;
    for (TurnLister turns(p); turns.next();) slow.push_back(turns.result().hash());
    context += " counted " + std::to_string(counted) + " listed " + std::to_string(slow.size());
    CHECK(counted == slow.size());
    CHECK(quick.take(p));
    quick.list([&] {
        fast.push_back(quick.result().hash());
        if (!with_steps) return;
        Position q = p;
        for (const Step& step : quick.steps()) {
            if (!is_legal(q, step)) break;
            play(q, step);
        }
        CHECK(q == quick.result());
    });
    std::sort(slow.begin(), slow.end());
    std::sort(fast.begin(), fast.end());
    CHECK(fast == slow);
}

void compare_along_a_game(Position p, std::mt19937_64& random) {
    for (int n = 0; n < 300 && !p.is_over() && failures < 20; ++n) {
        if (p.turn.phase == Phase::rest && p.stage == Stage::play) {
            compare(p, random() % 16 == 0);
            if (random() % 4 == 0) compare(raised(p, random), false);
        }
        StepList steps;
        legal_steps(p, steps);
        if (steps.empty()) break;
        play(p, steps[random() % steps.size()]);
    }
}

// Invented cards, each in a position that was once counted or listed wrongly.
struct Pinned {
    struct Said {
        std::string_view group, name;
        int value = 0;  // 0: no word
    };
    Said words[4];
    std::string_view power, position;  // the card's name, and where it plays
};
constexpr Pinned pinned[] = {
    {{{"end", "token", 1}, {"everyone", "whirl", 1}, {"power", "once", 1}},
     "token_once",
     "0000000000000000000000000/1/token_once:a5,c1/hestia:d3,a1/set=any-pair"},
    {{{"end", "take_block", 1}, {"power", "once", 1}},
     "block_once",
     "0000000000000000000000000/1/block_once:c4,e3/bellerophon:a4,a2/set=any-pair"},
    {{{"setup", "order", 2}, {"setup", "secret", 1}, {"end", "bind", 1}, {"power", "once", 1}},
     "hidden_bind_once",
     "2000000000001100010000000/2/hidden_bind_once[x;a4]:d3,d1/atalanta:e5,a4/set=any-pair"},
    {{{"setup", "sexes", 1}, {"move", "moves", 3}, {"opponent", "no_climb", 1}, {"win", "towers", 4}},
     "women_on_the_rim",
     "0240141030211401112001100/1/women_on_the_rim[c2]:c2,d2/eros[fa5]:a5,a1/rules=revised/set=any-pair"},
    {{{"setup", "order", 1}, {"setup", "where", 1}, {"move", "removes_behind", 1}, {"power", "again", 2}},
     "extra_removing",
     "0010110140011030120110100/1/extra_removing:d5,e2/limus:a3,c1/set=any-pair/extra=1"},
    {{{"setup", "waiting", 2}, {"setup", "secret", 2}, {"everyone", "place_on_dome", 1}},
     "hidden_reaction",
     "3340202113333102231032331/2/hidden_reaction:b5,d5/hephaestus:d4,e1/set=any-pair"},
    {{{"setup", "waiting", 2}, {"start", "corners", 1}, {"build", "before", 2}, {"everyone", "place_on_dome", 1}},
     "corners_reaction",
     "0000001010000000010000000/1/corners_reaction:b5,b2/adonis[x;b2]:d3,b1/set=any-pair"},
    {{{"setup", "order", 1}, {"setup", "secret", 4}, {"power", "abyss", 1}},
     "two_abysses",
     "0000000000000000000000001/2/two_abysses[a4]:d2,e2/tartarus[c3]:b4,b3/set=any-pair"},
    {{{"setup", "workers", 3}, {"setup", "secret", 3}, {"start", "corners", 1}, {"win", "takes_fate", 1}},
     "corners_and_gaea",
     "0010000010000110312001010/1/corners_and_gaea[c2]:c4,c3,d1/gaea:b3,e1/set=any-pair"},
    {{{"move", "into", 1}, {"move", "moves", 6}, {"opponent", "carry", 1}},
     "unseen_ideas",
     "0000000000000000000000000/1/unseen_ideas:c3,c1/hecate:c4,b1/rules=revised/set=any-pair"},
    {{{"turn", "enter", 1}, {"move", "moves", 6}, {"power", "once", 1}},
     "come_in_or_all_move",
     "0000000000000000000000000/1/come_in_or_all_move:c5,b2/heracles:a5,d3/set=any-pair"},
    {{{"move", "instead", 1}, {"end", "exchange", 1}},
     "exchange_twice",
     "1010000000112100000021000/1/exchange_twice:b4,b1/dionysus:d5,c4/set=any-pair"},
    {{{"setup", "waiting", 3}, {"build", "coins", 1}, {"opponent", "coins", 1}},
     "coin_underfoot",
     "0100000010111001000000100/2/coin_underfoot[0|d4,a3,a2]:a3,c3/persephone:a2,b2/rules=revised/set=any-pair"},
    {{{"move", "climb", 2}, {"power", "again", 1}, {"power", "once", 1}},
     "spent_and_earned",
     "0001000300020200000000101/1/spent_and_earned:c5,d4/nemesis:b4,c3/set=any-pair"},
};

void pinned_positions() {
    for (const Pinned& pin : pinned) {
        Power power;
        for (const auto& [group, name, value] : pin.words)
            if (value) find_word(group, name)->set(power, value);
        CHECK(make_power(pin.power, power).has_value());
        const Position p = read(pin.position);
        compare(p, true);
        CHECK(count_turns(p) == listed_perft(p, 1));  // also where the generator leaves it to the machine
    }
    // A woman's dome on three blocks that only she reaches is a tower.
    compare(read("1232103030221313031001232/1/selene[b2]:b2,b1/chaos[prometheus|apollo,artemis,athena,atlas,demeter,"
                 "hephaestus,hermes,minotaur,pan|;fd4]:d4,d3/rules=revised/set=terpsichore-pass,bga-start,any-pair"),
            true);
}

// Each depends on one thing that a shortcut has to know and that random games seldom reach.
constexpr std::string_view shortcuts[] = {
    // A worker comes in on the last square that the other worker could have built on.
    "0004000004003000000000000/1/terpsichore:d4,b1/gaea:a5,a4",
    // Two towers: a worker may have come in beside either, or one beside each.
    "0000003030000000000000000/1/terpsichore:b2,d2/gaea:e5,a5",
    "0000003030000000000000000/1/hestia:c2,a1/gaea:e5,a5",
    "0000003030000000000000000/1/demeter:c2,a1/gaea[1]:e5,a5",
    // .. and further builds on squares where one might come in.
    "0000000000000003300004000/1/poseidon:d5,a1/gaea:e2,e1",
    // A dome, and a song that builds nothing.
    "0000003000000000000000000/1/siren[n]:b2,d2/gaea:e5,a5",
    // Swept into the Abyss, and past it if nobody knew of it.
    "0000000000000000000000000/1/tartarus[c3]:a3,e5/harpies:a1,e1",
    // Swept on from where another worker stood; a worker that is pushed stands in the way.
    "0000000000000000000000000/1/apollo:b3,e5/harpies:c3,e1",
    "0000000000000000000000000/1/minotaur:a3,e5/harpies:b3,e1",
    // A build ahead of a move through the whirlpools, over one of them, or into the Abyss.
    "0000000000000000000000000/1/achilles:b2,e5/charybdis[b3,d4]:a1,e1",
    // A worker straight behind the whirlpool is removed, and its space may be built on.
    "0000001100000210101010000/1/bia:a5,b3/charybdis[e4,b2]:c3,e3",
    "0000000000020000032000000/1/achilles:b2,e5/charybdis[b3,c2]:a1,e1",
    "0000000000000000000000000/1/achilles:b2,e5/tartarus[b3]:a1,e1",
    // Towers that earn an additional turn, and one that earns none because nobody could move in it.
    "4000000300003000000000000/1/dionysus:b3,e5/jason:d3,c1",
    "0004000044000004400003000/1/dionysus:c3,d1/jason:e5,a1",
    // The last additional turn, and one that earns another.
    "4000000100001000000000000/1/dionysus:b3,e5/jason:d3,c1/extra=1",
    "4000000300001000000000000/1/dionysus:b3,e5/jason:d3,c3/extra=1",
    // Swept round the board and home, both workers; one of them after a climb; or another worker is in the way.
    "0000000000000000000000000/1/urania:a1,e3/harpies:c5,d5",
    "0000000000000010000000001/1/urania:a1,e3/harpies:c5,d5",
    "0000000000000000000000000/1/urania:a1,e3/harpies:c1,c3",
    "0000000000000000000000000/1/urania:a1,c1/harpies:b5,d4",
    // A bound worker goes on along the perimeter; it may win only beside the binder.
    "0000000000000000000000000/1/triton:a3,e5/aphrodite:b2,d1",
    "0000000000233002000030000/1/triton:b3,e5/aphrodite:c4,d1",
    // Moves and builds that run into hidden workers, before and after a hero's power is used, and back at home.
    "0000000000000000000000000/1/atalanta:b2,d4/hecate:c3,e1",
    "0040044400000000000000044/1/atalanta:b5,e2/hecate:a5,e3",
    "0012000230011200000000000/1/atalanta:b3,d4/hecate:c3,d5",
    "0000000000000000000000000/1/artemis:b2,d4/hecate:c3,e1",
    // .. where it is not obvious that the turn could have gone on.
    "4444044444444440000444444/1/terpsichore:a2,d2/hecate:b2,e5",
    "4444004444044440444444444/1/theseus:a2,a4/hecate:a3,e5",
    // A climb is demanded: with a hero's power, without, and where only the power makes it possible.
    "0000000000000000000000000/1/odysseus:b2,d4/persephone:a1,e5",
    "0000000000001000100000000/1/odysseus:b2,d4/persephone:a1,e5",
    "0000000000000001000000000/1/odysseus:b2,d4/persephone:a2,e5",
    "0000000000000001000000000/1/jason:b2,d4/persephone:a2,e5",
    "0000000000000001000000000/1/jason:b2,d4/persephone:a1,e5",
    // Workers in different corners by different ways.
    "0000000000000000000000000/1/odysseus:b2,d4/mortal:a1,b1",
    "0000000000000000000000000/1/odysseus:a2,b2/graeae:a1,b1,c1",
    // A song that moves a row of workers, and others that cannot move.
    "0000000000000000000000000/1/siren[n]:a1,e1/graeae:c2,c3,b4",
    "0040000000000000000000000/1/siren[n]:a1,e1/graeae:c2,c3,c4",
    // Two builds on one square complete a tower.
    "0000000000002000300000000/1/chaos[prometheus|apollo,pan|]:b2,d4/mortal:a5,e1",
    // Whoever cannot move next is out, wherever Charon has carried the workers to.
    // NOLINTBEGIN(bugprone-suspicious-missing-comma): these two are longer than a line.
    "0303033020121130012030031/3/selene[e2]:a5,e2/graeae[fe1]:c3,a2,e1/charon[fb5]:b5,e5/rules=revised"
    "/set=chaos-any-dome,bga-start,any-pair",
    "044312213x42022134yy2434x/1/charon:d4,d3/atlas:e5,e3/morpheus[0]:c4,a2/rules=revised"
    "/set=chaos-any-dome,terpsichore-pass,bga-start,any-pair",
    // NOLINTEND(bugprone-suspicious-missing-comma)
    // Level moves of two workers, one of them bound, both, or in a lane where they cannot pass each other.
    "0000000000000000000000000/1/hermes:a1,c3/aphrodite:b2,e5",
    "0000000000000000000000000/1/hermes:a1,e1/aphrodite:b2,e5",
    "4444400000044444444444440/1/hermes:a4,c4/aphrodite:a3,e1",
};

void shortcuts_end_as_the_machine_does() {
    for (const std::string_view text : shortcuts) {
        const int before = compared;
        compare(read(text), true);
        CHECK(compared == before + 1);
    }
}

}  // namespace

namespace santorini::testing {

void quick_tests() {
    pinned_positions();
    shortcuts_end_as_the_machine_does();
    quick_tests(6, 40, 20);
}

int quick_tests(uint64_t seed, int games, int mixed) {
    std::mt19937_64 random(seed);
    for (int g = 0; g < games && failures < 20; ++g) compare_along_a_game(random_table(random), random);
    for (int g = 0; g < mixed && failures < 20; ++g) {
        const Position p = mixed_table(random);
        compare_along_a_game(p, random);
        compare_along_a_game(p, random);
    }
    return compared;
}

}  // namespace santorini::testing
