#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/import/import_options.hpp>
#include <armature/math/space.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/render/skin_renderer.hpp>
#include <armature/scene/scene.hpp>

#include "baking.hpp"
#include "bind_beside.hpp"
#include "bone_limits.hpp"
#include "bone_matrices.hpp"
#include "clip_retargeting.hpp"
#include "edit_history.hpp"
#include "filming.hpp"
#include "gizmo.hpp"
#include "onion_ghosts.hpp"
#include "outline.hpp"
#include "pose_target.hpp"
#include "programs/armature/framing.hpp"
#include "programs/armature/playback.hpp"
#include "programs/armature/weight_heat.hpp"
#include "reading.hpp"
#include "side_by_side.hpp"
#include "springs.hpp"
#include "standing_ground.hpp"
#include "trail.hpp"

namespace armature::tools {

/// The sizes of files and the times at which they were last written, to detect changes.
class FileStamps final {
public:
    explicit FileStamps(std::span<const std::string> files);
    /// Returns whether a file has changed. A missing file counts as unchanged, because it is probably still being written.
    [[nodiscard]] bool haveChanged() const;

private:
    struct Stamp {
        std::filesystem::path file;
        std::filesystem::file_time_type time;
        std::uintmax_t size;
    };
    std::vector<Stamp> stamps_;
};

/// Returns the stamp of the file of the last played graph; no stamps if there is no graph, or if it is not from a file.
[[nodiscard]] FileStamps graphStampsOf(const Playback& playback);

/// An open file, and its state in the viewer.
struct OpenModel {
    /// Reads the file. Throws ImportError if it cannot be read.
    OpenModel(std::filesystem::path path, const ImportOptions& reading);

    std::filesystem::path file;
    std::string name;  ///< Name without folders, shown to users.
    std::unique_ptr<Scene> scene;
    Springs springs;  ///< Made in the pose of the file, before a clip plays.
    Playback playback;
    Outline outline;
    EditHistory history;
    Node* selected = nullptr;
    BoneLimits limits = {};
    std::optional<PoseTarget> target = {};
    std::optional<TargetDrag> targetDrag = {};  ///< The drag of the target, while one is under way.
    Trail trail = {};
    BindBeside bindBeside = {};
    OnionGhosts ghosts = {};
    std::optional<WeightHeat> heat = {};
    StandingGround ground = {};
    std::string blendSpace = {};        ///< Name of the blend space on the pad; if the graph has none of that name, the first one is shown.
    std::vector<DebugLine> lines = {};  ///< Lines of this frame; kept to reuse their memory.
    std::vector<ClipRetargeting> retargetings = {};
    std::size_t retargetChanges = 0;  ///< Number of changes to `retargetings`; work begun before a change may no longer fit.
    FileStamps stamps;
    FileStamps graphStamps{{}};
    glm::vec3 travelled{0.f};  ///< How far a graph had carried the character when the camera last looked.
    bool isPosed = false;      ///< Whether the pose was edited (by hand, by a command or by undoing) since the clip last wrote it.
};

struct Replacement;  // in document_retargeting.cpp

/// A message at the bottom of the window.
struct Message {
    bool isError = false;
    std::string text;
};

/// Limits of the panels' scale.
inline constexpr float leastPanelScale = 0.5f;
inline constexpr float largestPanelScale = 4.f;

/// Widths of the left and the right panel, and height of the lower one, in pixels at scale 1.
struct PanelSizes {
    float tree = 240.f;
    float inspector = 370.f;
    float timeline = 72.f;

    friend bool operator==(const PanelSizes&, const PanelSizes&) = default;
};

/// Limits of a panel's width or height, in pixels at scale 1.
inline constexpr float leastPanelSize = 60.f;
inline constexpr float largestPanelSize = 2000.f;

/// How models are shown, and the other settings of the viewer.
struct ViewerSettings {
    bool follows = true;  ///< Moves the camera along with a character that a graph carries.
    bool showsBones = false;
    bool showsNames = false;
    bool isWireframe = false;
    bool showsBind = false;  ///< Shows the bones in their bind pose beside the model.
    bool swings = true;      ///< Runs springs, and everything else that moves by itself in a VRM model.
    bool showsSprings = false;
    bool showsGround = false;               ///< Shows the ground, with the shadow of the key light.
    bool showsTrail = false;                ///< Shows the path of the selected bone over the clip.
    bool showsHeat = false;                 ///< Colours the surface by the weights of the selected bone.
    bool showsLimits = true;                ///< Shows the limits of joints that have limits.
    std::optional<OnionChoice> onion = {};  ///< Shows the model at other moments of the clip.
    SkeletonViewOptions::Shape boneShape = SkeletonViewOptions::Shape::Octahedra;
    DrawOptions::Shown surface = DrawOptions::Shown::Lit;
    DrawOptions::Skinning skinning = DrawOptions::Skinning::AsAsked;
    bool showsPanels = true;
    bool isDark = true;
    bool watches = false;
    bool showsCommands = false;  ///< Shows the box for typing commands.
    bool showsHelp = false;
    bool asksToQuit = false;         ///< Shows the question whether to quit although edits are not saved.
    bool showsTimes = false;         ///< Shows how long frames take.
    std::string_view page = "bone";  ///< Name of the shown page, one of viewerPages().
    bool showsDifference = true;     ///< Colours the compared model by its difference from the shown one.
    std::optional<float> differenceScale =
        {};                                ///< The distance in metres that is shown red; by default derived from the largest difference.
    std::optional<float> panelScale = {};  ///< Scale of the panels; by default what suits the display.
    PanelSizes panelSizes = {};
    Space gizmoSpace = Space::Local;
    ShownIn shownIn = ShownIn::AsDefined;
    Notation notation = Notation::Glm;
};

/// Everything that the viewer shows and does, without a window: files, playback, selection, pose edits, camera, messages. The window draws
/// the document; panels, keys and scripts change it. An action that fails becomes a message, and changes nothing.
class ViewerDocument final {
public:
    explicit ViewerDocument(const ImportOptions& reading = {});
    ~ViewerDocument();
    ViewerDocument(const ViewerDocument&) = delete;
    ViewerDocument& operator=(const ViewerDocument&) = delete;

