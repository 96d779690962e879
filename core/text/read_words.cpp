// Lists, numbers and squares in a position text.
#include <charconv>

#include "core/text/read_parts.h"

namespace santorini {

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    while (true) {
        const auto i = text.find(at);
        out.push_back(text.substr(0, i));
        if (i == std::string_view::npos) return out;
        text.remove_prefix(i + 1);
    }
}

std::optional<int> read_number(std::string_view text, int most) {
    int n = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (error != std::errc{} || end != text.data() + text.size() || n < 0 || n > most) return std::nullopt;
    return n;
}

std::optional<Bitboard> read_squares(std::string_view text, char between) {
    Bitboard out = 0;
    if (text.empty()) return out;
    for (std::string_view name : split(text, between)) {
        const auto s = read_square(name);
        if (!s || has(out, *s)) return std::nullopt;
        out |= bit(*s);
    }
    return out;
}

bool split_brackets(std::string_view text, std::string_view& key, std::string_view& items, std::string_view& rest) {
    const auto open = text.find('['), close = text.find(']');
    if (open == std::string_view::npos && close == std::string_view::npos) {
        const auto end = text.find_first_of(":@");
        key = text.substr(0, end);
        rest = end == std::string_view::npos ? "" : text.substr(end);
        return true;
    }
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return false;
    key = text.substr(0, open);
    items = text.substr(open + 1, close - open - 1);
    rest = text.substr(close + 1);
    return true;
}

}  // namespace santorini
