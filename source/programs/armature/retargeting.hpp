#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <armature/animation/baked_clip.hpp>
#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/support/picture.hpp>

#include "batch.hpp"
#include "command_line.hpp"
#include "conversion.hpp"

namespace armature::tools {

/// The options with which `armature retarget` makes each file.
struct RetargetingOptions {
    std::string target;                       ///< The model to be moved.
    std::optional<std::string> clip = {};     ///< Only this clip of each source, by name or index.
    std::optional<std::string> mapFile = {};  ///< Maps bones as this file says: see loadRetargetMapJson().
    bool isByName = false;                    ///< Maps bones to bones of the same name.
    bool holdsFeet = false;                   ///< Keeps planted feet in place.
    std::optional<std::string> picture = {};  ///< File for a picture of source and target side by side.
    PictureSize pictureSize{1800, 1000};
    ImportOptions reading = {};
    bool showsProgress = false;  ///< Shows the progress of one output file. A batch shows one progress for all of its files instead.
};

/// A clip that was retargeted.
struct RetargetedMotion {
    std::string name;
    std::string source;     ///< The file of the original clip.
    double seconds = 0.;    ///< The clip's duration.
    std::size_t pairs = 0;  ///< Number of mapped bones of the target, including those in chains.
    double scale = 1.;      ///< Factor from the source's travel to the target's.
    std::size_t keys = 0;
    BakeError error = {};
    RetargetQuality quality = {};
};

/// The clips that a job retargeted, and its warnings.
struct Retargeting {
    std::vector<RetargetedMotion> motions;
    std::vector<std::string> warnings;
};

/// Retargets the clips of all inputs to the target, where they replace its own clips, and writes the target. If it throws Error or
/// UsageError, nothing has been written.
[[nodiscard]] Retargeting retarget(const ConversionJob& job, const RetargetingOptions& options);

using RetargetingOutcome = BatchOutcome<Retargeting>;

/// Returns a job's table: for each clip, the direction error of each bone, and the errors of feet, ground and hands.
[[nodiscard]] std::string describe(const ConversionJob& job, const Retargeting& retargeting);
/// Returns a line for each clip, with the errors of directions and feet.
[[nodiscard]] std::string describeShortly(const ConversionJob& job, const Retargeting& retargeting);
/// Returns "38 of 40 files written, 2 failed; directions are at most 0.1 degrees off, in a.glb; planted feet slide at most 2 mm, in b.glb".
[[nodiscard]] std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const RetargetingOutcome> outcomes);
/// Returns a report as JSON; docs/armature_program.md describes its members.
[[nodiscard]] std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const RetargetingOutcome> outcomes);

/// A motion before and after retargeting.
struct Comparison {
    Scene& source;
    AnimationGroup& motion;
    Scene& target;
    AnimationGroup& result;
};

/// Draws both models at six times from the beginning to the end, in three columns and two rows, with the source on the left of each pair.
/// Leaves the scenes posed.
[[nodiscard]] support::Picture drawComparison(const PictureSize& size, const Comparison& comparison);

}  // namespace armature::tools
