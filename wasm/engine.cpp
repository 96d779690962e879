// The engine in the page: the commands of `santorini engine` (docs/engine.md) that analysis needs. Its output lines are
// passed to the import `tell`; the import `should_stop` ends a search.
//
// In addition, `play NAME VALUE ..` decides as a level of the computer (wasm/computer_player.h), with a `seed`, for the
// seat that decides in the view given by `position`. The answer is `played STEP;STEP`, or `played` if it finds nothing.
// `look VIEW SEAT [STEP]` shows it what the seat has seen before; `forget` begins another game.
// `hint VIEW SEAT STEP;STEP` writes advice as an answer for the page (`hint JSON`).
//
// `review [nodes n]` begins the review of a game, `judge BEFORE AFTER` judges a turn by the positions before and after
// it (`judged JSON`), `reviewed` sums up what was judged (`review JSON`). `prove wins POSITION n` and
// `prove loses POSITION n` try everything (core/search/prover.h): `proven yes`, `proven no` or, if that takes too long,
// `proven unknown`.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/questions/outcome.h"
#include "core/search/lines.h"
#include "core/search/prover.h"
#include "core/search/review.h"
#include "core/search/stopwatch.h"
#include "core/search/tree.h"
#include "core/state/board.h"
#include "core/state/hint.h"
#include "core/text/names.h"
#include "core/text/notation.h"
#include "core/threads.h"
#include "core/turn/turns.h"
#include "wasm/computer_player.h"

namespace {

using namespace santorini;

extern "C" {
[[clang::import_module("page"), clang::import_name("tell")]] void page_tell(const char* text, uint32_t size);
[[clang::import_module("page"), clang::import_name("should_stop")]] int page_should_stop();
}

void tell(const std::string& line) { page_tell(line.data(), static_cast<uint32_t>(line.size())); }
bool should_stop() { return page_should_stop() != 0; }

struct Options {
    std::size_t hash = 32;
    int lines = 1;
    int threads = 1;
};

std::string bytes_text;  // a line, or the network's bytes
Options options;
std::shared_ptr<const Network> network;
std::unique_ptr<Search> search;
std::optional<Position> position;
std::unique_ptr<Reviewer> reviewer;
std::vector<Judgement> judgements;
std::unique_ptr<ComputerPlayer> opponent;
std::optional<Position> looked;  // what the opponent saw last

std::string_view next_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}
uint64_t number(std::string_view text) {
    uint64_t n = 0;
    std::from_chars(text.data(), text.data() + text.size(), n);
    return n;
}

std::string rounded(double chance) {
    const auto thousandths = std::to_string(static_cast<int>(std::lround(chance * 1000)));
    return thousandths.size() > 3 ? "1.000" : "0." + std::string(3 - thousandths.size(), '0') + thousandths;
}

// A line of play and what it is worth to whoever decides.
struct Told {
    Score score = 0;
    double chance = 0;
    std::optional<int> wins_in;
    std::vector<std::vector<Step>> turns;
    std::vector<double> chances;  // of every side, where there are three
};

std::string variation(const Position& from, const std::vector<std::vector<Step>>& turns) {
    std::string text;
    Position at = from;
    for (const std::vector<Step>& steps : turns) {
        const Position before = at;
        for (const Step& step : steps) {
            if (!is_legal(at, step)) return text;  // what the search believes need not be possible in the view
            play(at, step);
        }
        text += (text.empty() ? "" : ", ") + turn_text(before, steps);
    }
    return text;
}

void inform(const Position& from, int depth, uint64_t nodes, double seconds, const std::vector<Told>& lines) {
    const auto rate = seconds > 0 ? static_cast<uint64_t>(std::llround(static_cast<double>(nodes) / seconds)) : 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Told& line = lines[i];
        std::string text = "info depth " + std::to_string(depth);
        if (lines.size() > 1) text += " line " + std::to_string(i + 1);
        text += " score " + std::to_string(line.score);
        if (line.wins_in) text += " win " + std::to_string(*line.wins_in);
        text += " chance " + rounded(line.chance);
        if (!line.chances.empty()) {
            text += " chances";
            for (const double chance : line.chances) text += " " + rounded(chance);
        }
        text += " nodes " + std::to_string(nodes) + " nps " + std::to_string(rate) + " time " +
                std::to_string(std::llround(seconds * 1000)) + " pv " + variation(from, line.turns);
        tell(text);
    }
}

