// The search under hidden information, luck and three sides, and the belief it rests on.
#include "core/search/tree.h"

#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "core/text/notation.h"
#include "core/turn/can_win.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

Square at(std::string_view name) { return *read_square(name); }

Position deal(std::initializer_list<std::string_view> powers, Seat starter = 0) {
    Position p;
    p.players = static_cast<uint8_t>(powers.size());
    p.override_bans = 1;
    p.starter = starter;
    Seat s = 0;
    for (std::string_view key : powers) p.cards[s++] = *find_power(key);
    p = start_dealt(p);
    if (p.stage != Stage::play && p.stage != Stage::deck) p.to_move = setup_decider(p);
    return p;
}

template <class Random>
Position random_play(Position p, int steps, Random& random) {
    for (int n = 0; n < steps && !p.is_over(); ++n) {
        StepList list;
        legal_steps(p, list);
        if (list.empty()) break;
        Position q = p;
        play(q, list[random() % list.size()]);
        if (q.is_over()) break;
        p = q;
    }
    return p;
}

// -- what may be known -----------------------------------------------------------------------------------------------

// Another position that looks the same to the seat.
Position other_truth(const Position& p, Seat seat, std::mt19937_64& random) {
    Position q = p;
    for (Seat s = 0; s < p.players; ++s) {
        if (p.side(s) == p.side(seat)) continue;
        if (p.secret[s] < 25) {
            const bool fate = p.card(s).setup.secret == Secret::fate;
            do q.secret[s] = static_cast<Square>(random() % 25);
            while (fate ? !geometry.fate[q.secret[s]] : has(p.all_workers(), q.secret[s]));
        }
        if (p.card(s).setup.secret == Secret::workers) {
            const int n = count(p.own(s));
            q.workers[p.side(s)] = 0;
            while (count(q.own(s)) < n) {
                const auto sq = static_cast<Square>(random() % 25);
                if (!has(q.all_workers() | q.dome, sq)) q.workers[p.side(s)] |= bit(sq);
            }
        }
    }
    return q;
}

bool same(const TreeResult& a, const TreeResult& b) {
    if (a.lines.size() != b.lines.size() || a.iterations != b.iterations || a.nodes != b.nodes || a.worlds != b.worlds)
        return false;
    for (std::size_t i = 0; i < a.lines.size(); ++i) {
        if (a.lines[i].steps != b.lines[i].steps || a.lines[i].visits != b.lines[i].visits ||
            a.lines[i].chances != b.lines[i].chances)
            return false;
    }
    return a.principal == b.principal && a.principal_world == b.principal_world && a.chances == b.chances;
}

// Two positions with the same view give the same result: a decision reads nothing but the view.
void truth_is_out_of_reach() {
    std::mt19937_64 random(5);
    const std::initializer_list<std::string_view> games[] = {
        {"artemis", "hecate"},        {"pan", "moerae"},
        {"apollo", "tartarus"},       {"demeter", "chaos"},
        {"atlas", "hecate", "chaos"}, {"minotaur", "moerae", "gaea"}};
    for (const auto& powers : games) {
        int compared = 0;
        for (int tries = 0; tries < 400 && compared < 3; ++tries) {
            const Position p = random_play(deal(powers), static_cast<int>(4 + random() % 30), random);
            if (p.is_over() || decider(p) != 0) continue;
            const Position q = other_truth(p, 0, random);
            CHECK(view(p, 0) == view(q, 0));
            if (p == q && powers.size() == 2 && !p.deck) continue;
            context = position_text(p);
            TreeSearch one(7), two(7);
            const TreeLimits limits{60, 0, 3};
            CHECK(same(one.go(SeatView(p, 0), limits), two.go(SeatView(q, 0), limits)));
            CHECK(one.belief()->worlds().size() == two.belief()->worlds().size());
            ++compared;
        }
        CHECK(compared == 3);
    }
    // Such positions do differ: the seat that hides the workers sees it.
    const Position p = read("0000000000000000000000000/1/mortal:b3,d3/hecate:c2,c4");
    Position q = p;
    q.workers[1] = bit(at("a1")) | bit(at("e5"));
    CHECK(SeatView(p, 0) == SeatView(q, 0) && !(SeatView(p, 1) == SeatView(q, 1)));
}

