#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <glm/ext/vector_float3.hpp>

#include <armature/animation/baked_clip.hpp>
#include <armature/import/import_options.hpp>

#include "command_line.hpp"
#include "conversion.hpp"
#include "retargeting.hpp"

namespace armature::tools {

inline constexpr std::size_t largestBakeRate = 1000;

struct BakeChoice {
    std::optional<std::size_t> rate = {};  ///< Frames per second; chosen by BakedClip if not given.
    std::optional<double> maxError = {};   ///< In the skeleton's units.
    std::optional<double> maxDegrees = {};
};

struct BakeRequest {
    std::string file;
    BakeChoice choice = {};
    ImportOptions reading = {};
};

[[nodiscard]] BakeOptions bakeOptions(const BakeChoice& choice);

/// `armature bake`: prints the sizes of a file's baked clips and their errors. Throws Error after the table if a clip cannot be baked as
/// precisely as requested.
void runBake(const BakeRequest& request);

struct CookOptions {
    std::vector<std::string> inputs;  ///< The first is the model; the clips of the others are added to it.
    std::string output;
    bool bakes = false;
    BakeChoice choice = {};
    bool quantize = false;
    bool makesCrowds = false;
    ImportOptions reading = {};
    bool isQuiet = false;  ///< Does not say what was written.
};

/// `armature cook`: writes a cooked file, reads it back and prints its contents. If it throws Error, a file has been written only if
/// reading it back failed.
void runCook(const CookOptions& options);

struct ConvertOptions {
    std::vector<std::string> inputs;
    std::string output;
    ConversionOptions conversion;
    bool isMerging = false;                ///< Merges all inputs into one: the first is the character, the others add clips.
    bool isJson = false;                   ///< Prints a report as JSON.
    std::optional<std::size_t> jobs = {};  ///< How many files at a time; by default one per processor.
    bool isQuiet = false;                  ///< Does not say what was written.
};

/// `armature convert`: writes models as glTF, reads them back, and prints how far the posed vertices of each are from those of the
/// original. If one of several files fails, the others are still converted. Returns the program's exit status.
[[nodiscard]] int runConvert(const ConvertOptions& options);

struct DiffOptions {
    std::string first;
    std::string second;
    double tolerance = 0.01;  ///< Millimetres.
    std::size_t shown = 10;
    bool isJson = false;
    std::optional<std::string> picture = {};
    PictureSize size{1200, 400};  ///< Size of the picture.
    ImportOptions reading = {};
    bool isQuiet = false;  ///< Does not say what was written.
};

inline constexpr std::size_t largestShown = 1'000'000;

/// `armature diff`: compares two models, and prints how they differ. Returns the exit status: 0 if they are the same, 1 if not.
[[nodiscard]] int runDiff(const DiffOptions& options);

struct GraphOptions {
    std::string graph;
    std::string file;
    std::string script;                          ///< In the form that parseGraphScript() reads.
    std::optional<std::string> scriptFile = {};  ///< File to read the script from instead.
    std::optional<std::string> output = {};
    std::optional<std::string> dot = {};
    bool isText = false;
    std::size_t pictures = 8;
    PictureSize size{1600, 400};
    ImportOptions reading = {};
    bool isQuiet = false;  ///< Does not say what was written.
};

inline constexpr std::size_t mostPictures = 100;

/// `armature graph`: plays an animation graph by a script, and draws or prints what happens.
void runGraph(const GraphOptions& options);

struct InspectOptions {
    std::string file;
    bool isJson = false;
    ImportOptions reading = {};
};

/// `armature inspect`: prints a file's contents.
void runInspect(const InspectOptions& options);

/// `armature clips`: describes a file's clips.
void runClips(const InspectOptions& options);

/// `armature map`: prints which bones of a model, or of a rig described as JSON, are the parts of a human body.
void runMap(const InspectOptions& options);

struct PlotOptions {
    std::string file;
    std::string bone;
    std::optional<std::string> clip = {};  ///< The clip to plot; by default the first.
    std::string output;                    ///< .png or .svg
    PictureSize size{1600, 1000};
    ImportOptions reading = {};
    bool isQuiet = false;  ///< Does not say what was written.
};

inline constexpr PictureSize smallestPlot{480, 360};

/// `armature plot`: draws a bone's channels and path.
void runPlot(const PlotOptions& options);

struct PoseOptions {
    std::string file;
    PoseChoice pose;
    bool isJson = false;
    std::optional<std::string> obj;  ///< File to write the posed meshes to.
    bool isInFileSpace = false;      ///< Writes the meshes in the file's own unit and axes.
    ImportOptions reading = {};
    bool isQuiet = false;  ///< Does not say what was written.
};

/// `armature pose`: prints the matrices of one pose, and writes the posed meshes on request.
void runPose(const PoseOptions& options);

/// The parts of a picture besides the model, and how the model is drawn.
struct RenderLooks {
    bool showBones = false;
    bool isTransparent = false;                      ///< Leaves the background transparent.
    std::optional<glm::vec3> background = {};        ///< In linear RGB.
    std::optional<bool> blendsDualQuaternions = {};  ///< Whether skinning blends dual quaternions; by default as each mesh says.
    bool showGround = false;
    bool isInPlace = false;                     ///< Leaves out the clip's travel over the ground.
    std::optional<std::string> camera = {};     ///< The text for RenderCamera; by default everything is framed.
    std::optional<std::string> heatBone = {};   ///< The bone whose weights are shown as colours.
    std::optional<std::string> trailBone = {};  ///< The bone whose path over the clip is drawn.
    std::optional<OnionChoice> onion = {};      ///< Ghosts of the model at earlier and later moments.
};

struct RenderOptions {
    std::string file;
    std::string output;
    PoseChoice pose;
    PictureSize size;
    RenderLooks looks = {};
    std::optional<std::size_t> frames = {};     ///< Makes an animated picture of the whole clip, with that many frames.
    std::optional<std::size_t> turntable = {};  ///< Makes an animated picture of that many views around the pose.
    std::optional<SheetGrid> sheet = {};        ///< Shows moments of the clip, in rows and columns.
    std::optional<float> quality = {};          ///< Quality of a WebP file, 1 to 100; by default it is lossless.
    ImportOptions reading = {};
    bool isQuiet = false;  ///< Does not say what was written.
};

/// `armature render`: draws a file's model into a picture, without a window or display. Returns the program's exit status.
[[nodiscard]] int runRender(const RenderOptions& options);

struct RetargetOptions {
    std::vector<std::string> sources;
    std::string output;
    RetargetingOptions retargeting;
    bool isJson = false;                   ///< Prints a report as JSON.
    std::optional<std::size_t> jobs = {};  ///< How many files at a time; by default one per processor.
    bool isQuiet = false;                  ///< Does not say what was written.
};

/// `armature retarget`: retargets motions to another model, and prints how well they fit. If one of several files fails, the others are
/// still retargeted. Returns the program's exit status.
[[nodiscard]] int runRetarget(const RetargetOptions& options);

struct ViewOptions {
    std::vector<std::string> files;
    std::optional<std::size_t> quitAfterFrames = {};  ///< For tests: closes the window after that many frames.
    std::optional<std::string> script = {};           ///< A file of commands and input, see ViewerScript.
    std::optional<PictureSize> size = {};             ///< Size of the window.
    std::optional<float> scale = {};                  ///< Scale of the panels; by default the display's.
    bool watches = false;
    bool hidesPanels = false;
    bool isLight = false;
    ImportOptions reading = {};
};

/// `armature view`: shows models in a window until it is closed.
void runView(const ViewOptions& options);

}  // namespace armature::tools
