// A few threads that wait for work and share it.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace santorini {

class Crew {
public:
    // The caller works too: `threads` - 1 are started.
    explicit Crew(std::size_t threads);
    ~Crew();
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;

    // Calls work(from, to) on pieces of 0 .. size, and returns when all are done. The work must not throw.
    void share(std::size_t size, const std::function<void(std::size_t, std::size_t)>& work);

private:
    void help();
    void take_pieces();

    std::mutex lock_;
    std::condition_variable called_, finished_;
    const std::function<void(std::size_t, std::size_t)>* work_ = nullptr;
    std::size_t size_ = 0, piece_ = 1;
    std::atomic<std::size_t> next_{0};
    std::size_t round_ = 0, busy_ = 0;
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace santorini
