// Threads, or what stands in for them in a page (WebAssembly): the only place that asks.
#pragma once

#if !defined(__wasm__)

#include <mutex>
#include <thread>

namespace santorini {

inline int most_threads() { return 1024; }

using Mutex = std::mutex;
using Lock = std::scoped_lock<std::mutex>;
using Thread = std::thread;

}  // namespace santorini

#elif defined(_REENTRANT)

#include <atomic>
#include <functional>

namespace santorini {

struct Helper;

// One and the workers that the page has lent (wasm/helpers.cpp).
int most_threads();

class Mutex {
public:
    void lock();
    void unlock();

private:
    enum : int { unlocked, locked, awaited };
    std::atomic<int> state_{unlocked};
};
class Lock {
public:
    explicit Lock(Mutex& mutex) : mutex_(mutex) { mutex_.lock(); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { mutex_.unlock(); }

private:
    Mutex& mutex_;
};

// Work that a helper does which has none.
class Thread {
public:
    explicit Thread(std::function<void()> work);
    void join();

private:
    Helper* helper_;
};

}  // namespace santorini

#else

namespace santorini {

inline int most_threads() { return 1; }

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

#endif