// -- two sides, nothing hidden ----------------------------------------------------------------------------------------

std::vector<Told> told(const Position& from, const SearchReport& report) {
    std::vector<Told> lines;
    for (const SearchLine& line : report.lines)
        lines.push_back({line.score, chance_of(line.score), turns_to_end(line.score), turns_of(from, line), {}});
    return lines;
}

std::vector<Told> go_deep(const Position& p, SearchLimits limits) {
    if (!search) {
        SearchOptions made;
        made.megabytes = options.hash;
        made.threads = options.threads;
        made.network = network;
        search = std::make_unique<Search>(std::move(made));
    }
    limits.lines = options.lines;
    limits.should_stop = &should_stop;
    if (options.threads > 1) tell("info threads " + std::to_string(options.threads));
    const auto report = [&](const SearchReport& r) { inform(p, r.depth, r.nodes, r.seconds, told(p, r)); };
    return told(p, search->run(p, limits, report));
}

// -- everything else --------------------------------------------------------------------------------------------------

Score score_of(double chance) {
    const double inside = std::clamp(chance, 1e-4, 1 - 1e-4);
    return static_cast<Score>(std::lround(100 * std::log(inside / (1 - inside))));
}

std::vector<std::vector<Step>> split(Position p, const std::vector<Step>& steps) {
    std::vector<std::vector<Step>> turns(1);
    Position before = p;
    for (const Step& step : steps) {
        play(p, step);
        turns.back().push_back(step);
        if (turn_is_over(before, p)) {
            before = p;
            turns.emplace_back();
        }
    }
    if (turns.back().empty()) turns.pop_back();
    return turns;
}

// The tree search reports only at its end, so it runs again and again with more passes.
std::vector<Told> go_wide(const Position& p, const SearchLimits& limits) {
    static constexpr uint64_t first_look = 250;
    const SeatView seen(p, decider(p));
    const Side side = p.side(seen.seat());
    TreeSearch tree(0, {}, network ? std::make_shared<LearnedEvaluation>(network) : nullptr);
    std::vector<Told> lines;
    double seconds = 0;
    const uint64_t most = limits.nodes ? limits.nodes : limits.depth ? 500u * static_cast<unsigned>(limits.depth) : 0;
    for (uint64_t passes = first_look;; passes *= 2) {
        TreeLimits few;
        few.iterations = most ? std::min(passes, most) : passes;
        few.milliseconds = static_cast<int>(limits.milliseconds);
        few.lines = static_cast<std::size_t>(options.lines);
        few.should_stop = &should_stop;
        const Stopwatch watch;
        const TreeResult result = tree.go(seen, few);
        seconds += watch.seconds();
        if (result.lines.empty()) return lines;
        const auto principal = split(result.principal_world, result.principal);
        lines.clear();
        for (std::size_t i = 0; i < result.lines.size(); ++i) {
            const TreeLine& line = result.lines[i];
            Told one{score_of(line.chances[side]), line.chances[side], std::nullopt, {line.steps}, {}};
            if (p.sides() == 3) one.chances.assign(line.chances.begin(), line.chances.end());
            if (i == 0 && result.certain) one.chance = 1, one.wins_in = 1;
            if (i == 0 && principal.size() > 1)
                one.turns.insert(one.turns.end(), principal.begin() + 1, principal.end());
            lines.push_back(std::move(one));
        }
        inform(seen.seen(), static_cast<int>(principal.size()), result.iterations, seconds, lines);
        const bool late = limits.milliseconds && seconds * 1000 >= static_cast<double>(limits.milliseconds);
        if (result.certain || (most && passes >= most) || late || should_stop()) return lines;
    }
}

// -- review -----------------------------------------------------------------------------------------------------------

