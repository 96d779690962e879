// The core's own tests, without Python: they run under the sanitizers too (make sanitize).
#include <algorithm>
#include <random>
#include <vector>

#include "core/text/notation.h"
#include "core/turn/bulk.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

void geometry_is_a_board() {
    int neighbours = 0;
    for (Square s = 0; s < 25; ++s) {
        neighbours += count(near(s));
        CHECK(count(geometry.ring[s]) == 8);
        CHECK(around(bit(s)) == near(s));
        for (unsigned k = 0; k < 8; ++k) CHECK(turned(near(s), k) == near(turned(s, k)));
    }
    CHECK(neighbours == 4 * 3 + 12 * 5 + 9 * 8);
    CHECK(count(perimeter_squares) == 16 && count(corner_squares) == 4);
}

void blocks_go_up_and_down() {
    Position p;
    for (int h = 0; h < 3; ++h) {
        CHECK(p.height(7) == h);
        p.raise(7);
    }
    for (int h = 3; h > 0; --h) {
        CHECK(p.height(7) == h);
        p.lower(7);
    }
    CHECK(p.level[0] == 0);
}

void counts_of_the_plain_game() {
    const Position p = read("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4");
    const uint64_t known[] = {68, 5156, 350208, 24545388};
    for (int depth = 1; depth <= 4; ++depth) CHECK(perft(p, depth) == known[depth - 1]);
    CHECK(listed_perft(p, 2) == known[1]);
}

// Random games of random powers: nothing crashes, texts and hashes agree, the game can go on after every offered step.
void random_games(uint64_t seed, int games) {
    std::mt19937_64 random(seed);
    const auto pick = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
    for (int g = 0; g < games; ++g) {
        Position p = random_table(random);
        for (int n = 0; n < 600 && !p.is_over(); ++n) {
            context = position_text(p);
            const Position again = read(context);
            CHECK(again == p);
            CHECK(again.hash() == p.hash());
            StepList steps;
            legal_steps(p, steps);
            if (steps.empty()) {
                CHECK(p.turn.phase == Phase::rest && !has_turn(p));
                break;
            }
            Effects effects;
            play(p, steps[pick(steps.size())], &effects);
            CHECK((p.all_workers() & p.dome) == 0);
            CHECK((p.workers[0] & p.workers[1]) == 0 && ((p.workers[0] | p.workers[1]) & p.workers[2]) == 0);
            CHECK((p.women & ~p.all_workers()) == 0);
            for (Seat s = 0; s < p.players; ++s) {
                const Position v = view(p, s);
                CHECK(p.is_over() || (v.all_workers() & hidden_from(p, s)) == 0);
            }
        }
    }
}

// A text with a few characters changed, removed or inserted: those of the notation, and invalid bytes.
std::string spoiled(std::string text, std::mt19937_64& random) {
    const std::string letters = "0123456789abcdexyz/:[];|,=+-#?*^ABCDEfn\n. ()~>@!\xe2\x80\xae\xff";
    for (unsigned k = 0; k < 1 + random() % 4; ++k) {
        const std::size_t at = random() % text.size();
        switch (random() % 3) {
            case 0:
                text[at] = letters[random() % letters.size()];
                break;
            case 1:
                text.erase(at, 1 + random() % 3);
                break;
            default:
                text.insert(at, 1, letters[random() % letters.size()]);
        }
        if (text.empty()) text = "/";
    }
    return text;
}

// Garbage: spoiled texts are refused or played, but never crash.
void garbage(uint64_t seed, int texts) {
    std::mt19937_64 random(seed);
    const std::string seeds[] = {
        "0001002000300000000000000/1/hermes:b3,d3/persephone:c2,c4",
        "0001002000300000000000000/2/adonis[x;c2]:b3,d3/morpheus[3]:c2,c4/turn=building,moved:c4,mover:c4,count:1",
        "4101202110011400102000100/1/chaos[pan|apollo,atlas|]:a3,c3/clio[2|b2]:e4,a1/rules=revised/set=chaos-any-dome",
        "0000000000000000000000000/2/hecate:b3,d3/gaea[1]:c2,c4/tartarus/extra=1/turn=ending,reactor:1,dome:c3",
        std::string("0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4/fleece=terpsichore@e5/") +
            "turn=moving,moved:b3,mover:b3,holders:3"};
    for (int i = 0; i < texts; ++i) {
        const std::string text = spoiled(seeds[random() % std::size(seeds)], random);
        context = text;
        const auto result = read_position(text);
        if (!std::holds_alternative<Position>(result)) continue;
        Position p = std::get<Position>(result);
        CHECK(read(position_text(p)) == p);
        (void)short_text(p);
        for (unsigned k = 0; k < 8; ++k) (void)p.turned(k);
        for (const char* turn :
             {"b3-b4-c4 +c3^ (*d4) ~pan #", "b3-b4-b3-b4 b4+c3 x", "*b3 *d3 ?c4 @n", "c4>c5 . pass"}) {
            (void)read_turn(p, turn, true);
            (void)read_turn(p, spoiled(turn, random), random() % 2 == 0);
        }
        for (int n = 0; n < 30 && !p.is_over(); ++n) {
            StepList steps;
            legal_steps(p, steps);
            if (steps.empty()) break;
            play(p, steps[random() % steps.size()]);
        }
    }
}

void rules_tests() {
    geometry_is_a_board();
    blocks_go_up_and_down();
    counts_of_the_plain_game();
    random_games(1, 400);
    garbage(2, 4000);
}

struct Part {
    std::string_view name;
    void (*run)();
};
constexpr Part parts[] = {{"batch", batch_tests},    {"encoding", encoding_tests}, {"prover", prover_tests},
                          {"quick", quick_tests},    {"rules", rules_tests},       {"search", search_tests},
                          {"threads", thread_tests}, {"training", training_tests}, {"traits", traits_tests},
                          {"tree", tree_tests}};

}  // namespace

// Without arguments runs everything, otherwise the named parts. `quick SEED GAMES MIXED` and `encoding SEED GAMES
// MIXED`: a long run of that part, with this many games of printed cards and this many invented cards.
int main(int argc, char** argv) {
    for (const std::string_view part : {"quick", "encoding"}) {
        if (argc != 5 || argv[1] != part) continue;
        const auto number = [&](int i) { return static_cast<int>(std::strtol(argv[i], nullptr, 10)); };
        const uint64_t seed = std::strtoull(argv[2], nullptr, 10);
        const auto run = part == "quick" ? static_cast<int (*)(uint64_t, int, int)>(quick_tests)
                                         : static_cast<int (*)(uint64_t, int, int)>(encoding_tests);
        const int compared = run(seed, number(3), std::min(number(4), 180));
        std::printf("%s: %d compared, %d failures\n", argv[1], compared, failures);
        return failures != 0 || checks == 0;
    }
    const std::vector<std::string_view> wanted(argv + 1, argv + argc);
    for (const auto& [name, run] : parts) {
        if (!wanted.empty() && std::ranges::find(wanted, name) == wanted.end()) continue;
        const int before = checks;
        run();
        std::printf("%s: %d checks\n", std::string(name).c_str(), checks - before);
    }
    std::printf("core: %d checks, %d failures\n", checks, failures);
    return failures != 0 || checks == 0;
}
