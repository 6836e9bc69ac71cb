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

/// When files were last written, to see that one changed.
class FileStamps final {
public:
    explicit FileStamps(std::span<const std::string> files);
    /// A missing file counts as unchanged, because it is probably still being written.
    [[nodiscard]] bool haveChanged() const;

private:
    struct Stamp {
        std::filesystem::path file;
        std::filesystem::file_time_type time;
        std::uintmax_t size;
    };
    std::vector<Stamp> stamps_;
};

/// The stamps of the file of the graph that was played last, if there is one.
[[nodiscard]] FileStamps graphStampsOf(const Playback& playback);

/// A file that was opened, and what was done to it.
struct OpenModel {
    /// Throws ImportError.
    OpenModel(std::filesystem::path path, const ImportOptions& reading);

    std::filesystem::path file;
    std::string name;  ///< Without folders, for people.
    std::unique_ptr<Scene> scene;
    Springs springs;  ///< Made in the pose of the file, before a clip plays.
    Playback playback;
    Outline outline;
    EditHistory history;
    Node* selected = nullptr;
    BoneLimits limits = {};
    std::optional<PoseTarget> target = {};
    std::optional<TargetDrag> targetDrag = {};  ///< The drag of the target, while it lasts.
    Trail trail = {};
    BindBeside bindBeside = {};
    OnionGhosts ghosts = {};
    std::optional<WeightHeat> heat = {};
    StandingGround ground = {};
    std::string blendSpace = {};        ///< The one that the pad shows; empty, or none of the graph's: its first one.
    std::vector<DebugLine> lines = {};  ///< Lines of this frame; kept to reuse their memory.
    std::vector<ClipRetargeting> retargetings = {};
    std::size_t retargetChanges = 0;  ///< To those: what was begun before one may not fit any more.
    FileStamps stamps;
    FileStamps graphStamps{{}};
    bool isPosed = false;  ///< Whether the pose was edited, by hand, by a command or by undoing, since the clip last wrote it.
};

struct Replacement;  // in document_retargeting.cpp

/// Something to tell, at the bottom of the window.
struct Message {
    bool isError = false;
    std::string text;
};

/// What panels may be scaled by.
inline constexpr float leastPanelScale = 0.5f;
inline constexpr float largestPanelScale = 4.f;

/// How things are shown.
struct ViewerSettings {
    bool showsBones = false;
    bool showsNames = false;
    bool isWireframe = false;
    bool showsBind = false;  ///< Shows the bones in their bind pose beside the model.
    bool swings = true;      ///< Runs springs, and whatever else moves by itself in a VRM model.
    bool showsSprings = false;
    bool showsGround = false;               ///< Shows the ground, with the shadow of the key light.
    bool showsTrail = false;                ///< Shows the path of the selected bone over the clip.
    bool showsHeat = false;                 ///< Colours the surface by the weights of the selected bone.
    bool showsLimits = true;                ///< Whether the limits of joints that have some are shown.
    std::optional<OnionChoice> onion = {};  ///< The model at other moments of the clip.
    SkeletonViewOptions::Shape boneShape = SkeletonViewOptions::Shape::Octahedra;
    DrawOptions::Shown surface = DrawOptions::Shown::Lit;
    DrawOptions::Skinning skinning = DrawOptions::Skinning::AsAsked;
    bool showsPanels = true;
    bool isDark = true;
    bool watches = false;
    bool showsCommands = false;  ///< The box to type a command into.
    bool showsHelp = false;
    std::string_view page = "bone";  ///< One of viewerPages().
    bool showsDifference = true;     ///< Colours the compared model by it.
    std::optional<float> differenceScale =
        {};                                ///< The distance in metres that is shown red; by default derived from the largest difference.
    std::optional<float> panelScale = {};  ///< Scale of the panels; if none, what suits the display.
    Space gizmoSpace = Space::Local;
    ShownIn shownIn = ShownIn::AsDefined;
    Notation notation = Notation::Glm;
};

/// All that the viewer shows and does, without a window: files, playback, what is selected, edits of poses, the camera, messages. The
/// window draws it, and panels, keys and scripts change it. What fails is a message, and nothing else happens.
class ViewerDocument final {
public:
    explicit ViewerDocument(const ImportOptions& reading = {});
    ~ViewerDocument();
    ViewerDocument(const ViewerDocument&) = delete;
    ViewerDocument& operator=(const ViewerDocument&) = delete;

    // --- files ------------------------------------------------------------------------------------------------------

