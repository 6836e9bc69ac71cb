#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace armature::importing {

/// What was imperfect in a file and how the importer coped; becomes Scene::warnings(). Bounded, so that a hostile file cannot fill memory
/// with complaints.
class Notes {
public:
    static constexpr std::size_t maxCount = 100;

    /// `place` is where in the file; `text` says what is wrong, what it means and what to do.
    void add(std::string_view place, std::string_view text);

    /// All that was added, and a last line that counts what was left out.
    [[nodiscard]] std::vector<std::string> take();

private:
    std::vector<std::string> notes_;
    std::size_t leftOut_ = 0;
};

}  // namespace armature::importing
