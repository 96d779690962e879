// Threads, or what stands in for them on machines that have none (WebAssembly in a page): the only place that asks.
#pragma once

#if defined(__wasm__) && !defined(_REENTRANT)

namespace santorini {

inline constexpr int most_threads = 1;

// Nobody else is there to be kept out.
class Mutex {};
class Lock {
public:
    explicit Lock(Mutex&) {}
};

// Never started: there is one thread at most.
class Thread {
public:
    template <class Work>
    explicit Thread(Work) {}
    void join() {}
};

}  // namespace santorini

#else

#include <mutex>
#include <thread>

namespace santorini {

inline constexpr int most_threads = 1024;

using Mutex = std::mutex;
using Lock = std::scoped_lock<std::mutex>;
using Thread = std::thread;

}  // namespace santorini

#endif
