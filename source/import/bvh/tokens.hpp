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

/// Compares words in any case, as programs write them: "Xrotation" is "XROTATION".
[[nodiscard]] bool isWord(std::string_view text, std::string_view word) noexcept;

/// Walks through the words of a BVH file, which are separated by blanks, line ends and braces; each brace is itself a word. Refusals name
/// the line.
class Tokens {
public:
    explicit Tokens(std::string_view text) noexcept : text_(text) {}

    /// Moves to the next token. Returns false at the end of the file.
    [[nodiscard]] bool hasNext() noexcept;
    /// The line of the next token, from 1; at the end, the last line.
    [[nodiscard]] std::size_t line() noexcept;
    /// Takes the next token. Empty at the end of the file.
    [[nodiscard]] std::string_view next() noexcept;
    /// Takes the next token if it is `word`, in any case.
    [[nodiscard]] bool take(std::string_view word) noexcept;
    /// Takes the text from the next token to the end of its line or a brace, without trailing blanks. Empty if a brace comes next.
    [[nodiscard]] std::string_view restOfLine() noexcept;
    /// Takes a label such as "Frame Time:", in any case, with or without blanks around the colon. Returns false if something else comes.
    [[nodiscard]] bool takeLabel(std::initializer_list<std::string_view> words) noexcept;
    /// Takes a number in the range of float; `what` names it in the refusal.
    [[nodiscard]] double number(std::string_view what);
    /// The number of tokens left.
    [[nodiscard]] std::size_t count() const noexcept;

    /// Refuses the file at the line of the next token, or at `line`.
    [[noreturn]] void refuse(const std::string& problem);
    [[noreturn]] static void refuse(std::size_t line, const std::string& problem);

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

/// The motion in one column of numbers.
struct Channel {
    enum class Kind : unsigned char { Position, Rotation, Unknown };

    Kind kind = Kind::Unknown;
    unsigned char axis = 0;  ///< 0, 1, 2: x, y, z.
};

/// A ROOT, JOINT or End Site. Joints, like their nodes, are in file order: parents first.
struct Joint {
    std::string name;
    std::optional<std::size_t> parent;
    glm::dvec3 offset{0.};
    std::vector<Channel> channels;  ///< In file order, any number of them.
    std::size_t line = 0;
    bool isEnd = false;
};

/// Reads everything up to the word MOTION or the end of the file. Returns at least one joint.
[[nodiscard]] std::vector<Joint> readHierarchy(Tokens& tokens, const ImportLimits& limits, importing::MemoryBudget& budget,
                                               importing::Notes& notes);

struct Motion {
    double frameSeconds = 0.;
    std::optional<ClipDescription> clip;  ///< None: no frames, or nothing moves.
};

/// Reads everything after the word MOTION, to the end of the file. Targets are nodes, numbered like the joints.
[[nodiscard]] Motion readMotion(Tokens& tokens, std::span<const Joint> joints, importing::MemoryBudget& budget, importing::Notes& notes);

}  // namespace armature::bvh
