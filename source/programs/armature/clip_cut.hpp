#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/animation/reduce_keys.hpp>
#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>

#include "effort.hpp"
#include "scene/scene_access.hpp"

namespace armature::tools {

/// A part of a clip, in seconds. Without `from`, it starts at the clip's beginning; without `to`, it ends at the clip's end.
struct CutRange {
    std::optional<double> from = {};
    std::optional<double> to = {};
    std::string name = {};  ///< Name of the new clip; if empty, made from the clip's name.
};

/// Parses "0.2:1.5", "0.2:", ":1.5" or "0.2:1.5=NAME". Throws UsageError if the text has another form, or if the range does not end after
/// its beginning; the message quotes the part that is wrong.
[[nodiscard]] CutRange parseRange(std::string_view text);

/// The edits to make to clips, in this order.
struct CutPlan {
    std::optional<std::string> clip = {};  ///< Name or index of the clip to edit; all clips if not given.
    std::vector<CutRange> ranges = {};     ///< The parts to cut out, each a new clip; if empty, the whole clip becomes one.
    std::optional<std::string> name = {};  ///< Name of the new clip; numbered if there are several.
    bool isReversed = false;
    std::optional<double> closing = {};          ///< Seconds at the end over which the pose is blended into the first pose.
    std::optional<double> framesPerSecond = {};  ///< Resamples, with evenly spaced keys at this rate.
    std::optional<BakeBound> bound = {};         ///< Removes keys as long as the error stays within this bound.
    bool leavesOthersOut = false;                ///< Leaves out the clips that are not cut.
};

struct CutOptions {
    std::string file = {};
    std::string output = {};
    CutPlan plan;
    ImportOptions reading = {};
    bool isQuiet = false;  ///< Does not say what was written.
};

/// A new clip that cutClips() made from a part of a clip, or from a whole clip.
struct CutPiece {
    std::string source = {};
    double from = 0.;
    double to = 0.;
    std::size_t keysBefore = 0;  ///< Number of keys of the source.
    std::shared_ptr<const AnimationClip> clip = {};
    bool isReduced = false;
    std::optional<BakeError> error = {};         ///< Error caused by the removed keys; none if the clip moves no skeleton.
    std::optional<std::string> travelling = {};  ///< The joint that travels, if closing the loop kept its travel.
    SceneAccess::Kept kept = {};                 ///< Data of the clip that the scene keeps only for saving.
};

struct CutResult {
    std::vector<CutPiece> pieces = {};
    std::vector<std::string> kept = {};     ///< Names of the clips that stay unchanged.
    std::vector<std::string> leftOut = {};  ///< Names of the clips that CutPlan::leavesOthersOut removed from the scene.
    std::vector<std::string> warnings = {};
};

/// Replaces the scene's clips with the edited ones, and edits the data that the scene keeps with its clips for saving. Throws UsageError if
/// the scene has no clips or lacks the chosen clip, if the plan has ranges or a name but does not choose one of several clips, or if a clip
/// is shorter than the plan requires. Throws Error that names the clip if an edit exceeds the effort. If it throws, the scene is unchanged.
CutResult cutClips(Scene& scene, std::string_view file, const CutPlan& plan, Effort& effort);

/// `armature cut`: writes a model with the edited clips, and prints what became of each clip.
void runCut(const CutOptions& options);

}  // namespace armature::tools
