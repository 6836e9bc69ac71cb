#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <simdjson.h>

#include <armature/math/transform.hpp>

#include <support/oracle_tally.hpp>

namespace armature::test {

/// The tolerance that the golden files' README gives for a library that computes in float, relative to the largest number of an array.
inline constexpr double goldenTolerance = 1e-5;

/// A value in a golden file, valid as long as the OracleFile that it came from. A missing field throws std::runtime_error with its name; a
/// value of another kind than asked for throws std::runtime_error that quotes it.
class Json {
public:
    explicit Json(simdjson::dom::element element) noexcept : element_(element) {}

    [[nodiscard]] bool isNull() const { return element_.is_null(); }
    [[nodiscard]] bool isText() const { return element_.is_string(); }
    [[nodiscard]] bool isArray() const { return element_.is_array(); }

    /// The field of an object, or nullopt if it is missing.
    [[nodiscard]] std::optional<Json> find(std::string_view key) const
    {
        simdjson::dom::element found;
        return element_.at_key(key).get(found) == simdjson::SUCCESS ? std::optional(Json(found)) : std::nullopt;
    }
    [[nodiscard]] bool has(std::string_view key) const { return find(key).has_value(); }
    [[nodiscard]] Json operator[](std::string_view key) const
    {
        const auto found = find(key);
        return found ? *found : throw std::runtime_error("golden file: no field \"" + std::string(key) + "\"");
    }
    /// A mark such as `quirk`: absent means false.
    [[nodiscard]] bool flag(std::string_view key) const
    {
        const auto found = find(key);
        return found && found->truth();
    }

    [[nodiscard]] bool truth() const { return get<bool>("a truth value"); }
    [[nodiscard]] std::string text() const { return std::string(get<std::string_view>("a text")); }
    /// `null` stands for not-a-number.
    [[nodiscard]] double number() const { return isNull() ? std::numeric_limits<double>::quiet_NaN() : get<double>("a number"); }
    [[nodiscard]] std::int64_t integer() const { return get<std::int64_t>("a whole number"); }
    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(get<std::uint64_t>("an index")); }

    /// The elements of an array.
    [[nodiscard]] std::vector<Json> items() const
    {
        std::vector<Json> result;
        for (const auto element : get<simdjson::dom::array>("an array")) {
            result.emplace_back(element);
        }
        return result;
    }

    /// All numbers of an array in order, including those of nested arrays; a single number counts as an array of one.
    [[nodiscard]] std::vector<double> numbers() const
    {
        std::vector<double> result;
        appendNumbers(result);
        return result;
    }

    [[nodiscard]] glm::dvec3 vector() const
    {
        const auto n = numbersExactly(3);
        return {n[0], n[1], n[2]};
    }
    /// Read from x, y, z, w and not normalised.
    [[nodiscard]] glm::dquat quaternion() const
    {
        const auto n = numbersExactly(4);
        return {n[3], n[0], n[1], n[2]};
    }
    /// Read from the fields t, r and s.
    [[nodiscard]] Transform transform() const
    {
        return {glm::vec3((*this)["t"].vector()), glm::quat((*this)["r"].quaternion()), glm::vec3((*this)["s"].vector())};
    }
    [[nodiscard]] glm::dmat4 matrix() const { return matrixAt(numbersExactly(16), 0); }
    /// Read from an array that holds one matrix after the other.
    [[nodiscard]] std::vector<glm::dmat4> matrices() const
    {
        const auto n = numbers();
        if (n.size() % 16 != 0) {
            throw std::runtime_error("golden file: " + std::to_string(n.size()) + " numbers are no whole number of matrices");
        }
        std::vector<glm::dmat4> result;
        for (std::size_t first = 0; first < n.size(); first += 16) {
            result.push_back(matrixAt(n, first));
        }
        return result;
    }

private:
    template <class T>
    [[nodiscard]] T get(const char* kind) const
    {
        T value;
        return element_.get<T>().get(value) == simdjson::SUCCESS
                   ? value
                   : throw std::runtime_error("golden file: " + simdjson::minify(element_).substr(0, 80) + " is not " + kind);
    }
    void appendNumbers(std::vector<double>& numbers) const
    {
        if (!isArray()) {
            numbers.push_back(number());
            return;
        }
        for (const auto element : get<simdjson::dom::array>("an array")) {
            Json(element).appendNumbers(numbers);
        }
    }
    [[nodiscard]] std::vector<double> numbersExactly(std::size_t count) const
    {
        auto result = numbers();
        return result.size() == count
                   ? result
                   : throw std::runtime_error("golden file: " + std::to_string(result.size()) + " numbers, not " + std::to_string(count));
    }
    [[nodiscard]] static glm::dmat4 matrixAt(const std::vector<double>& numbers, std::size_t first)
    {
        glm::dmat4 result(0.);
        for (glm::length_t column = 0; column < 4; ++column) {
            for (glm::length_t row = 0; row < 4; ++row) {
                result[column][row] = numbers[first++];
            }
        }
        return result;
    }

    simdjson::dom::element element_;
};

/// One family of golden cases, from the directory of goldenSet().
class OracleFile {
public:
    explicit OracleFile(std::string_view family)
    {
        const auto file = directory() / (std::string(family) + ".json");
        simdjson::dom::element root;
        if (const auto error = parser_.load(file.string()).get(root); error != simdjson::SUCCESS) {
            throw std::runtime_error(file.string() + ": " + simdjson::error_message(error));
        }
        cases_ = Json(root)["cases"].items();
    }

    [[nodiscard]] const std::vector<Json>& cases() const noexcept { return cases_; }

    [[nodiscard]] static std::filesystem::path directory() { return goldenSet().directory; }

private:
    simdjson::dom::parser parser_;
    std::vector<Json> cases_;
};

/// Calls compare(golden, tally) for each golden case of a family whose index isChosen() accepts, and counts it as examined; other cases
/// count as left out. Then prints the tally's report, under the name `tallied`.
template <class Choose, class Compare>
void compareGolden(std::string_view family, std::string_view tallied, const Choose& isChosen, const Compare& compare)
{
    const OracleFile file(family);
    OracleTally tally{std::string(tallied)};
    std::size_t index = 0;
    for (const Json& golden : file.cases()) {
        if (isChosen(index++)) {
            tally.examinedCase();
            compare(golden, tally);
        } else {
            tally.leftOutCase();
        }
    }
    tally.report();
}

/// Does the same for all cases.
template <class Compare>
void compareGolden(std::string_view family, std::string_view tallied, const Compare& compare)
{
    compareGolden(
        family, tallied, [](std::size_t) { return true; }, compare);
}

template <class Compare>
void compareGolden(std::string_view family, const Compare& compare)
{
    compareGolden(family, family, compare);
}

}  // namespace armature::test
