#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace armature::importing {

/// Notes on imperfections of a file and how the importer handled them; they become Scene::warnings(). When a scene is saved, notes on its
/// losses become the warnings that saveGltf() returns. The number of notes is limited, so that a hostile file cannot fill memory with
/// warnings.
class Notes {
public:
    static constexpr std::size_t maxCount = 100;

    /// Adds a note. `place` is the place in the file, or empty; `text` states the problem, the consequence and the remedy.
    void add(std::string_view place, std::string_view text);

    /// Returns all notes and empties the list. If notes were left out, a last line tells how many.
    [[nodiscard]] std::vector<std::string> take();

private:
    std::vector<std::string> notes_;
    std::size_t leftOut_ = 0;
};

/// The largest number of bytes of a file's text that a message quotes.
constexpr std::size_t longestQuote = 60;

/// Returns `text` in quotes, fit for one line of a message: control characters and invalid UTF-8 are escaped, and the text is cut after 60
/// bytes. Use this for a file's values; use inQuotes() for names that the user knows. With quoted(), every byte stays legible, `text` may
/// be empty, and the result never grows with the file.
[[nodiscard]] std::string quoted(std::string_view text);

/// Thrown inside the importers if a file cannot be used. Public functions turn it into an ImportError that includes the file's name.
class Refusal final : public std::runtime_error {
public:
    Refusal(std::string place, const std::string& problem) : std::runtime_error(problem), place_(std::move(place)) {}

    /// The place in the file, such as a JSON pointer in glTF or a line in BVH; empty for the whole file.
    [[nodiscard]] const std::string& place() const noexcept { return place_; }

private:
    std::string place_;
};

}  // namespace armature::importing
