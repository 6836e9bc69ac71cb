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

/// How `armature retarget` makes each file.
struct RetargetingOptions {
    std::string target;                       ///< The model that is to move.
    std::optional<std::string> clip = {};     ///< Only this one of each source, by name or index.
    std::optional<std::string> mapFile = {};  ///< Which bones go together: loadRetargetMapJson().
    bool isByName = false;                    ///< Bones of one name go together.
    bool holdsFeet = false;                   ///< Planted feet stay where they are.
    std::optional<std::string> picture = {};  ///< Where to draw source and target side by side.
    PictureSize pictureSize{1800, 1000};
    ImportOptions reading = {};
};

/// A clip that was put on the target.
struct RetargetedMotion {
    std::string name;
    std::string source;     ///< The file that the clip is from.
    double seconds = 0.;    ///< Its duration.
    std::size_t pairs = 0;  ///< Bones that go together; those of chains count, too.
    double scale = 1.;      ///< The factor by which travel is multiplied.
    std::size_t keys = 0;
    BakeError error = {};
    RetargetQuality quality = {};
};

/// The result of a job.
struct Retargeting {
    std::vector<RetargetedMotion> motions;
    std::vector<std::string> warnings;
};

/// Puts the clips of all inputs on the target, in place of its own, and writes it. Throws Error or UsageError; then nothing has been
/// written.
[[nodiscard]] Retargeting retarget(const ConversionJob& job, const RetargetingOptions& options);

using RetargetingOutcome = BatchOutcome<Retargeting>;

/// The table of a job: for each clip, each bone's direction error; feet, ground, hands.
[[nodiscard]] std::string describe(const ConversionJob& job, const Retargeting& retargeting);
/// A line for each clip.
[[nodiscard]] std::string describeShortly(const ConversionJob& job, const Retargeting& retargeting);
/// "38 of 40 files written, 2 failed; directions are at most 0.1 degrees off, in a.glb; planted feet slide at most 2 mm, in b.glb".
[[nodiscard]] std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const RetargetingOutcome> outcomes);
/// docs/armature_program.md describes the members.
[[nodiscard]] std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const RetargetingOutcome> outcomes);

/// A motion before and after retargeting.
struct Comparison {
    Scene& source;
    AnimationGroup& motion;
    Scene& target;
    AnimationGroup& result;
};

/// Draws both at six times between the beginning and the end, in three columns and two rows: the source on the left of each pair. Leaves
/// the scenes posed.
[[nodiscard]] support::Picture drawComparison(const PictureSize& size, const Comparison& comparison);

}  // namespace armature::tools
