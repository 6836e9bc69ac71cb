#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace armature::test {

/// A JSON value that can be changed in place, so that a test can state which part of a file is false.
class JsonText {
public:
    JsonText() = default;
    /// Parses `text`, which must be valid.
    static JsonText parse(std::string_view text);

    /// The value at a JSON pointer; missing members are added. "-" stands for a new element of an array.
    JsonText& at(std::string_view pointer);
    /// Puts `text`, which need not be valid JSON, at `pointer`; missing members are added.
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
    std::vector<std::pair<std::string, JsonText>> members_;  ///< Those of an array have empty names.

    friend struct JsonReader;
};

}  // namespace armature::test