void begin_review(std::string_view rest) {
    ReviewOptions made;
    if (next_word(rest) == "nodes") made.nodes = std::max<uint64_t>(number(next_word(rest)), 1);
    made.network = network;
    made.should_stop = &should_stop;
    reviewer = std::make_unique<Reviewer>(std::move(made));
    judgements.clear();
}

void judge(std::string_view rest) {
    const auto before = read_position(next_word(rest)), after = read_position(next_word(rest));
    if (!reviewer || !std::holds_alternative<Position>(before) || !std::holds_alternative<Position>(after)) {
        tell("error nothing to judge");
        return;
    }
    const auto& from = std::get<Position>(before);
    const auto judged = reviewer->judge(from, std::get<Position>(after));
    if (!judged) {
        tell("judged null");
        return;
    }
    judgements.push_back(*judged);
    Json json;
    json.open('{').item("mark", name_in(mark_names, judged->mark)).item("seat", judged->seat + 1);
    json.item("before", judged->before).item("after", judged->after).item("loss", judged->loss);
    json.item("wins_in", judged->wins_in);
    json.item("best", judged->best.empty() ? std::string() : turn_text(from, judged->best)).key("chances").open('[');
    for (int side = 0; side < from.sides(); ++side) json.value(judged->chances[static_cast<std::size_t>(side)]);
    tell("judged " + json.close(']').close('}').text());
}

void sum_up() {
    const GameReview review = summarise(judgements);
    Json json;
    json.open('{').key("accuracy").open('[');
    for (const auto& accuracy : review.accuracy) json.value(accuracy);
    json.close(']').key("moments").open('[');
    for (const std::size_t moment : review.moments) json.value(moment);
    tell("review " + json.close(']').close('}').text());
}

// -- proofs -----------------------------------------------------------------------------------------------------------

void prove(std::string_view rest) {
    static constexpr uint64_t budget = 8'000'000;  // a second or two; the puzzles were settled with fewer
    const std::string_view what = next_word(rest);
    const auto read = read_position(next_word(rest));
    const auto turns = static_cast<int>(number(next_word(rest)));
    std::optional<bool> proven;
    if (const auto* p = std::get_if<Position>(&read); p && is_searchable(*p)) {
        Prover prover(budget);
        proven = what == "wins" ? prover.wins(*p, turns) : prover.loses(*p, turns);
    }
    tell(!proven ? "proven unknown" : *proven ? "proven yes" : "proven no");
}

// -- a player ---------------------------------------------------------------------------------------------------------

ComputerPlayer& player() {
    if (!opponent) opponent = std::make_unique<ComputerPlayer>(network, &should_stop);
    return *opponent;
}

const Step* find_step(const Position& p, StepList& steps, std::string_view text) {
    legal_steps(p, steps);
    const auto* found =
        std::find_if(steps.begin(), steps.end(), [&](const Step& s) { return step_text(p, s) == text; });
    return found == steps.end() ? nullptr : found;
}

void look(std::string_view rest) {
    const auto read = read_position(next_word(rest));
    const auto seat = number(next_word(rest));
    const auto* seen = std::get_if<Position>(&read);
    if (!seen || seat < 1 || seat > seen->players) return;
    StepList steps;
    const std::string_view text = next_word(rest);
    const Step* step = looked && !text.empty() ? find_step(*looked, steps, text) : nullptr;
    const SeatView view(*seen, static_cast<Seat>(seat - 1));
    if (!is_draft(seen->stage) && !is_searchable(*seen) && !outcome(*seen))
        player().observe(view, step ? std::span(step, 1) : std::span<const Step>{});
    looked = *seen;
}

void play_level(std::string_view rest) {
    if (!position || !deciding_seat(*position) || is_draft(position->stage)) {
        tell("error nothing to decide");
        return;
    }
    Level level;
    uint64_t seed = 0;
    while (true) {
        const std::string_view name = next_word(rest), value = next_word(rest);
        if (value.empty()) break;
        if (name == "seed") seed = number(value);
        level.set(name, std::strtod(std::string(value).c_str(), nullptr));
    }
    std::string text;
    Position now = *position;
    for (const Step& step : player().play(SeatView(now, decider(now)), level, seed)) {
        text += (text.empty() ? " " : ";") + step_text(now, step);
        if (!is_legal(now, step)) break;  // cut short by something hidden
        play(now, step);
    }
    tell("played" + text);
}

