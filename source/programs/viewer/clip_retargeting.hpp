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

/// A clip of another open model that was put on a model, where it is one of the playback's clips.
struct ClipRetargeting {
    OpenModel* source = nullptr;  ///< Null once it is closed: what was made stays.
    std::string sourceName = {};
    std::size_t sourceClip = 0;
    std::string clipName = {};  ///< In the source.
    std::size_t clip = 0;       ///< In the playback of the model.
    RetargetPlan plan = {};
    std::optional<RetargetPlan> wanted = {};  ///< As it is to be: its clip is being baked.
    std::size_t changes = 0;                  ///< To `wanted`: what is baked for an earlier one is not wanted any more.
    std::vector<RetargetRow> rows = {};
    double scale = 1.;     ///< The factor by which travel is multiplied.
    std::size_t keys = 0;  ///< Number of keys of the clip that was made.

    /// "walk of walk.bvh".
    [[nodiscard]] std::string describe() const;
    /// How many bones have a counterpart.
    [[nodiscard]] std::size_t pairCount() const;
};

/// The one whose clip plays, else the last; null if there is none.
[[nodiscard]] ClipRetargeting* shownRetargeting(OpenModel& model);
[[nodiscard]] const ClipRetargeting* shownRetargeting(const OpenModel& model);
/// What was made of a clip of the source; null: nothing.
[[nodiscard]] ClipRetargeting* findRetargeting(OpenModel& target, const OpenModel& source, std::size_t clip);

/// How the bones go together: as a file says (loadRetargetMapJson()); as in what was made of that source, if its map was edited; else as
/// findPlan() finds.
[[nodiscard]] std::vector<Bake::MakePlan> plansFor(const OpenModel& target, const OpenModel& source,
                                                   const std::optional<std::filesystem::path>& mapFile);
/// Plans for models that were read again, by the names of bones in what was made before; if that no longer fits, as findPlan() finds.
[[nodiscard]] std::vector<Bake::MakePlan> plansAgain(const ClipRetargeting& made);

/// Puts what was baked of a clip of the source on the target, in place of what was made of that before.
ClipRetargeting& putClip(OpenModel& target, OpenModel& source, std::size_t clip, BakedMotion made);

void removeRetargetings(OpenModel& target);

/// The clip of that name in a file that was read again, also where several have it or it is empty.
[[nodiscard]] std::optional<std::size_t> findAgain(const OpenModel& before, std::size_t clip, const OpenModel& after);
/// What was made stays, but can no longer be changed.
void forgetSource(ClipRetargeting& made);
/// Forgets all that was made of a source that is no longer there. Returns whether something was.
bool forgetSource(OpenModel& target, const OpenModel& source);

}  // namespace armature::tools
