#include "core/encoding/crew.h"

#include <algorithm>

namespace santorini {

Crew::Crew(std::size_t threads) {
    for (std::size_t i = 1; i < threads; ++i) threads_.emplace_back([this] { help(); });
}

Crew::~Crew() {
    {
        const std::scoped_lock lock(lock_);
        closing_ = true;
    }
    called_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

void Crew::share(std::size_t size, const std::function<void(std::size_t, std::size_t)>& work) {
    constexpr std::size_t pieces_each = 8,
                          smallest = 16;  // enough that nobody waits long, none too small to be worthwhile
    const std::size_t workers = threads_.size() + 1;
    if (workers == 1 || size <= smallest) return work(0, size);
    {
        const std::scoped_lock lock(lock_);
        work_ = &work;
        size_ = size;
        piece_ = std::max(smallest, size / (workers * pieces_each));
        next_.store(0, std::memory_order_relaxed);
        busy_ = threads_.size();
        ++round_;
    }
    called_.notify_all();
    take_pieces();
    std::unique_lock lock(lock_);
    finished_.wait(lock, [&] { return busy_ == 0; });
}

void Crew::take_pieces() {
    while (true) {
        const std::size_t from = next_.fetch_add(piece_, std::memory_order_relaxed);
        if (from >= size_) return;
        (*work_)(from, std::min(from + piece_, size_));
    }
}

void Crew::help() {
    std::size_t round = 0;
    while (true) {
        {
            std::unique_lock lock(lock_);
            called_.wait(lock, [&] { return closing_ || round_ != round; });
            if (closing_) return;
            round = round_;
        }
        take_pieces();
        const std::scoped_lock lock(lock_);
        if (--busy_ == 0) finished_.notify_one();
    }
}

}  // namespace santorini
