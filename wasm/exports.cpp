// What JavaScript calls: it writes a text into room(), calls answer(), and reads answer_size() bytes of the answer.
#include <cstdint>
#include <string>

#include "wasm/rules.h"

namespace {

std::string room_text, answer_text;

}  // namespace

extern "C" {

// Room for a text of `size` bytes, until the next call.
[[clang::export_name("room")]] char* room(uint32_t size) {
    room_text.resize(size);
    return room_text.data();
}
[[clang::export_name("answer")]] const char* answer() {
    answer_text = santorini::answer(room_text);
    return answer_text.data();
}
[[clang::export_name("answer_size")]] uint32_t answer_size() { return static_cast<uint32_t>(answer_text.size()); }
}