    // --- files ------------------------------------------------------------------------------------------------------

    /// If true, files are read on a separate thread until takeFilesRead() takes them over; failures then become messages. If false, files
    /// are read at once, and failures are thrown.
    bool readsOnThread = false;
    /// Opens a file in addition to those that are open, and shows it, unless `purpose` is only to open it. If files are not read on a
    /// separate thread, throws Error if this file cannot be read.
    void open(const std::filesystem::path& file, ReadingTask::Purpose purpose = ReadingTask::Purpose::Show);
    /// Reads the shown file again. Keeps camera, selection, playback, tried springs and limits: see continueFrom(). Edits of the pose, and
    /// the history, are lost. If it throws Error, nothing has changed.
    void reload();
    /// Takes over files that have been read, and motions that have been baked.
    void takeFilesRead();
    /// Cancels reading, baking and filming.
    void cancel();
    [[nodiscard]] const ReadingQueue& reading() const noexcept { return queue_; }
    /// Clips that are being retargeted. If files are read on a separate thread, clips are retargeted on another.
    [[nodiscard]] const BakingQueue& baking() const noexcept { return baking_; }
    /// If ViewerSettings::watches, reads each model again whose files or graph file have changed.
    void watch();
    /// The shown model; null if nothing is open.
    [[nodiscard]] OpenModel* current() noexcept;
    [[nodiscard]] const OpenModel* current() const noexcept;
    [[nodiscard]] std::size_t modelCount() const noexcept { return models_.size(); }
    [[nodiscard]] std::size_t getShown() const noexcept { return shown_; }
    [[nodiscard]] const OpenModel& model(std::size_t number) const { return *models_[number]; }
    /// Returns the names of the open files whose poses were edited and not saved.
    [[nodiscard]] std::vector<std::string> unsavedModels() const;
    /// Shows the open file of index `number` modulo modelCount(). Does nothing if no file is open.
    void show(std::size_t number);
    /// Closes a file. Ends the comparison if the file is part of it. Precondition: number < modelCount().
    void close(std::size_t number);
    /// Shows another open file beside the shown one, at the same time of the same clip; nullopt shows one file alone.
    void compareWith(std::optional<std::size_t> number);
    [[nodiscard]] std::optional<std::size_t> getCompared() const noexcept { return compared_; }
    /// Measures how the two compared files differ now. Must be called after time has advanced.
    void compare();
    /// The last comparison; null if nothing is compared, or if a compared file has changed since.
    [[nodiscard]] const SideBySide* comparison() const noexcept { return comparison_.get(); }
    /// Moves the camera near the place of the largest difference, and selects the bone that moves that place.
    void goToWorst();
    /// Retargets a clip of another open file (by default the clip that the file shows) to the shown file, and plays the result there once
    /// it is baked. plansFor() decides which bones are paired. If it throws Error, nothing has changed. Precondition: something
    /// is shown.
    void retarget(std::size_t number, std::optional<std::size_t> clip = {}, const std::optional<std::filesystem::path>& mapFile = {});
    /// Retargets a clip of a file that is not open yet, as soon as the file has been read.
    void openToRetarget(const std::filesystem::path& file, std::string_view clip);
    /// In the shown retargeted clip, pairs a bone of the shown model with another bone of the source, or with none, and bakes the clip
    /// again. Both bones are indices into bones(). If it throws Error, nothing has changed. Precondition: such a clip is shown, and its
    /// source is open.
    void changePair(std::size_t bone, std::optional<std::size_t> source);
    [[nodiscard]] std::size_t reloadCount() const noexcept { return reloads_; }
    /// Returns a number that changes whenever a file is opened or read again. Results cached for an earlier generation may belong to other
    /// scenes.
    [[nodiscard]] std::size_t getGeneration() const noexcept { return reloads_ + openings_; }

    // --- time, view -------------------------------------------------------------------------------------------------

