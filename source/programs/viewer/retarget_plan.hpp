#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/retarget/retarget_map.hpp>

namespace armature::tools {

/// A bone of the model that is to move, and what moves it.
struct RetargetRow {
    Bone* bone = nullptr;
    std::string source = {};  ///< A bone's name, for people; empty: none.
    std::string role = {};    ///< The role of the bone in a body, even if the other body has no such part.
    std::string reason = {};  ///< How the source bone was found, or why there is none.
    bool isMoved = false;
};

/// The bones of two models that go together, and why. Both skeletons have their parents first.
struct RetargetPlan {
    Skeleton* source = nullptr;  ///< Null once its model is closed.
    Skeleton* target = nullptr;
    RetargetMap map = {};
    std::string found = {};                               ///< "body", "names", "by hand", or a file's name.
    std::vector<std::string> reasons = {};                ///< The reason (see RetargetRow) for each bone of the target; may be empty.
    std::vector<std::optional<HumanoidRole>> roles = {};  ///< The role of each bone of the target; may be empty.
    bool isFixed = false;  ///< Made by hand or read from a file, so it must not be replaced by an automatic plan.
};

/// Finds a plan by the parts of a body that both have; without a body, by the names of bones. Of several skeletons the one most like a
/// human counts. Throws Error that says what is missing.
[[nodiscard]] RetargetPlan findPlan(Scene& source, Scene& target);
/// Reads a plan from a file: see loadRetargetMapJson(). Throws ImportError.
[[nodiscard]] RetargetPlan readPlan(Scene& source, Scene& target, const std::filesystem::path& file);
/// A fixed plan, as saveRetargetMapJson() has its map, by the names of bones, for models that were read again. Throws ImportError if it no
/// longer fits.
[[nodiscard]] RetargetPlan renewPlan(Scene& source, Scene& target, std::string_view map, std::string found);

/// Lets another bone of the source, or none, move a bone of the target, by their numbers in bones(). Throws Error, and changes nothing, if
/// that is part of a chain.
void changePair(RetargetPlan& plan, std::size_t bone, std::optional<std::size_t> source);

/// A line for each bone of the target. Precondition: the source is open.
[[nodiscard]] std::vector<RetargetRow> rowsOf(const RetargetPlan& plan);

/// The number in bones() of the first bone of that name, or with that number.
[[nodiscard]] std::optional<std::size_t> findBone(const Skeleton& skeleton, std::string_view nameOrNumber);

}  // namespace armature::tools
