#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "baking.hpp"
#include "retarget_plan.hpp"

namespace armature::tools {

struct OpenModel;

/// A clip of another open model that was retargeted to a model. The result is one of the clips in the model's playback.
struct ClipRetargeting {
    OpenModel* source = nullptr;  ///< Null once the source is closed; the clip stays.
    std::string sourceName = {};
    std::size_t sourceClip = 0;
    std::string clipName = {};  ///< Name of the clip in the source.
    std::size_t clip = 0;       ///< Index of the retargeted clip in the clips() of the model's playback.
    RetargetPlan plan = {};
    std::optional<RetargetPlan> wanted = {};  ///< The plan whose clip is being baked.
    std::size_t changes = 0;                  ///< Number of changes to `wanted`; clips baked for earlier plans are discarded.
    std::vector<RetargetRow> rows = {};
    double scale = 1.;     ///< Factor from the source's travel to the travel of the retargeted clip.
    std::size_t keys = 0;  ///< Number of keys of the retargeted clip.

    /// Returns, for example, "walk of walk.bvh".
    [[nodiscard]] std::string describe() const;
    /// Returns the number of bones of the model that a bone of the source moves.
    [[nodiscard]] std::size_t pairCount() const;
};

/// Returns the retargeting whose clip plays or, if none plays, the last one; null if there is none.
[[nodiscard]] ClipRetargeting* shownRetargeting(OpenModel& model);
[[nodiscard]] const ClipRetargeting* shownRetargeting(const OpenModel& model);
/// Returns the retargeting to `target` that was made from clip `clip` of `source`; null if there is none.
[[nodiscard]] ClipRetargeting* findRetargeting(OpenModel& target, const OpenModel& source, std::size_t clip);

/// Returns one function that makes the plan for a new retargeting. It reads `mapFile` (see loadRetargetMapJson()). Without a file, it
/// copies the edited plan of an earlier retargeting from the same source or, if there is none, calls findPlan().
[[nodiscard]] std::vector<Bake::MakePlan> plansFor(const OpenModel& target, const OpenModel& source,
                                                   const std::optional<std::filesystem::path>& mapFile);
/// Returns functions that make a plan after one of the two models was read again. If the old plan was fixed, the first function pairs the
/// bones that have the same names as in that plan. The last function, for the case that the old plan no longer fits, is findPlan().
[[nodiscard]] std::vector<Bake::MakePlan> plansAgain(const ClipRetargeting& made);

/// Adds a baked clip of the source to the target. It replaces an earlier one made from the same clip.
ClipRetargeting& putClip(OpenModel& target, OpenModel& source, std::size_t clip, BakedMotion made);

void removeRetargetings(OpenModel& target);

/// Finds a clip in a file that was read again: the clip with the same index if it still has the same name, otherwise the first of that
/// name.
[[nodiscard]] std::optional<std::size_t> findAgain(const OpenModel& before, std::size_t clip, const OpenModel& after);
/// Sets the source of a retargeting to null. The retargeted clip is kept, but its pairs can no longer be changed.
void forgetSource(ClipRetargeting& made);
/// Sets the source to null in all retargetings from `source` to `target`. Returns whether there was such a retargeting.
bool forgetSource(OpenModel& target, const OpenModel& source);

}  // namespace armature::tools