void runs_repeat() {
    std::mt19937_64 random(9);
    for (int i = 0; i < 4; ++i) {
        const Position p = random_play(deal({"triton", "hecate", "siren"}), 12 + 7 * i, random);
        const Seat who = decider(p);
        if (who >= p.players) continue;
        context = position_text(p);
        TreeSearch one(3), two(3);
        CHECK(same(one.go(SeatView(p, who), {80, 0, 4}), two.go(SeatView(p, who), {80, 0, 4})));
    }
}

// -- belief ----------------------------------------------------------------------------------------------------------

using Squares = std::set<Bitboard>;
Squares hidden_workers(const Belief& belief, Side side) {
    Squares out;
    for (const World& w : belief.worlds()) out.insert(w.position.workers[side]);
    return out;
}

void belief_begins_with_everything() {
    const Position p = read("0000000000000000000000000/1/mortal:b3,d3/hecate:c2,c4");
    const Belief belief(SeatView(p, 0));
    CHECK(belief.worlds().size() == 23 * 22 / 2);
    double sum = 0;
    for (const World& w : belief.worlds()) {
        sum += w.weight;
        CHECK(view(w.position, 0) == view(p, 0));
        CHECK(count(w.position.workers[1]) == 2 && !(w.position.workers[1] & w.position.workers[0]));
    }
    CHECK(sum > 0.999999 && sum < 1.000001);
    // The seat that hides them knows where they are.
    CHECK(Belief(SeatView(p, 1)).worlds().size() == 1);
    CHECK(Belief(SeatView(p, 1)).worlds()[0].position == p);

    const Position abyss = read("0000000000000000000000000/1/mortal:b3,d3/tartarus[c5]:c2,c4");
    CHECK(Belief(SeatView(abyss, 0)).worlds().size() == 21);
    CHECK(Belief(SeatView(abyss, 1)).worlds().size() == 1);
    const Position fate = read("0000000000000000000000000/1/mortal:b3,d3/moerae[b2]:c2,c4,e1");
    CHECK(Belief(SeatView(fate, 0)).worlds().size() == 16);
    CHECK(Belief(SeatView(fate, 1)).worlds().size() == 1);
    // Fewer worlds on request, with weights that still add up.
    const Belief small(SeatView(p, 0), 1, 50);
    CHECK(small.worlds().size() <= 50 && small.worlds().size() > 30);
}

