#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>

#include "effort.hpp"

#include "conversion.hpp"

namespace armature::tools {

/// The axis that points up.
enum class UpAxis { X, Y, Z };

/// What `armature convert` changes in a model, only on request.
struct SceneChange {
    std::optional<double> scale = {};            ///< Scales everything. Greater than 0.
    std::optional<UpAxis> up = {};               ///< Which axis of the model is up; it becomes +Y.
    std::optional<double> framesPerSecond = {};  ///< Keys at that rate for every channel of every clip.

    [[nodiscard]] bool movesModel() const noexcept { return scale || up; }
};

/// Scale and axes change by a node "converted" above all others, so that no number of the model itself changes. Clips are resampled as by
/// cutClips(). Returns what could not be kept. Throws Error if the effort does not allow it.
std::vector<std::string> changeScene(Scene& scene, const SceneChange& change, Effort& effort);

/// How `armature convert` writes each model.
struct ConversionOptions {
    SceneChange change = {};
    bool quantize = false;  ///< See GltfOptions.
    bool quantizePositions = false;
    bool compress = false;
    ImportOptions reading = {};
    bool showsProgress = false;  ///< Whether it shows the progress of this model; several have a progress of their own.
};

/// One model to write: from one file, or with clips of others.
struct ConversionJob {
    std::vector<std::string> inputs;  ///< The first is the model.
    std::string output;
};

/// The result of a conversion.
struct Conversion {
    std::size_t nodes = 0;
    std::size_t skins = 0;
    std::size_t meshes = 0;
    std::size_t vertices = 0;
    std::vector<std::string> clips;
    std::size_t poses = 0;           ///< How many were compared; 0: what was written cannot be read again (a pipe).
    double largestMillimetres = 0.;  ///< The largest distance of a posed vertex that was written from the original.
    std::vector<std::string> warnings;
};

/// Loads, merges, changes, writes, reads again and compares. Throws Error; then nothing has been written.
[[nodiscard]] Conversion convert(const ConversionJob& job, const ConversionOptions& options);

/// "out.glb: 4 nodes, 1 skin, ..., 2 clips" and, on a line of its own, the largest error. Empty if it could not be compared.
[[nodiscard]] std::string describe(const ConversionJob& job, const Conversion& conversion);

/// Which models to convert into which files. A single file becomes the file `output`, unless that is a folder; several, and all models
/// below folders, go into the folder `output`, which is created, as GLBs of their names, with the folder structure kept. (Models of one
/// name and different endings keep these: walk.fbx.glb.) Throws UsageError if `output` is a file, but several are to be written, or no
/// model is in the folders.
struct ConversionPlan {
    std::vector<ConversionJob> jobs;
    bool isBatch = false;  ///< Whether the models go into a folder.
};
[[nodiscard]] ConversionPlan planConversions(const std::vector<std::string>& inputs, const std::string& output);

/// One job with all of them, folders expanded in the order of names: the first is the character.
[[nodiscard]] ConversionPlan planMerge(const std::vector<std::string>& inputs, const std::string& output);

/// The result of a job: nothing if it was not begun, or why it failed.
using ConversionOutcome = std::variant<std::monostate, std::string, Conversion>;

/// docs/armature_program.md describes the members.
[[nodiscard]] std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes);

/// "38 of 40 files written, 2 failed; posed vertices are at most 0.1 mm off, in fox.glb".
[[nodiscard]] std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes);

/// Adds the clips of other files to a character, by the names of what they move. A clip whose name several of the files use (as in motion
/// libraries, where each file has its "mixamo.com") is named after its file, without the ending; if a file has several of them, its own
/// name is appended. Returns a line for each unexpected file: channels that move nothing of the character, no clips at all, another unit or
/// other axes than the character's. Throws ImportError.
[[nodiscard]] std::vector<std::string> mergeClips(Scene& character, std::span<const std::string> files, const ImportOptions& reading);

}  // namespace armature::tools
