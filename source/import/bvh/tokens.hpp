#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/import/import_options.hpp>

#include "import/memory_budget.hpp"
#include "import/notes.hpp"

namespace armature::bvh {

/// Compares words ignoring case, because programs write them differently: "Xrotation", "XROTATION".
[[nodiscard]] bool isWord(std::string_view text, std::string_view word) noexcept;

/// Splits a BVH file into words. Blanks, line ends and braces separate words, and each brace is itself a word. Refusals name the line.
class Tokens {
public:
    explicit Tokens(std::string_view text) noexcept : text_(text) {}

    /// Moves to the next token. Returns false if there is none.
    [[nodiscard]] bool hasNext() noexcept;
    /// Returns the line of the next token, counted from 1; at the end of the file, the last line.
    [[nodiscard]] std::size_t line() noexcept;
    /// Takes and returns the next token; empty at the end of the file.
    [[nodiscard]] std::string_view next() noexcept;
    /// Takes the next token if it equals `word`, ignoring case. Returns whether it does.
    [[nodiscard]] bool take(std::string_view word) noexcept;
    /// Takes and returns the text from the next token to the end of its line or to a brace, without trailing blanks; empty if a brace comes
    /// next.
    [[nodiscard]] std::string_view restOfLine() noexcept;
    /// Takes a label such as "Frame Time:", ignoring case, with any number of blanks, or none, between its words and before the colon.
    /// Returns false and takes nothing if something else comes next.
    [[nodiscard]] bool takeLabel(std::initializer_list<std::string_view> words) noexcept;
    /// Takes and returns a number within float's range. `what` names the number in refusals.
    [[nodiscard]] double number(std::string_view what);
    /// Returns the number of remaining tokens.
    [[nodiscard]] std::size_t count() const noexcept;

    /// Refuse the file, naming the line of the next token or `line` respectively.
    [[noreturn]] void refuse(const std::string& problem);
    [[noreturn]] static void refuse(std::size_t line, const std::string& problem);

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

/// The property that one column of the motion data animates.
struct Channel {
    enum class Kind : unsigned char { Position, Rotation, Unknown };

    Kind kind = Kind::Unknown;
    unsigned char axis = 0;  ///< 0, 1, 2: x, y, z.
};

/// A ROOT, JOINT or End Site. Joints and their nodes are in file order, with parents first.
struct Joint {
    std::string name;
    std::optional<std::size_t> parent;
    glm::dvec3 offset{0.};
    std::vector<Channel> channels;  ///< In file order; any number of channels.
    std::size_t line = 0;
    bool isEnd = false;
};

/// Reads the hierarchy, up to the word MOTION or the end of the file. Returns at least one joint.
[[nodiscard]] std::vector<Joint> readHierarchy(Tokens& tokens, const ImportLimits& limits, importing::MemoryBudget& budget,
                                               importing::Notes& notes);

struct Motion {
    double frameSeconds = 0.;
    std::optional<ClipDescription> clip;  ///< None if there are no frames or no joint is animated.
};

/// Reads the motion, from after the word MOTION to the end of the file. Channels target nodes; a joint and its node have the same index.
[[nodiscard]] Motion readMotion(Tokens& tokens, std::span<const Joint> joints, importing::MemoryBudget& budget, importing::Notes& notes);

}  // namespace armature::bvh