// A hidden worker built on c3: one of them stands beside it now, and nobody on it. All such pairs are possible.
void belief_after_a_hidden_turn() {
    Position p = read("0000000000000000000000000/2/mortal:a1,e1/hecate:b2,e5");
    Belief belief(SeatView(p, 0));
    play(p, {StepKind::move, at("b2"), at("b3"), 0});
    belief.advance(SeatView(p, 0));  // nothing was seen
    CHECK(belief.worlds().size() == 253);
    play(p, {StepKind::build, at("b3"), at("c3"), 0});
    CHECK(p.to_move == 0);
    belief.advance(SeatView(p, 0));
    CHECK(!belief.was_rebuilt());
    Squares expected;
    const Bitboard taken = bit(at("a1")) | bit(at("e1")) | bit(at("c3"));
    for (Square a = 0; a < 25; ++a) {
        for (Square b = 0; b < a; ++b) {
            const Bitboard pair = bit(a) | bit(b);
            if (!(pair & taken) && (pair & near(at("c3")))) expected.insert(pair);
        }
    }
    CHECK(hidden_workers(belief, 1) == expected);
    CHECK(expected.contains(p.workers[1]));

    // The seat's own worker runs into somebody on b2: the turn is over, and somebody is there.
    Position q = read("0000000000000000000000000/1/mortal:a1,e1/hecate:b2,e5");
    Belief bumped(SeatView(q, 0));
    const Step step{StepKind::move, at("a1"), at("b2"), 0};
    play(q, step);
    CHECK(q.to_move == 1);
    bumped.advance(SeatView(q, 0), std::span(&step, 1));
    CHECK(bumped.worlds().size() == 22);
    for (const World& w : bumped.worlds()) CHECK(has(w.position.workers[1], at("b2")));
    // Moved to a2 and nothing happened: nobody was there.
    Position r = read("0000000000000000000000000/1/mortal:a1,e1/hecate:b2,e5");
    Belief passed(SeatView(r, 0));
    play(r, {StepKind::move, at("a1"), at("a2"), 0});
    passed.advance(SeatView(r, 0));
    CHECK(passed.worlds().size() == 22 * 21 / 2);
    for (const World& w : passed.worlds()) CHECK(!has(w.position.workers[1], at("a2")));
}

void belief_about_secret_squares() {
    Position p = read("0000000000000000000000000/2/mortal:b3,d3/tartarus[c5]:c2,c4");
    Belief belief(SeatView(p, 0));
    CHECK(belief.worlds().size() == 21);
    // The owner steps on d4 and survives: the Abyss is not there.
    play(p, {StepKind::move, at("c4"), at("d4"), 0});
    play(p, {StepKind::build, at("d4"), at("d5"), 0});
    belief.advance(SeatView(p, 0));
    CHECK(!belief.was_rebuilt());
    CHECK(belief.worlds().size() == 20);
    for (const World& w : belief.worlds()) CHECK(w.position.secret[1] != at("d4"));
    // A gap of many turns: what was ruled out stays ruled out.
    Position q = read("1111122222000000000000000/1/mortal:b3,d3/tartarus[c5]:a5,c1");
    belief.advance(SeatView(q, 0));
    CHECK(!belief.was_rebuilt());
    CHECK(belief.worlds().size() == 18);
    for (const World& w : belief.worlds()) CHECK(w.position.secret[1] != at("d4"));
}

bool hides_from(const Position& p, Seat who, Seat seat) {
    return p.card(who).setup.secret == Secret::workers && p.side(who) != p.side(seat);
}

// Along random games: the true position always stays possible, and every world looks like what is seen.
void belief_keeps_the_truth() {
    std::mt19937_64 random(21);
    const std::initializer_list<std::string_view> games[] = {
        {"mortal", "hecate"}, {"apollo", "hecate"}, {"ares", "tartarus"},          {"hecate", "bia", "harpies"},
        {"gaea", "hecate"},   {"pan", "moerae"},    {"hecate", "minotaur", "gaea"}};
    for (const auto& powers : games) {
        Position p = deal(powers);
        const auto players = p.players;
        std::vector<Belief> beliefs;
        for (Seat s = 0; s < players; ++s) beliefs.emplace_back(SeatView(p, s), s);
        for (int n = 0; n < 45 && !p.is_over(); ++n) {
            StepList steps;
            legal_steps(p, steps);
            if (steps.empty()) break;
            const Seat who = decider(p);
            const Step step = steps[random() % steps.size()];
            const bool secret = who < players && hidden_from(p, static_cast<Seat>((who + 1) % players)) & p.own(who);
            const bool quiet = p.stage == Stage::place || p.stage == Stage::fate || p.stage == Stage::abyss;
            play(p, step);
            context = position_text(p);
            for (Seat s = 0; s < players; ++s) {
                // What others do in the open is announced; what hidden workers do is not.
                const bool told = s == who || (!secret && !quiet);
                beliefs[s].advance(SeatView(p, s), std::span(&step, told ? 1 : 0));
                const auto& worlds = beliefs[s].worlds();
                CHECK(!worlds.empty());
                for (const World& w : worlds) CHECK(view(w.position, s) == view(p, s));
                CHECK(!beliefs[s].was_rebuilt());
                // Inside a hidden turn the belief waits for something to see.
                const Seat next = decider(p);
                const bool inside = p.stage == Stage::place || (p.stage == Stage::play && p.turn.phase != Phase::rest);
                if (p.is_over() || (inside && next < players && hides_from(p, next, s))) continue;
                CHECK(worlds.size() >= Belief::most_worlds / 2 ||
                      std::any_of(worlds.begin(), worlds.end(), [&](const World& w) { return w.position == p; }));
            }
        }
    }
}

