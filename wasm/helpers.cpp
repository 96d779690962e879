// Several threads in a page. The page gives the engine workers, each with an instance of the same module on the same
// memory: `hire` makes room for one, and the worker then stays in `help`. The C and C++ libraries of this compiler
// support only one thread, so locks and waiting are written here, and the allocator in heap.cpp.
#ifdef _REENTRANT

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <new>
#include <vector>

#include "core/rules/cards.h"
#include "core/threads.h"

extern "C" void __wasm_init_tls(void*);  // NOLINT: made by the linker

namespace santorini {

struct Helper {
    enum : int { idle, working, broken };
    std::atomic<int> state{idle};
    std::function<void()> work;
    void* own_data = nullptr;  // its thread_local variables
};

namespace {

// A library built for one thread has no waiting of its own.
void wait_while(std::atomic<int>& state, int value) {
    while (state.load() == value) __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&state), value, -1);
}
void wake(std::atomic<int>& state) { __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&state), 1); }

std::vector<Helper*> helpers;

}  // namespace

int most_threads() { return 1 + static_cast<int>(helpers.size()); }

void Mutex::lock() {
    int expected = unlocked;
    if (state_.compare_exchange_strong(expected, locked)) return;
    while (state_.exchange(awaited) != unlocked) wait_while(state_, awaited);
}
void Mutex::unlock() {
    if (state_.exchange(unlocked) == awaited) wake(state_);
}

Thread::Thread(std::function<void()> work) {
    const auto idle = std::ranges::find_if(helpers, [](Helper* h) { return h->state.load() == Helper::idle; });
    if (idle == helpers.end()) std::abort();  // the page starts another engine
    helper_ = *idle;
    helper_->work = std::move(work);
    helper_->state.store(Helper::working);
    wake(helper_->state);
}
void Thread::join() {
    wait_while(helper_->state, Helper::working);
    if (helper_->state.load() == Helper::broken) std::abort();
}

}  // namespace santorini

// -- what JavaScript calls --------------------------------------------------------------------------------------------

extern "C" {

using santorini::Helper;

// Makes another helper. Its stack ends where the Helper begins.
[[clang::export_name("hire")]] Helper* hire() {
    static constexpr std::size_t stack = std::size_t{1} << 20;  // searches have used 20 kB
    static constexpr std::align_val_t aligned{16};
    auto* block = static_cast<char*>(operator new(stack + sizeof(Helper), aligned));
    auto* helper = new (block + stack) Helper;
    helper->own_data = operator new(__builtin_wasm_tls_size(), aligned);
    santorini::helpers.push_back(helper);
    santorini::home_made_left();  // makes the only function-local static before two threads could
    return helper;
}
// Called in the helper's worker, once its stack pointer has been set. Never returns.
[[clang::export_name("help")]] void help(Helper* self) {
    __wasm_init_tls(self->own_data);
    while (true) {
        santorini::wait_while(self->state, Helper::idle);
        self->work();
        self->state.store(Helper::idle);
        santorini::wake(self->state);
    }
}
// Called after `help` has failed, so that nobody waits for it.
[[clang::export_name("give_up")]] void give_up(Helper* self) {
    self->state.store(Helper::broken);
    santorini::wake(self->state);
}
}

#endif
