// Several threads at once: games, searches and the memory they share. `make sanitize` runs these under ThreadSanitizer.
//
// Threads report what they saw and the main thread checks it: the test runner itself is not shared.
#include <array>
#include <atomic>
#include <bit>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "core/search/search.h"
#include "core/search/tree.h"
#include "core/turn/can_win.h"
#include "tests/core/check.h"

using namespace santorini;
using namespace santorini::testing;

namespace {

constexpr int threads = 4;

void at_once(const std::function<void(int)>& work) {
    std::vector<std::thread> all;
    for (int i = 0; i < threads; ++i) all.emplace_back([&work, i] { work(i); });
    for (std::thread& t : all) t.join();
}

// Threads have their own buffers and share nothing else: games played at the same time end as they do alone.
void games_do_not_disturb_each_other() {
    const std::array texts{
        "0000000000000000000000000/1/hermes:b3,d3/persephone:c2,c4",
        "0001002000300000000000000/1/artemis:b3,d3/limus:c2,c4",
        "0000000000000000000000000/1/mortal:b3,d3/mortal:c2,c4",
        "0000000000002300000000000/1/apollo:c3,a1/hypnus:e5,a5",
    };
    const auto count = [&](std::size_t which) {
        const Position p = read(texts[which]);
        std::vector<Step> way;
        uint64_t seen = listed_perft(p, 1) * 31 + perft(p, 2);
        seen = seen * 31 + can_win(p, &way) + way.size();
        for (const Step& step : way) seen = seen * 31 + step.to;
        return seen;
    };
    std::array<uint64_t, texts.size()> alone{};
    for (std::size_t i = 0; i < texts.size(); ++i) alone[i] = count(i);
    std::array<std::array<uint64_t, texts.size()>, threads> together{};
    at_once([&](int thread) {
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::size_t which = (i + static_cast<std::size_t>(thread)) % texts.size();  // each a different one
            together[static_cast<std::size_t>(thread)][which] = count(which);
        }
    });
    for (const auto& one : together) CHECK(one == alone);
}

// The table of home-made powers grows while others read it.
void powers_are_made_while_others_look() {
    std::array<int, threads> wrong{};
    at_once([&](int thread) {
        for (int i = 0; i < 20; ++i) {
            const std::string key = "thread" + std::to_string((i + thread) % 20);
            const Power power{.win = {.drop = static_cast<uint8_t>(1 + (i + thread) % 20 % 3)}};
            const auto id = make_power(key, power);
            if (!id || find_power(key) != id || entry(RuleSet::printed, *id) != power)
                ++wrong[static_cast<std::size_t>(thread)];
        }
    });
    for (const int n : wrong) CHECK(n == 0);
}

// Everything stored is derived from its key, so a slot put together from two writes would be noticed.
Remembered made_from(uint64_t key) {
    return {.score = static_cast<Score>(key % 2000) - 1000,
            .depth = static_cast<int>(key % 50),
            .bounds = Bounds::exact,
            .best = static_cast<uint16_t>(key * 0x9E3779B97F4A7C15ull >> 48),
            .guess = static_cast<int16_t>(key % 700)};
}

void memory_is_never_torn() {
    Memory memory(1);
    constexpr uint64_t keys = 64;  // few, so that all threads write to the same slots
    std::array<int, threads> found{}, wrong{};
    at_once([&](int thread) {
        std::mt19937_64 random(static_cast<uint64_t>(thread));
        const auto own = static_cast<std::size_t>(thread);
        for (int i = 0; i < 20'000; ++i) {
            const uint64_t key = (random() % keys + 1) << 17 | random() % 4;
            if (random() % 2) {
                memory.keep(key, 0, made_from(key));
                continue;
            }
            Remembered seen;
            if (!memory.find(key, 0, seen)) continue;
            const Remembered kept = made_from(key);
            ++found[own];
            if (seen.score != kept.score || seen.depth != kept.depth || seen.best != kept.best ||
                seen.guess != kept.guess)
                ++wrong[own];
        }
    });
    for (const int n : found) CHECK(n > 100);
    for (const int n : wrong) CHECK(n == 0);
}

void threads_of_a_search_agree() {
    // One thread proves a win on its second turn; several must prove the same one, whoever finds it first.
    const Position near_win = read("1201012322212002003023201/1/mortal:b2,b3/mortal:d2,e3");
    const auto score = [&](int n) {
        Search search({.megabytes = 1, .threads = n, .network = nullptr});
        const SearchReport report = search.run(near_win, {.depth = 3});
        return report.lines.empty() ? 0 : report.lines.front().score;
    };
    const Score alone = score(1);
    CHECK(alone >= proven);
    CHECK(score(threads) == alone);
}

// Large turns and walks within them use the threads' own buffers more than the plain game does.
void searches_follow_each_other() {
    const Position p = read("0120012301012310212004310/2/bia:b3,d3/mortal:c4,c2/rules=aid");
    Search search({.megabytes = 1, .threads = threads, .network = nullptr});
    for (int i = 0; i < 4; ++i) {
        const SearchReport report = search.run(p, {.nodes = 2000});
        CHECK(!report.lines.empty() && !report.lines.front().outcome.empty());
    }
}

void a_search_stops_when_told() {
    const Position p = read("0000000000000000000000000/1/artemis:b3,d3/demeter:c2,c4");
    Search search({.megabytes = 1, .threads = 2, .network = nullptr});
    std::atomic<bool> begun{false};
    std::thread other([&] {
        begun.wait(false);
        search.stop();
    });
    const SearchReport report = search.run(p, {}, [&](const SearchReport&) {
        begun.store(true);
        begun.notify_one();
    });
    other.join();
    CHECK(report.depth >= 1 && !report.lines.empty());
}

}  // namespace

void santorini::testing::thread_tests() {
    games_do_not_disturb_each_other();
    powers_are_made_while_others_look();
    memory_is_never_torn();
    threads_of_a_search_agree();
    searches_follow_each_other();
    a_search_stops_when_told();
}
