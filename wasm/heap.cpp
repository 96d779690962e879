// `new` and `delete` for several threads in a page. The library's allocator is made for one thread and grows the
// memory. When one thread does that, browsers tell the others late, and what they do in the new part fails or is lost.
// So this allocator has a lock, and never grows the memory: it divides the pages that are there from the start.
#ifdef _REENTRANT

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <new>

#include "core/threads.h"

extern "C" std::byte __heap_base;  // NOLINT: made by the linker

namespace santorini {
namespace {

constexpr std::size_t page_bits = 16, most_pages = 8192;  // as in wasm/CMakeLists.txt
constexpr std::size_t least_bits = 4;                     // of a block: the alignment that any type may need

struct Block {
    Block* next;
};

constinit Mutex taking_turns;
enum : uint8_t { vacant, large = page_bits };  // otherwise the page is divided into blocks of 2 to that power
std::array<uint8_t, most_pages> use;           // of each page
std::array<uint16_t, most_pages> length;       // in pages, of the large block that begins there
std::array<Block*, page_bits> left;            // free small blocks, by size

void* at_page(std::size_t page) { return reinterpret_cast<void*>(page << page_bits); }
std::size_t page_of(void* place) { return reinterpret_cast<std::size_t>(place) >> page_bits; }

// The first of `number` vacant pages in a row, 0 if there are none.
std::size_t find_pages(std::size_t number, std::size_t alignment) {
    const std::size_t first = page_of(&__heap_base) + 1, end = std::min(__builtin_wasm_memory_size(0), most_pages);
    std::size_t found = 0;
    for (std::size_t page = first; page < end; ++page) {
        if (use[page] != vacant) found = 0;
        if (use[page] != vacant || (found == 0 && page % alignment != 0)) continue;
        if (++found == number) return page + 1 - number;
    }
    return 0;
}

void* take_large(std::size_t size, std::size_t alignment) {
    const std::size_t number = ((size - 1) >> page_bits) + 1;
    const std::size_t first = find_pages(number, std::max<std::size_t>(alignment >> page_bits, 1));
    if (first == 0) return nullptr;
    std::fill_n(use.begin() + first, number, large);
    length[first] = static_cast<uint16_t>(number);
    return at_page(first);
}

void* take_small(std::size_t bits) {
    if (!left[bits]) {
        const std::size_t page = find_pages(1, 1);
        if (page == 0) return nullptr;
        use[page] = static_cast<uint8_t>(bits);
        auto* const begin = static_cast<std::byte*>(at_page(page));
        for (std::size_t at = 0; at < std::size_t{1} << page_bits; at += std::size_t{1} << bits)
            left[bits] = new (begin + at) Block{left[bits]};
    }
    Block* const block = left[bits];
    left[bits] = block->next;
    return block;
}

void* take(std::size_t size, std::size_t alignment = 1) {
    const Lock lock(taking_turns);
    const std::size_t bits = std::bit_width(std::max({size, alignment, std::size_t{1} << least_bits}) - 1);
    return bits < page_bits ? take_small(bits) : take_large(size, alignment);
}

void give_back(void* place) {
    if (!place) return;
    const Lock lock(taking_turns);
    const std::size_t page = page_of(place);
    if (use[page] == large) {
        std::fill_n(use.begin() + page, length[page], vacant);
    } else {
        left[use[page]] = new (place) Block{left[use[page]]};
    }
}

void* there(void* place) {
    if (!place) std::abort();  // the page starts another engine
    return place;
}

}  // namespace
}  // namespace santorini

// The other forms of `new` and `delete` call these.
void* operator new(std::size_t size) { return santorini::there(santorini::take(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return santorini::there(santorini::take(size, static_cast<std::size_t>(alignment)));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return santorini::take(size); }
void operator delete(void* place) noexcept { santorini::give_back(place); }
void operator delete(void* place, std::align_val_t) noexcept { santorini::give_back(place); }

#endif
