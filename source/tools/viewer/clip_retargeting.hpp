#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

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
    std::vector<RetargetRow> rows = {};
    double scale = 1.;     ///< What travel is multiplied with.
    std::size_t keys = 0;  ///< Of the clip that was made.

    /// "walk of walk.bvh".
    [[nodiscard]] std::string describe() const;
    /// How many bones have a counterpart.
    [[nodiscard]] std::size_t pairCount() const;
};

/// The one whose clip plays, else the last; null if there is none.
[[nodiscard]] const ClipRetargeting* shownRetargeting(const OpenModel& model);

/// Puts a clip of the source on the target and plays it there, in place of what was made of it before. The bones go together as a file says
/// (loadRetargetMapJson()); as in what was made of that source, if its map was edited; else as findPlan() finds. Throws Error that names
/// both, and changes nothing. A second of motion costs about 10 ms.
void putClip(OpenModel& target, OpenModel& source, std::size_t clip, const std::optional<std::filesystem::path>& mapFile = {});

/// Lets another bone of the source, or none, move a bone of the target in what is shown, and makes its clip again. Both are numbers in
/// bones(). Throws Error, and changes nothing. Precondition: something is shown, and its source is open.
void changeShownPair(OpenModel& target, std::size_t bone, std::optional<std::size_t> source);

void removeRetargetings(OpenModel& target);

/// Puts on a model that was read again what was on it before. Returns what could not be done, a line each.
[[nodiscard]] std::vector<std::string> retargetAgain(const OpenModel& before, OpenModel& after);
/// Makes again what was made of a model that was read again. Likewise.
[[nodiscard]] std::vector<std::string> replaceSource(OpenModel& target, const OpenModel& before, OpenModel& after);
/// A source that is no longer there. Returns whether something was made of it.
bool forgetSource(OpenModel& target, const OpenModel& source);

}  // namespace armature::tools
