// How much time a search has used: wall-clock time or processor time.
#pragma once

#include <chrono>
#include <ctime>

namespace santorini {

// On a shared machine the processor time of the searching thread is the fairer measure of equal time. Start and read a
// stopwatch of processor time in the same thread.
class Stopwatch {
public:
    explicit Stopwatch(bool cpu_time = false) : cpu_time_(cpu_time), since_(now()) {}

    double seconds() const { return now() - since_; }
    bool counts_cpu_time() const { return cpu_time_; }

private:
    double now() const {
#ifdef CLOCK_THREAD_CPUTIME_ID
        if (cpu_time_) {
            timespec t{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
            return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
        }
#endif
        return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    }

    bool cpu_time_;
    double since_;
};

}  // namespace santorini
