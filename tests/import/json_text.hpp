#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace armature::test {

/// A JSON value that can be changed in place, so that a test says which part of a file lies.
class JsonText {
public:
    JsonText() = default;
    /// Parses `text`, which must be valid.
    static JsonText parse(std::string_view text);

    /// The value at a JSON pointer, which must exist. "-" as the last token of an array stands for a new element.
    JsonText& at(std::string_view pointer);
    /// Puts `text`, any JSON or something that is none, at `pointer`; a missing last member is added.
    void set(std::string_view pointer, std::string_view text);
    void remove(std::string_view pointer);
    [[nodiscard]] std::size_t size() const noexcept { return members_.size(); }

    [[nodiscard]] std::string print() const;

private:
    enum class Kind { Scalar, Array, Object };

    /// The child of that name or index; added if it is missing.
    JsonText& child(std::string_view token);

    Kind kind_ = Kind::Scalar;
    std::string scalar_ = "null";
    std::vector<std::pair<std::string, JsonText>> members_;  ///< Of arrays, with empty names.

    friend struct JsonReader;
};

}  // namespace armature::test