// -- decisions -------------------------------------------------------------------------------------------------------

Position after(Position p, const TreeResult& result) {
    for (const Step& step : result.lines.front().steps) play(p, step);
    while (decider(p) == luck) {
        StepList steps;
        legal_steps(p, steps);
        play(p, steps[0]);
    }
    return p;
}

void wins_are_taken_and_losses_stopped() {
    // A step up to level 3 wins.
    for (const char* text : {"0000000000002300000000000/1/mortal:c3,a1/mortal:e5,a5",
                             "0000000000002300000000000/1/mortal:c3,a1/mortal:e5,a5/set=chaos-any-dome",
                             "0000000000002300000000000/1/pan:c3,a1/chaos[atlas|pan,hermes|]:e5,a5/athena:e1,a3"}) {
        const Position p = read(text);
        context = text;
        TreeSearch search(1);
        const TreeResult result = search.go(SeatView(p, 0), {20, 0, 1});
        CHECK(result.certain);
        CHECK(after(p, result).is_over() && after(p, result).winner == 0);
    }
    // The opponent would win on d3 next: only a dome there helps.
    for (const char* text : {"0000000000002300000000000/1/mortal:e2,a1/mortal:c3,a5",
                             "0000000000002300000000000/1/heracles:e2,a1/mortal:c3,a5",
                             "0000000000002300000000000/1/mortal:e2,a1/artemis:c3,a5",
                             "0000000000002300000000000/1/demeter:e2,a1/minotaur:c3,a5/athena:a3,b1",
                             "0000000000002300000000000/1/poseidon:e2,a1/chaos[atlas|apollo,demeter|]:c3,a5"}) {
        const Position p = read(text);
        context = text;
        TreeSearch search(1);
        const TreeResult result = search.go(SeatView(p, 0), {30, 0, 1});
        CHECK(!result.certain);
        const Position q = after(p, result);
        CHECK(q.to_move == 1 && !can_win(q));
    }
    // Two ways to win, and a hidden worker may stand in either: none is certain, but one of them is tried.
    const Position fork = read("0000000000002300030000000/1/mortal:c3,a1/hecate:d3,e5");
    context = position_text(fork);
    TreeSearch search(4);
    const TreeResult result = search.go(SeatView(fork, 0), {200, 0, 2});
    CHECK(!result.lines.empty() && !result.certain);
    const Step first = result.lines.front().steps.front();
    CHECK(first.at == at("c3") && fork.height(first.to) == 3);
}

