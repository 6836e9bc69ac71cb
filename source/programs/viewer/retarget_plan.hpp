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

/// A bone of the model to be moved, and the bone of the source that moves it.
struct RetargetRow {
    Bone* bone = nullptr;
    std::string source = {};  ///< Name of the source bone, for users; empty if there is none.
    std::string role = {};    ///< Role of the bone in its body, even if the other body lacks that part.
    std::string reason = {};  ///< How the source bone was found, or why there is none.
    bool isMoved = false;
};

/// Which bones of two models are paired, and why. Both skeletons are sorted, parents first.
struct RetargetPlan {
    Skeleton* source = nullptr;  ///< Null once its model is closed.
    Skeleton* target = nullptr;
    RetargetMap map = {};
    std::string found = {};                               ///< "body", "names", "by hand", or a file's name.
    std::vector<std::string> reasons = {};                ///< For each bone of the target, the reason (see RetargetRow), or an empty text.
    std::vector<std::optional<HumanoidRole>> roles = {};  ///< For each bone of the target, its role, if it has one.
    bool isFixed = false;                                 ///< Made by hand or read from a file: must not be replaced by an automatic plan.
};

/// Finds a plan by the parts of a body that both models have or, if either is no body, by the names of bones. Of several skeletons, uses
/// the most human-like one. Throws Error if a model has no bones, or if no names are the same either; the message says what is missing.
[[nodiscard]] RetargetPlan findPlan(Scene& source, Scene& target);
/// Reads a plan from a file: see loadRetargetMapJson(). Throws ImportError if the file is not a map for these models, and Error if a model
/// has no bones.
[[nodiscard]] RetargetPlan readPlan(Scene& source, Scene& target, const std::filesystem::path& file);
/// Makes a fixed plan for models that were read again, by the names of bones. `map`: the old plan's map, written by saveRetargetMapJson().
/// Throws ImportError if the map no longer fits.
[[nodiscard]] RetargetPlan renewPlan(Scene& source, Scene& target, std::string_view map, std::string found);

/// Pairs a bone of the target with another bone of the source, or with none. Both are indices into bones(). Throws Error, and changes
/// nothing, if the target's bone is part of a chain.
void changePair(RetargetPlan& plan, std::size_t bone, std::optional<std::size_t> source);

/// Returns a row for each bone of the target, in the order of bones(). Precondition: the source is open.
[[nodiscard]] std::vector<RetargetRow> rowsOf(const RetargetPlan& plan);

/// Returns the index in bones() of the first bone of that name. If there is none, reads the text as an index; no value if it is not the
/// index of a bone.
[[nodiscard]] std::optional<std::size_t> findBone(const Skeleton& skeleton, std::string_view nameOrNumber);

}  // namespace armature::tools
