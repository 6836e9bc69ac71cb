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

/// A part of a clip, in seconds; by default from the clip's beginning, to its end.
struct CutRange {
    std::optional<double> from = {};
    std::optional<double> to = {};
    std::string name = {};  ///< Name of the new clip; if empty, made from the clip's name.
};

/// Parses "0.2:1.5", "0.2:", ":1.5" or "0.2:1.5=NAME". Throws UsageError that names the text.
[[nodiscard]] CutRange parseRange(std::string_view text);

/// The edits to make to clips, in this order.
struct CutPlan {
    std::optional<std::string> clip = {};  ///< Name or index; all clips if not given.
    std::vector<CutRange> ranges = {};     ///< One new clip for each; if empty, one of the whole clip.
    std::optional<std::string> name = {};  ///< Name of the new clip; numbered if there are several.
    bool isReversed = false;
    std::optional<double> closing = {};          ///< Seconds at the end over which the pose is brought to the first one.
    std::optional<double> framesPerSecond = {};  ///< Resamples to this rate of even keys.
    std::optional<BakeBound> bound = {};         ///< Leaves out keys within this error.
    bool leavesOthersOut = false;                ///< Leaves out the clips that are not cut.
};

struct CutOptions {
    std::string file = {};
    std::string output = {};
    CutPlan plan;
    ImportOptions reading = {};
};

/// The result of cutting one clip.
struct CutPiece {
    std::string source = {};
    double from = 0.;
    double to = 0.;
    std::size_t keysBefore = 0;  ///< Number of keys of the source.
    std::shared_ptr<const AnimationClip> clip = {};
    bool isReduced = false;
    std::optional<BakeError> error = {};         ///< Error from the keys left out, on the skeleton that the clip moves, if any.
    std::optional<std::string> travelling = {};  ///< The joint whose travel was left open.
    SceneAccess::Kept kept = {};                 ///< The data that the scene keeps for saving.
};

struct CutResult {
    std::vector<CutPiece> pieces = {};
    std::vector<std::string> kept = {};     ///< Clips that stay unchanged.
    std::vector<std::string> leftOut = {};  ///< Clips that were left out.
    std::vector<std::string> warnings = {};
};

/// Replaces the scene's clips, and the data that the scene keeps of them for saving. Throws UsageError if the scene lacks the clip or the
/// clip lacks the seconds, and Error that names the clip if resampling it would make more keys than the effort allows; the scene is then
/// unchanged.
CutResult cutClips(Scene& scene, std::string_view file, const CutPlan& plan, Effort& effort);

/// `armature cut`: writes a model with the edited clips, and prints what was kept.
void runCut(const CutOptions& options);

}  // namespace armature::tools