// The quick look for a win finds what the listing of all turns finds.
void wins_are_found(uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    int wins = 0;
    for (int g = 0; g < games; ++g) {
        Position p;
        p.players = static_cast<uint8_t>(2 + g % 3);
        p.rules = static_cast<RuleSet>(p.players == 2 ? pick(3) : pick(2));
        p.override_bans = 1;
        for (Seat s = 0; s < p.players; ++s) {
            for (bool fits = false; !fits;) {
                p.cards[s] = static_cast<PowerId>(1 + pick(printed_cards));
                fits = allowed_with(p.rules, p.cards[s], p.players);
                for (Seat o = 0; o < s; ++o)
                    fits &= p.cards[o] != p.cards[s] && ban_between(p.rules, p.cards[o], p.cards[s]) != Ban::rule;
            }
        }
        p = start_dealt(p);
        for (int n = 0; n < 300 && !p.is_over(); ++n) {
            StepList steps;
            legal_steps(p, steps);
            if (steps.empty()) break;
            if (p.stage == Stage::play && p.turn.phase == Phase::rest && !p.extra) {
                // Listed only up to a limit: some positions have far too many turns.
                bool found = false, all = true;
                std::size_t listed = 0;
                for (TurnLister turns(p); !found && turns.next();) {
                    const Position& r = turns.result();
                    found = r.is_over() && r.side(r.winner) == p.side(p.to_move);
                    if (++listed > 3000) {
                        all = false;
                        break;
                    }
                }
                context = position_text(p);
                std::vector<Step> how;
                const bool can = can_win(p, &how);
                if (found || all) CHECK(can == found);
                wins += can;
                if (can) {
                    Position q = p;
                    for (const Step& step : how) {
                        CHECK(is_legal(q, step));
                        play(q, step);
                    }
                    CHECK(q.is_over() && q.side(q.winner) == p.side(p.to_move));
                }
            }
            play(p, steps[pick(steps.size())]);
        }
    }
    CHECK(wins > games / 3);
}

void stops_when_told() {
    const Position p = read("0000000000000000000000000/1/mortal:b3,d3/hecate:c2,c4");
    TreeSearch search(1, {.most_nodes = 2000});
    std::thread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        search.stop();
    });
    const auto begin = std::chrono::steady_clock::now();
    const TreeResult result = search.go(SeatView(p, 0), {0, 20'000, 1});
    other.join();
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(5));
    CHECK(!result.lines.empty() && result.nodes <= 2000);
}

// -- the second opinion ----------------------------------------------------------------------------------------------

std::shared_ptr<const Network> no_network;  // the hand-made evaluation will do here

void positions_are_laid_open() {
    CHECK(!Opinion::fits(read("0000000000000000000000000/1/pan:b3,d3/hecate:c2,c4")));
    const Position chaos =
        Opinion::laid_open(read("0000000000000000000000000/1/pan:b3,d3/chaos[atlas|apollo,demeter|]:c2,c4"));
    CHECK(is_searchable(chaos) && chaos.cards[1] == *find_power("atlas"));
    CHECK(!Opinion::fits(read("0000000000000000000000000/1/pan:b3,d3/atlas:c2,c4/athena:a1,e5")));
}

// Two ways up to level 3, one of which is the Abyss, or Fate: who knows that takes the other.
void an_opinion_knows_the_secrets() {
    for (const char* text : {"0000000000002300030000000/1/mortal:c3,a1/tartarus[d3]:e5,a5",
                             "0000000000002300030000000/1/mortal:c3,a1/moerae[d3]:e5,a5,e1"}) {
        const Position p = read(text);
        context = text;
        Opinion opinion(no_network);
        SearchLimits limits;
        limits.nodes = 2000;
        const auto best = opinion.best(p, limits);
        CHECK(best && best->after.is_over() && best->after.winner == 0 && has(best->after.workers[0], at("c2")));
    }
}