    void advance(double seconds);
    void goTo(double seconds);
    /// frame() moves the camera so that it shows the whole model: at moments throughout the clip or, if the pose was edited or no clip
    /// plays, in the current pose. frameSelected() moves it to the selected node; without a selection, does the same as frame().
    void frame();
    void frameSelected();
    [[nodiscard]] PictureView getView() const;
    OrbitCamera camera;
    glm::vec2 viewSize{1280.f, 720.f};  ///< Size of the picture in pixels.

    // --- films ------------------------------------------------------------------------------------------------------

    /// Films the shown model, from the next frame on. Time stands still for everything else until the film ends or is cancelled. Ends a
    /// comparison. If it throws Error or UsageError, nothing has changed. Precondition: something is open, and a clip plays unless the film
    /// turns.
    void startFilm(Filming::Options options);
    /// The film that is being taken; null if there is none.
    [[nodiscard]] const Filming* filming() const noexcept { return filming_.get(); }
    /// Adds the picture of the pose that advance() has set. A failure becomes a message, and ends the film without a file.
    void addToFilm(const support::Picture& picture);

    // --- selection --------------------------------------------------------------------------------------------------

    [[nodiscard]] Node* selected() noexcept;
    [[nodiscard]] const Node* selected() const noexcept;
    void select(Node* node);
    /// Returns the node under a pixel of the view: a nearby joint, if bones are shown or no surface is there; otherwise the bone that moves
    /// the surface there most, or the mesh's node. Null if nothing is there.
    [[nodiscard]] Node* pick(const glm::vec2& pixel);

    // --- poses ------------------------------------------------------------------------------------------------------

    /// Pauses, and changes the poses of `nodes` by `change`, as one edit to undo. If `change` throws, restores the poses and passes the
    /// exception on.
    void edit(std::string what, std::span<Node* const> nodes, const std::function<void()>& change);
    /// Returns the bones of the skeleton of the selected bone or, if no bone is selected, of the first skeleton; all nodes if there is no
    /// skeleton.
    [[nodiscard]] std::vector<Node*> poseNodes();
    [[nodiscard]] Skeleton* poseSkeleton();
    /// Pauses, and starts an edit of the selected node, if there is one. The edit lasts until the history's commit().
    void beginEdit(std::string what);
    /// Pauses, and starts an edit of the bones that the target turns. Precondition: there is a target.
    void beginTargetEdit();
    [[nodiscard]] std::string describeTargetEdit() const;
    void undo();
    void redo();

    // --- messages, requests -----------------------------------------------------------------------------------------

    void tell(std::string text);
    void tellError(std::string_view text);
    [[nodiscard]] const std::deque<Message>& messages() const noexcept { return messages_; }
    /// Requests to the window, which it fulfils after this frame.
    struct Requests {
        std::optional<std::filesystem::path> screenshot = {};
        std::optional<std::string> clipboard = {};
        std::optional<glm::ivec2> windowSize = {};
        std::optional<glm::ivec2> windowPlace = {};
        std::optional<bool> isMaximized = {};
        bool quit = false;
    };
    Requests requests;
    ViewerSettings settings;
    /// Facts about the last frames, reported by the window.
    struct Facts {
        double frameMilliseconds = 0.;  ///< Average time from one frame to the next.
        double panelMilliseconds = 0.;  ///< Average time that laying out the panels took.
        std::uint64_t drawCalls = 0;
        std::uint64_t uploads = 0;                   ///< Number of skeletons whose matrices were uploaded.
        float panelScale = 1.f;                      ///< The scale at which panels are drawn.
        std::optional<glm::ivec2> windowSize = {};   ///< Size of the window when it was last not maximised; none without a window.
        std::optional<glm::ivec2> windowPlace = {};  ///< Place on the desktop when it was last not maximised; none without a window.
        bool isMaximized = false;
    };
    Facts facts;
    std::string copied;  ///< The text that was copied last.

private:
    void followTravel(bool movesCamera);
    bool poseForFilm();
    void endFilm();
    void read(ReadingTask task);
    void take(const ReadingTask& task, std::unique_ptr<OpenModel> model);
    void replace(const OpenModel* before, std::unique_ptr<OpenModel> after);
    void bake(BakingTask task);
    BakingTask makeTask(OpenModel& target, OpenModel& source, std::size_t clip, std::vector<Bake::MakePlan> plans,
                        std::function<void(ClipRetargeting&)> then);
    void finishReplacing(Replacement& replacement);
    void add(std::unique_ptr<OpenModel> added, bool isShown);

    ImportOptions reading_;
    ReadingQueue queue_;
    BakingQueue baking_;
    std::vector<std::unique_ptr<OpenModel>> models_;
    std::size_t shown_ = 0;
    std::size_t reloads_ = 0;
    std::size_t openings_ = 0;
    std::optional<std::size_t> compared_;
    std::unique_ptr<SideBySide> comparison_;
    std::unique_ptr<Filming> filming_;
    const OpenModel* filmed_ = nullptr;  // never dereferenced
    std::deque<Message> messages_;
};

}  // namespace armature::tools