    /// Files are read on a thread, while all else goes on, until takeFilesRead() finds one that was read; what fails is a message then.
    /// Otherwise they are read at once, and what fails is thrown.
    bool readsOnThread = false;
    /// Opens a file beside those that are open, and shows it unless it is only opened. Throws Error.
    void open(const std::filesystem::path& file, ReadingTask::Purpose purpose = ReadingTask::Purpose::Show);
    /// Reads the shown file again: camera, clip, time, what plays, tried springs, limits and what is selected stay. Edits of the pose are
    /// gone. Throws Error, and changes nothing.
    void reload();
    /// Takes over files that were read, and motions that were baked.
    void takeFilesRead();
    /// What is being read, baked or filmed.
    void cancel();
    [[nodiscard]] const ReadingQueue& reading() const noexcept { return queue_; }
    /// Clips that are being retargeted: where files are read on a thread, that is done on another one.
    [[nodiscard]] const BakingQueue& baking() const noexcept { return baking_; }
    /// If ViewerSettings::watches: reloads each file that changed.
    void watch();
    /// The shown model; null if nothing is open.
    [[nodiscard]] OpenModel* current() noexcept;
    [[nodiscard]] const OpenModel* current() const noexcept;
    [[nodiscard]] std::size_t modelCount() const noexcept { return models_.size(); }
    [[nodiscard]] std::size_t getShown() const noexcept { return shown_; }
    [[nodiscard]] const OpenModel& model(std::size_t number) const { return *models_[number]; }
    /// Shows another of the open files, counted around.
    void show(std::size_t number);
    /// A comparison that it is part of ends; another goes on. Precondition: number < modelCount().
    void close(std::size_t number);
    /// Shows another of the open files beside the shown one, in step with it; with none, the shown one alone.
    void compareWith(std::optional<std::size_t> number);
    [[nodiscard]] std::optional<std::size_t> getCompared() const noexcept { return compared_; }
    /// Measures how they differ now, while two are compared: after time has moved on.
    void compare();
    /// The last comparison; null if nothing is compared, or what was compared has changed since.
    [[nodiscard]] const SideBySide* comparison() const noexcept { return comparison_.get(); }
    /// Brings the place where they differ most near, and selects the bone that moves it.
    void goToWorst();
    /// Puts a clip of another open file on the shown one, by default the one that it shows, and plays it there once it is baked. The bones
    /// go together as plansFor() says. Throws Error that names both, and changes nothing. Precondition: something is shown.
    void retarget(std::size_t number, std::optional<std::size_t> clip = {}, const std::optional<std::filesystem::path>& mapFile = {});
    /// Retargets a clip of a file that is not open yet, as soon as the file has been read.
    void openToRetarget(const std::filesystem::path& file, std::string_view clip);
    /// Lets another bone of the source, or none, move a bone of the shown model in the retargeted clip that is shown, and bakes that again.
    /// Both are numbers in bones(). Throws Error, and changes nothing. Precondition: there is one, and its source is open.
    void changePair(std::size_t bone, std::optional<std::size_t> source);
    [[nodiscard]] std::size_t reloadCount() const noexcept { return reloads_; }
    /// Changes whenever a file is opened or read again: what was made of scenes before may have been of others.
    [[nodiscard]] std::size_t getGeneration() const noexcept { return reloads_ + openings_; }

    // --- time, view -------------------------------------------------------------------------------------------------

    void advance(double seconds);
    void goTo(double seconds);
    /// Frames all of the clip, so that the model stays in the picture while it plays; or what is selected.
    void frame();
    void frameSelected();
    [[nodiscard]] PictureView getView() const;
    OrbitCamera camera;
    glm::vec2 viewSize{1280.f, 720.f};  ///< Size of the picture in pixels.

    // --- films ------------------------------------------------------------------------------------------------------

    /// Films what is shown, from the next frame on: time stands still for all else until it ends, or is cancelled. Nothing is compared
    /// then. Throws Error, and changes nothing but that. Precondition: something is open, and a clip plays unless it turns.
    void startFilm(Filming::Options options);
    /// The film that is being taken; null while there is none.
    [[nodiscard]] const Filming* filming() const noexcept { return filming_.get(); }
    /// The picture that advance() has posed for. What fails is a message, and ends it without a file.
    void addToFilm(const support::Picture& picture);

    // --- selection --------------------------------------------------------------------------------------------------

    [[nodiscard]] Node* selected() noexcept;
    [[nodiscard]] const Node* selected() const noexcept;
    void select(Node* node);
    /// What is under a pixel of the view: a joint nearby if bones are shown, else the bone that moves most of the surface there, or the
    /// node of the mesh. Null: nothing is.
    [[nodiscard]] Node* pick(const glm::vec2& pixel);

    // --- poses ------------------------------------------------------------------------------------------------------

    /// Pauses, and changes the poses of `nodes` by `change`, as one edit to undo. If that throws, nothing has changed, and it is passed on.
    void edit(std::string what, std::span<Node* const> nodes, const std::function<void()>& change);
    /// The bones of the skeleton that the selected one is in, else of the first skeleton; with no skeleton, all nodes.
    [[nodiscard]] std::vector<Node*> poseNodes();
    [[nodiscard]] Skeleton* poseSkeleton();
    /// Starts an edit of the selected node that lasts until the history's commit().
    void beginEdit(std::string what);
    /// The same of the bones that the target turns. Precondition: there is one.
    void beginTargetEdit();
    [[nodiscard]] std::string describeTargetEdit() const;
    void undo();
    void redo();

    // --- messages, requests -----------------------------------------------------------------------------------------

    void tell(std::string text);
    void tellError(std::string_view text);
    [[nodiscard]] const std::deque<Message>& messages() const noexcept { return messages_; }
    /// What the window is to do after this frame.
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
    /// What the window found out about the last frames.
    struct Facts {
        double frameMilliseconds = 0.;  ///< From one to the next.
        double panelMilliseconds = 0.;  ///< Processor time that the panels took.
        std::uint64_t drawCalls = 0;
        std::uint64_t uploads = 0;                   ///< Skeletons whose matrices were sent.
        float panelScale = 1.f;                      ///< As the panels are drawn.
        std::optional<glm::ivec2> windowSize = {};   ///< When it was last not maximised; none without a window.
        std::optional<glm::ivec2> windowPlace = {};  ///< The same; on the desktop.
        bool isMaximized = false;
    };
    Facts facts;
    std::string copied;  ///< Last.

private:
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
    const OpenModel* filmed_ = nullptr;  // only compared
    std::deque<Message> messages_;
};

}  // namespace armature::tools
