#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace armature::importing {

/// Imperfections of a file and how the importer handled them; becomes Scene::warnings(). Bounded, so that a hostile file cannot fill memory
/// with warnings.
class Notes {
public:
    static constexpr std::size_t maxCount = 100;

    /// `place` is where in the file; `text` states the problem, the consequence and the remedy.
    void add(std::string_view place, std::string_view text);

    /// Takes out all notes, with a last line that counts those left out.
    [[nodiscard]] std::vector<std::string> take();

private:
    std::vector<std::string> notes_;
    std::size_t leftOut_ = 0;
};

/// The most bytes of a file's text that a message shows.
constexpr std::size_t longestQuote = 60;

/// `text` in quotes, fit for one line of a message: control characters and invalid UTF-8 are escaped, and it is cut after 60 bytes. Use
/// this for values and inQuotes() for names that a reader knows: here every byte stays legible, `text` may be empty, and the result never
/// grows with the file.
[[nodiscard]] std::string quoted(std::string_view text);

/// Thrown inside the importers if a file cannot be used; loadScene turns it into an ImportError, which adds the file's name.
class Refusal final : public std::runtime_error {
public:
    Refusal(std::string place, const std::string& problem) : std::runtime_error(problem), place_(std::move(place)) {}

    /// The place in the file; a JSON pointer for glTF.
    [[nodiscard]] const std::string& place() const noexcept { return place_; }

private:
    std::string place_;
};

}  // namespace armature::importing