// With a time limit, which slow builds reach early, whatever is advised can be played. Without one it takes a win and
// stops one.
void both_advise() {
    std::mt19937_64 random(17);
    const auto advised = [&](const Position& p, const TreeLimits& limits) {
        context = position_text(p);
        TreeSearch search(1, {}, nullptr, std::make_unique<Opinion>(no_network));
        const Seat who = decider(p);
        const TreeResult result = search.go(SeatView(p, who), limits);
        CHECK(!result.lines.empty());
        if (!result.lines.empty()) CHECK(is_legal(view(p, who), result.lines.front().steps.front()));
        return after(p, result);
    };
    for (const std::string_view power : {"hecate", "moerae", "tartarus", "chaos"}) {
        for (const bool first : {true, false}) {
            const Position p = random_play(first ? deal({power, "demeter"}) : deal({"demeter", power}), 24, random);
            if (p.stage == Stage::play && !p.is_over() && decider(p) < 2) advised(p, {.milliseconds = 30});
        }
    }
    const TreeLimits patient{.iterations = 500};
    const Position won = advised(read("0000000000002300000000000/1/mortal:c3,a1/tartarus[e5]:e4,a5"), patient);
    CHECK(won.is_over() && won.winner == 0);
    const Position stopped = advised(read("0000000000002300000000000/1/poseidon:e2,a1/tartarus[a3]:c3,a5"), patient);
    CHECK(!stopped.is_over() && stopped.to_move == 1 && !can_win(stopped));
}

// Whole games: every step advised can be played, in every stage and for every number of players.
void whole_games(uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    const std::string_view secretive[] = {"hecate", "moerae", "tartarus", "chaos"};
    for (int g = 0; g < games; ++g) {
        Position p;
        p.players = static_cast<uint8_t>(2 + g % 3);
        p.rules = static_cast<RuleSet>(p.players == 2 ? pick(3) : pick(2));
        p.override_bans = 1;
        p.starter = static_cast<Seat>(pick(p.players));
        const bool draft = g % 7 == 6;
        for (Seat s = 0; s < p.players && !draft; ++s) {
            for (bool fits = false; !fits;) {
                p.cards[s] = static_cast<PowerId>(1 + pick(printed_cards));
                if (s == 0 && g % 2 == 0) p.cards[s] = *find_power(secretive[pick(4)]);
                fits = allowed_with(p.rules, p.cards[s], p.players);
                if (!fits && s == 0) continue;
                for (Seat o = 0; o < s; ++o)
                    fits &= p.cards[o] != p.cards[s] && ban_between(p.rules, p.cards[o], p.cards[s]) != Ban::rule;
            }
        }
        if (draft) {
            p.stage = Stage::offer;
            p.to_move = p.starter;
        } else {
            p = start_dealt(p);
            if (p.stage != Stage::play && p.stage != Stage::deck) p.to_move = setup_decider(p);
        }
        const auto engine = static_cast<Seat>(pick(p.players));
        TreeSearch search(seed + static_cast<uint64_t>(g), {.most_nodes = 300});
        for (int n = 0; n < 120 && !p.is_over(); ++n) {
            context = position_text(p);
            StepList steps;
            legal_steps(p, steps);
            if (steps.empty()) break;
            const Seat who = decider(p);
            if (who != engine) {
                play(p, steps[pick(steps.size())]);
                continue;
            }
            const TreeResult result = search.go(SeatView(p, who), {6, 0, 1});
            CHECK(!result.lines.empty() && !result.lines.front().steps.empty());
            if (result.lines.empty()) break;
            const Position before = p;
            int played = 0;
            for (const Step& step : result.lines.front().steps) {
                if (played > 0 && (p.is_over() || decider(p) != who || turn_is_over(before, p))) break;
                const bool legal = is_legal(p, step);
                // Something hidden may end a line early, but its first step is always legal.
                CHECK(legal || (played > 0 && hidden_from(before, who)));
                if (!legal) break;
                play(p, step);
                ++played;
            }
            if (!played) break;
        }
    }
}

}  // namespace

void santorini::testing::tree_tests() {
    truth_is_out_of_reach();
    runs_repeat();
    belief_begins_with_everything();
    belief_after_a_hidden_turn();
    belief_about_secret_squares();
    belief_keeps_the_truth();
    wins_are_taken_and_losses_stopped();
    wins_are_found(3, 60);
    positions_are_laid_open();
    an_opinion_knows_the_secrets();
    both_advise();
    stops_when_told();
    whole_games(31, 28);
}