void give_hint(std::string_view rest) {
    const auto read = read_position(next_word(rest));
    const auto seat = number(next_word(rest));
    const auto* seen = std::get_if<Position>(&read);
    if (!seen || seat < 1 || seat > seen->players) {
        tell("error nothing to advise");
        return;
    }
    std::vector<std::string> steps;
    rest.remove_prefix(std::min<std::size_t>(1, rest.size()));
    while (!rest.empty()) {
        const std::string_view one = rest.substr(0, rest.find(';'));
        steps.emplace_back(one);
        rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    }
    Json json;
    write_hint(json, *seen, static_cast<Seat>(seat - 1), steps);
    tell("hint " + json.text());
}

// -- lines ------------------------------------------------------------------------------------------------------------

void set_option(std::string_view rest) {
    next_word(rest);  // name
    const std::string_view name = next_word(rest);
    next_word(rest);  // value
    const uint64_t value = number(next_word(rest));
    if (name == "Lines") options.lines = static_cast<int>(std::clamp<uint64_t>(value, 1, 100));
    if (name == "Hash") {
        options.hash = static_cast<std::size_t>(std::clamp<uint64_t>(value, 1, 1024));
        search.reset();
    }
    if (name == "Threads") {
        options.threads = static_cast<int>(std::clamp<uint64_t>(value, 1, static_cast<uint64_t>(most_threads())));
        search.reset();
    }
}

void go(std::string_view rest) {
    if (!position || !deciding_seat(*position)) {
        tell("error nothing to decide");
        return;
    }
    const Position p = *position;
    SearchLimits limits;
    while (true) {
        const std::string_view word = next_word(rest);
        if (word.empty()) break;
        if (word == "infinite") continue;
        const uint64_t value = number(next_word(rest));
        if (word == "movetime") limits.milliseconds = static_cast<int64_t>(value);
        if (word == "nodes") limits.nodes = value;
        if (word == "depth") limits.depth = static_cast<int>(value);
    }
    const std::vector<Told> lines = is_searchable(p) ? go_deep(p, limits) : go_wide(p, limits);
    if (lines.empty() || lines.front().turns.empty()) {
        tell("error nothing found");
        return;
    }
    Position after = p;
    for (const Step& step : lines.front().turns.front()) {
        if (!is_legal(after, step)) break;  // cut short by something hidden
        play(after, step);
    }
    tell("bestturn " + turn_text(p, lines.front().turns.front()) + " result " + position_text(after));
}

void obey(std::string_view line) {
    const std::string_view word = next_word(line);
    if (word == "isready") tell("readyok");
    if (word == "setoption") set_option(line);
    if (word == "newgame" && search) search->clear();
    if (word == "go") go(line);
    if (word == "review") begin_review(line);
    if (word == "judge") judge(line);
    if (word == "reviewed") sum_up();
    if (word == "prove") prove(line);
    if (word == "play") play_level(line);
    if (word == "look") look(line);
    if (word == "hint") give_hint(line);
    if (word == "forget") {
        opponent.reset();
        looked.reset();
    }
    if (word == "position") {
        position.reset();
        auto read = read_position(next_word(line));
        if (const auto* error = std::get_if<TextError>(&read)) {
            tell("error " + std::string(error->code) + " " + error->fragment);
        } else {
            position = std::get<Position>(read);
        }
    }
}

}  // namespace

extern "C" {

// A place for a line, or for the network's bytes.
[[clang::export_name("line_room")]] char* line_room(uint32_t size) {
    bytes_text.resize(size);
    return bytes_text.data();
}
[[clang::export_name("obey_line")]] void obey_line() { obey(std::string(bytes_text)); }
// 1 if the bytes are a network that fits.
[[clang::export_name("read_network")]] int read_network() {
    network = Network::read(std::as_bytes(std::span(bytes_text)));
    search.reset();
    opponent.reset();
    bytes_text.clear();
    bytes_text.shrink_to_fit();
    return network ? 1 : 0;
}
}
