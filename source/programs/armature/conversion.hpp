#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/import/import_options.hpp>

#include "effort.hpp"

namespace armature::tools {

/// The axis that points up.
enum class UpAxis { X, Y, Z };

/// The changes that `armature convert` makes to a model on request.
struct SceneChange {
    std::optional<double> scale = {};            ///< Factor that scales everything. Greater than 0.
    std::optional<UpAxis> up = {};               ///< The model's up axis; it becomes +Y.
    std::optional<double> framesPerSecond = {};  ///< Resamples every channel of every clip at this rate.

    [[nodiscard]] bool movesModel() const noexcept { return scale || up; }
};

/// Changes scale and axes by adding a node "converted" above all others, so that the model's own transforms and vertices stay unchanged.
/// Resamples clips as cutClips() does. Returns warnings about data that could not be kept. Throws Error if resampling exceeds the effort.
std::vector<std::string> changeScene(Scene& scene, const SceneChange& change, Effort& effort);

/// How `armature convert` writes each model.
struct ConversionOptions {
    SceneChange change = {};
    bool quantize = false;  ///< For this and the next two, see GltfOptions.
    bool quantizePositions = false;
    bool compress = false;
    ImportOptions reading = {};
    bool showsProgress = false;  ///< Shows this model's progress. A batch shows one progress for all of its models instead.
};

/// One model to write, made from one file, or from one file and the clips of others.
struct ConversionJob {
    std::vector<std::string> inputs;  ///< The first is the model; the others only add their clips.
    std::string output;
};

/// The contents of a written model, and how far it is from the original.
struct Conversion {
    std::size_t nodes = 0;
    std::size_t skins = 0;
    std::size_t meshes = 0;
    std::size_t vertices = 0;
    std::vector<std::string> clips;
    std::size_t poses = 0;           ///< Number of poses compared; 0 if the output cannot be read back (a pipe).
    double largestMillimetres = 0.;  ///< Largest distance between a posed vertex of the output and the same vertex of the original.
    std::vector<std::string> warnings;
};

/// Loads a model, merges and changes it, writes it, reads it back and compares the two. If it throws Error, a file has been written only if
/// it could not be read back or does not match the original.
[[nodiscard]] Conversion convert(const ConversionJob& job, const ConversionOptions& options);

/// Returns "out.glb: 4 nodes, 1 skin, ..., 2 clips" and, on a second line, the largest error. Returns an empty string if no poses were
/// compared.
[[nodiscard]] std::string describe(const ConversionJob& job, const Conversion& conversion);

/// The models to write and their files. A single input becomes the file `output`, unless that is a folder. Several inputs, and all models
/// below folders, become GLBs of the same names in the folder `output`, which is created; the folder structure is kept. (Models whose names
/// differ only in their endings keep the endings: walk.fbx.glb.) planConversions() throws UsageError if several models would go into an
/// `output` that is a file, if the folders hold no model, or if an output would replace an input or another output.
struct ConversionPlan {
    std::vector<ConversionJob> jobs;
    bool isBatch = false;  ///< Whether the models go into a folder.
};
[[nodiscard]] ConversionPlan planConversions(const std::vector<std::string>& inputs, const std::string& output);

/// Plans one job that merges all inputs; the first one is the character. Each folder stands for its models in the order of their names.
/// Throws UsageError if `output` is a folder, or if the folders hold no model.
[[nodiscard]] ConversionPlan planMerge(const std::vector<std::string>& inputs, const std::string& output);

/// The outcome of a job: std::monostate if it was not begun, the reason if it failed, otherwise its result.
using ConversionOutcome = std::variant<std::monostate, std::string, Conversion>;

/// Returns a report as JSON; docs/armature_program.md describes its members.
[[nodiscard]] std::string reportAsJson(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes);

/// Returns "38 of 40 files written, 2 failed; posed vertices are at most 0.1 mm off, in fox.glb".
[[nodiscard]] std::string summaryOf(std::span<const ConversionJob> jobs, std::span<const ConversionOutcome> outcomes);

/// Adds the clips of other files to a character, bound by the names of their targets. A clip that has no name, or whose name is used more
/// than once among the character and the files (motion libraries often name every clip "mixamo.com"), is named after its file, without the
/// extension; if the file has several clips, the clip's own name is appended. Returns warnings that name their files, for example of
/// channels that move nothing of the character, of a file without clips, or of a unit or axes other than the character's. Throws
/// ImportError if a file cannot be read.
[[nodiscard]] std::vector<std::string> mergeClips(Scene& character, std::span<const std::string> files, const ImportOptions& reading);

/// Endings, with their dots, by which models are found in folders.
[[nodiscard]] std::span<const std::string_view> modelEndings() noexcept;

}  // namespace armature::tools
