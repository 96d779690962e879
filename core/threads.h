// Threads, or their stand-ins in a page (WebAssembly). Only this file knows which.
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

// One, plus the workers that the page has provided (wasm/helpers.cpp).
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

// Runs its work on an idle helper.
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

// With a single thread there is nothing to lock.
class Mutex {};
class Lock {
public:
    explicit Lock(Mutex&) {}
};

// Never used: most_threads() is 1.
class Thread {
public:
    template <class Work>
    explicit Thread(Work) {}
    void join() {}
};

}  // namespace santorini

#endif
