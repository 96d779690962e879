// Memory in pages of 2 MiB where the system has them: what is read all over the place then misses the TLB far less
// often.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace santorini {

template <class T>
struct LargePages {
    using value_type = T;
    LargePages() = default;
    template <class U>
    explicit LargePages(const LargePages<U>&) {}

    T* allocate(std::size_t n) {
        const std::size_t bytes = (n * sizeof(T) + size - 1) / size * size;
        void* room = ::operator new(bytes, std::align_val_t{size});
#ifdef MADV_HUGEPAGE
        madvise(room, bytes, MADV_HUGEPAGE);  // only a hint
#endif
        return static_cast<T*>(room);
    }
    void deallocate(T* room, std::size_t) { ::operator delete(room, std::align_val_t{size}); }
    template <class U>
    bool operator==(const LargePages<U>&) const {
        return true;
    }

private:
#ifdef MADV_HUGEPAGE
    static constexpr std::size_t size = std::size_t{2} << 20;
#else
    static constexpr std::size_t size = 64;  // a line of the cache
#endif
};

template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace santorini
