// The turn as a whole: how it begins, what is demanded of it, how it goes on step by step, how it ends.
#include "core/turn/generator.h"

#include <algorithm>

namespace santorini {
namespace {

// What a power says about building and about the end of the turn: formulas exist for one such idea at a time.
int building_ideas(const Power& own) {
    const Build& b = own.build;
    return (b.builds != Builds::one) + (b.by != Builder::mover) + b.dome + b.under + b.woman_dome + b.coins +
           (b.domes != Domes::none) + (own.move.moves == Moves::all) + (own.move.moves == Moves::travel);
}
int ending_ideas(const End& e) {
    return e.take_block + (e.petrify != Petrify::none) + (e.unmoved_builds != 0) + (e.token != Token::none) +
           (e.wind != Wind::none) + (e.exchange != Exchange::none) + (e.domes != Domes::none) + e.slay +
           (e.sink != Sink::none) + (e.bind != Bind::none);
}

bool begins_plainly(const Power& own) {
    return !own.start.corners && own.turn == Turning{} && !own.move.ferry && own.move.instead == Instead::none &&
           own.build.before == Before::none;
}

// The power without its build ahead of the move.
Power but_not_ahead(Power own) {
    own.build.before = Before::none;
    return own;
}

}  // namespace

bool Generator::take(const Position& rest) {
    if (rest.players != 2 || rest.shared || rest.stage != Stage::play || rest.turn.phase != Phase::rest ||
        rest.is_over() || rest.extra) {
        return false;
    }
    start_ = rest;
    begin_turn(start_, false);
    now_ = start_;
    scene_.emplace(now_);
    const Scene& s = *scene_;
    if (hidden_from(now_, s.seat) || towers_winner(now_) != no_seat) return false;
    for (Seat seat = 0; seat < 2; ++seat) {
        if (now_.secret[seat] < 25 && now_.dealt_power(seat).abyss) return false;
    }
    const Power& own = s.own;
    const Moves moves = own.move.moves;
    const Seat other = static_cast<Seat>(1 - s.seat);
    const Power& theirs = now_.power(other);
    plain_start_ = begins_plainly(own);
    plain_build_ = building_ideas(own) == 0 && ending_ideas(own.end) == 0;
    builds_ahead_ = plain_build_ && own.build.before != Before::none && begins_plainly(but_not_ahead(own));
    carried_ = theirs.opponent.carry;
    must_climb_ = theirs.opponent.must_climb;
    must_stand_ = now_.binder == other;
    demanded_ = must_climb_ || must_stand_;
    formulas_ = building_ideas(own) + ending_ideas(own.end) <= 1 &&
                !(must_stand_ && (own.end != End{} || own.move.removes_behind));
    // Between the moves of a series only the place of the worker counts.
    const bool calm = !s.pools && !carried_ && own.move.into == Into::none && !own.move.removes_behind;
    shifts_ = moves == Moves::one || (calm && plain_start_ && !now_.turn.bound);
    if (moves == Moves::all && count(s.mine) != 2) shifts_ = false;
    // Level travellers are told apart by nothing but their places.
    if (moves == Moves::travel && (own.win.drop || own.win.together || must_stand_ || (now_.women & s.mine)))
        shifts_ = false;
    mids_meet_ = !shifts_ || carried_ || s.pools || own.start.corners || own.turn != Turning{};
    domes_count_ = domes_matter_ = false;
    for (Seat seat = 0; seat < 2; ++seat) {
        const Power& power = now_.power(seat);
        if (power.everyone.place_on_dome && now_.number[now_.slot(seat)]) domes_count_ = true;
        if (power.win.towers) domes_count_ = true;
        if (now_.dealt_power(seat).setup.deck) domes_count_ = true;
        if (power.again != Again::none) domes_matter_ = true;
    }
    domes_matter_ |= domes_count_;
    return true;
}

uint64_t Generator::run() {
    total_ = 0;
    conflict_ = false;
    link_ = root;
    tail_size_ = 0;
    links_.clear();
    walks_.clear();
    seen_.clear();
    mids_.clear();
    now_ = start_;
    scene_->refresh();
    at_start();
    for (std::size_t next = 0; next < walks_.size(); ++next) {
        now_ = walks_[next].position;
        link_ = walks_[next].link;
        scene_->refresh();
        continue_walk();
    }
    return total_;
}

uint64_t Generator::count_all() {
    counting_ = true;
    // Travellers that come home build as those do that never left.
    keyed_ = !shifts_ && scene_->own.move.moves == Moves::travel;
    const uint64_t total = run();
    if (!conflict_) return total;
    keyed_ = true;
    return run();
}

// "If possible" (B3.5, B8): a demand binds turns that could have met it. One that only turns with a hero's power can meet
// binds only those.
void Generator::meet_demands() {
    Turn& t = start_.turn;
    t.flags |= demand_plain | demand_once;
    t.looking = without_once;
    const bool plainly = count_all() != 0;
    t.looking = 0;
    if (plainly) return;
    const bool at_all = scene_->own.once && count_all() != 0;
    t.flags &= static_cast<uint8_t>(at_all ? ~demand_plain : ~(demand_plain | demand_once));
}

uint64_t Generator::number() {
    if (demanded_) meet_demands();
    return count_all();
}

void Generator::list_all() {
    if (demanded_) meet_demands();
    counting_ = false;
    keyed_ = false;
    run();
}

// -- step by step ------------------------------------------------------------------------------------------------------

uint32_t Generator::linked(Step step) {
    if (counting_) return root;
    links_.push_back({link_, step});
    return static_cast<uint32_t>(links_.size() - 1);
}

std::vector<Step> Generator::steps() const {
    std::vector<Step> out(tail_.begin(), tail_.begin() + static_cast<std::ptrdiff_t>(tail_size_));
    std::reverse(out.begin(), out.end());
    for (uint32_t link = link_; link != root; link = links_[link].parent) out.push_back(links_[link].step);
    std::reverse(out.begin(), out.end());
    return out;
}

void Generator::at_start() {
    const Power& own = scene_->own;
    if (!shifts_) return explore(true, true);
    if (!plain_start_) {
        if (builds_ahead_) {
            for (Square w : each(scene_->mine & ~now_.turn.asleep)) build_ahead(w);
        } else {
            explore(false, true);
        }
        if (own.move.instead == Instead::swap) {
            for (Square w : each(scene_->mine)) {
                for (Square to : each(near(w) & scene_->enemies & now_.at_most(now_.height(w) + 1)))
                    take_step({StepKind::move, w, to});
            }
        }
    }
    switch (own.move.moves) {
        case Moves::one:
            for (Square w : each(scene_->mine)) moves_of(w, own.move.climb);
            break;
        case Moves::travel:
            travel();
            break;
        case Moves::all:
            move_all();
            break;
        default:
            for (Square w : each(scene_->mine)) series(w);
            break;
    }
}

// A turn taken up again from the queue: everything but the last moves and builds.
void Generator::continue_walk() {
    const Power& own = scene_->own;
    const Phase phase = now_.turn.phase;
    if (phase == Phase::moving) {
        builds_due();
        return explore(true, false);
    }
    if (!shifts_ || own.move.moves != Moves::one || phase == Phase::singing) return explore(true, true);
    if (phase == Phase::forcing) return at_start();
    // One worker is to move: it came in, carried somebody across or built ahead of its move.
    const bool level = phase == Phase::prebuilt && own.build.before == Before::level;
    moves_of(now_.turn.mover, level ? 0 : own.move.climb);
}

// The steps of the machine; `moves` of workers and `others` apart.
void Generator::explore(bool moves, bool others) {
    StepList steps;
    offer_steps(*scene_, steps);
    // Where ending the turn is all that is left, it ends by itself.
    if (others && steps.size() == 1 && steps[0].kind == StepKind::done && now_.turn.phase != Phase::start)
        return finish_here();
    for (const Step& step : steps) {
        if (step.kind == StepKind::move ? moves : others) take_step(step);
    }
}

void Generator::take_step(Step step) {
    if (step.kind == StepKind::done) {
        const uint32_t before = link_;
        link_ = linked(step);
        finish_here();
        link_ = before;
        return;
    }
    const Position saved = now_;
    const uint32_t before = link_;
    link_ = linked(step);
    switch (act(now_, *scene_, step, nullptr)) {
        case Next::broken:
            break;
        case Next::over:
            result_ = now_;
            outcome();
            break;
        case Next::finish:
            scene_->refresh();
            finish_here();
            break;
        case Next::choose:
        case Next::settle:
            scene_->refresh();
            go_on();
            break;
    }
    now_ = saved;
    link_ = before;
    scene_->refresh();
}

// After a step that leaves something to choose.
void Generator::go_on() {
    const Turn& t = now_.turn;
    const Power& own = scene_->own;
    if (t.reactor != no_seat) return react();
    if (t.phase == Phase::ending && !has_end_options(own.end) && !exchange_pending(*scene_)) return finish_here();
    if (t.phase == Phase::moving && own.move.moves == Moves::one) return builds_due();
    // Different ways to one state are told apart by its hash.
    if (!seen_.add(now_.hash() ^ 0x5851f42d4c957f2dull)) return;
    if (t.phase >= Phase::forcing && t.phase <= Phase::moving) {
        walks_.push_back({now_, link_});
    } else if (t.phase == Phase::building && t.count == 0 && !t.built) {
        builds_due();
    } else {
        explore(true, true);
    }
}

// Another seat may bring in a worker. The step before must belong to a turn that could be completed without that (B3.7).
void Generator::react() {
    Position ahead = now_;
    Status declined = Status::open;
    while (declined == Status::open && ahead.turn.reactor != no_seat) declined = perform(ahead, {StepKind::pass});
    if (declined == Status::broken) return;
    if (declined == Status::open && ahead.turn.phase != Phase::draw && !completable(ahead)) return;
    const Position saved = now_;
    const uint32_t before = link_;
    StepList steps;
    raw_steps(now_, steps);
    for (const Step& step : steps) {
        link_ = linked(step);
        const Status status = perform(now_, step);
        if (status == Status::over) {
            result_ = now_;
            outcome();
        } else if (status == Status::open && now_.turn.phase == Phase::draw) {
            result_ = now_;
            StepList cards;
            raw_steps(result_, cards);
            for (const Step& card : cards) {
                tail_[0] = card;
                tail_size_ = 1;
                result_ = now_;
                perform(result_, card);
                outcome();
            }
            tail_size_ = 0;
        } else if (status == Status::open) {
            scene_->refresh();
            go_on();
        }
        now_ = saved;
        link_ = before;
    }
    scene_->refresh();
}

// The turn ends as it stands.
void Generator::finish_here() {
    const Power& own = scene_->own;
    result_ = now_;
    if (now_.turn.phase == Phase::doming && own.once) result_.turn.flags |= used_once;
    if (own.end.petrify == Petrify::all) {
        for (Square victim : each(petrified(*scene_))) petrify(result_, victim, nullptr);
    }
    if (demanded_ && !obeys(result_)) return;
    if (!domes_matter_ || !result_.turn.domes) {
        close(result_);
        return outcome();
    }
    if (close_turn(result_, nullptr) == Status::over) return outcome();
    // Luck: each card that may be turned up.
    const Position drawn = result_;
    StepList cards;
    raw_steps(drawn, cards);
    const std::size_t tail = tail_size_;
    for (const Step& card : cards) {
        tail_[tail] = card;
        tail_size_ = tail + 1;
        result_ = drawn;
        perform(result_, card);
        outcome();
    }
    tail_size_ = tail;
}

// What close_turn() does where no dome counts: the marks of the turn, and whose turn is next.
void Generator::close(Position& p) const {
    const Power& own = scene_->own;
    const uint8_t flags = p.turn.flags;
    uint8_t& mark = p.flags[scene_->seat];
    mark = static_cast<uint8_t>(mark & ~climbed);
    if (own.opponent.no_climb && (flags & climbed_now)) mark |= climbed;
    if (own.once && (flags & used_once)) mark |= spent;
    if (own.build.builds == Builds::stock) {
        uint8_t& number = p.number[scene_->slot];
        number = static_cast<uint8_t>(number + own.start.stock - p.turn.count);
    }
    if (must_stand_) {
        p.binder = no_seat;
        p.bound = p.bound_to = no_square;
    }
    p.turn = {};
    p.to_move = static_cast<Seat>(1 - p.to_move);
}

// An outcome reached step by step.
void Generator::outcome() {
    if (!seen_.add(result_.hash())) return;
    if (counting_) {
        ++total_;
    } else {
        visit_(visitor_);
    }
}

}  // namespace santorini
