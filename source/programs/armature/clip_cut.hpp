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

/// A part of a clip, in seconds; from its beginning, to its end if not given.
struct CutRange {
    std::optional<double> from = {};
    std::optional<double> to = {};
    std::string name = {};  ///< Name of the new clip; empty: made from the clip's.
};

/// "0.2:1.5", "0.2:", ":1.5" or "0.2:1.5=NAME". Throws UsageError that names the text.
[[nodiscard]] CutRange parseRange(std::string_view text);

/// What is done to clips, in this order.
struct CutPlan {
    std::optional<std::string> clip = {};  ///< Name or index; all clips if not given.
    std::vector<CutRange> ranges = {};     ///< A new clip for each; the whole clip if empty.
    std::optional<std::string> name = {};  ///< Name of the new clip; numbered if there are several.
    bool isReversed = false;
    std::optional<double> closing = {};          ///< Seconds at the end in which the last pose becomes the first.
    std::optional<double> framesPerSecond = {};  ///< Rate of even keys.
    std::optional<BakeBound> bound = {};         ///< For leaving out keys.
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
    std::optional<BakeError> error = {};         ///< Error of the keys left out, on the skeleton that the clip moves, if it moves one.
    std::optional<std::string> travelling = {};  ///< The joint whose travel was not closed.
    SceneAccess::Kept kept = {};                 ///< What the scene keeps for saving.
};

struct CutResult {
    std::vector<CutPiece> pieces = {};
    std::vector<std::string> kept = {};     ///< Clips that stay as they were.
    std::vector<std::string> leftOut = {};  ///< Clips that were left out.
    std::vector<std::string> warnings = {};
};

/// Replaces the scene's clips, with all that the scene keeps of them. Throws UsageError for a clip that the scene lacks, or seconds that
/// its clip does not have, and Error that names the clip if resampling it makes more keys than the effort allows; the scene is unchanged
/// then.
CutResult cutClips(Scene& scene, std::string_view file, const CutPlan& plan, Effort& effort);

/// `armature cut`: writes a model with other clips, and prints what was kept.
void runCut(const CutOptions& options);

}  // namespace armature::tools
