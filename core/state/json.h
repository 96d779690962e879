// Writes JSON for clients, one value at a time and in order; commas are added automatically.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace santorini {

class Json {
public:
    const std::string& text() const { return text_; }

    Json& open(char bracket) {
        comma();
        text_ += bracket;
        fresh_ = true;
        return *this;
    }
    Json& close(char bracket) {
        text_ += bracket;
        fresh_ = false;
        return *this;
    }
    Json& key(std::string_view name) {
        value(name);
        text_ += ':';
        fresh_ = true;
        return *this;
    }

    Json& null() { return raw("null"); }
    Json& value(bool b) { return raw(b ? "true" : "false"); }
    Json& value(std::integral auto n) { return raw(std::to_string(n)); }
    Json& value(double x) { return raw(std::to_string(x)); }
    Json& value(std::string_view s) {
        comma();
        text_ += '"';
        for (const char c : s) {
            if (c == '"' || c == '\\') text_ += '\\';
            if (static_cast<unsigned char>(c) < 0x20) {
                constexpr std::string_view digits = "0123456789abcdef";
                text_.append("\\u00").append(1, digits[static_cast<unsigned char>(c) >> 4]);
                text_ += digits[static_cast<unsigned char>(c) & 15];
            } else {
                text_ += c;
            }
        }
        text_ += '"';
        return *this;
    }
    Json& value(const std::string& s) { return value(std::string_view(s)); }
    Json& value(const char* s) { return value(std::string_view(s)); }
    template <class T>
    Json& value(const std::optional<T>& v) {
        return v ? value(*v) : null();
    }
    template <class T>
    Json& item(std::string_view name, const T& v) {
        return key(name).value(v);
    }

private:
    Json& raw(std::string_view s) {
        comma();
        text_ += s;
        return *this;
    }
    void comma() {
        if (!fresh_) text_ += ',';
        fresh_ = false;
    }

    std::string text_;
    bool fresh_ = true;  // the next value needs no comma before it
};

}  // namespace santorini
