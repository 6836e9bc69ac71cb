#include <array>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>
#include <glm/trigonometric.hpp>

#include <armature/node/node.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "command_tables.hpp"
#include "pose_file.hpp"
#include "programs/armature/outputs.hpp"
#include "state_tables.hpp"

namespace armature::tools {

namespace {

Node& requireSelected(ViewerDocument& document)
{
    Node* node = document.selected();
    if (node == nullptr) {
        throw CommandError("nothing is selected");
    }
    return *node;
}

Skeleton& requireSkeleton(ViewerDocument& document)
{
    Skeleton* skeleton = document.poseSkeleton();
    if (skeleton == nullptr) {
        throw CommandError(document.current() == nullptr ? "nothing is open" : "there is no skeleton");
    }
    return *skeleton;
}

struct AxisAndAmount {
    glm::vec3 axis{0.f};
    float amount = 0.f;
};

AxisAndAmount parseAxis(std::string_view text, std::string_view what)
{
    const auto [name, amount] = splitLine(text);
    const std::size_t axis = name.size() == 1 ? std::string_view("xyz").find(name) : std::string_view::npos;
    if (axis == std::string_view::npos) {
        throw CommandError(fmt::format("an axis is x, y or z, not \"{}\"", printable(name)));
    }
    AxisAndAmount parsed{.amount = static_cast<float>(parseNumber(amount, what))};
    parsed.axis[static_cast<glm::length_t>(axis)] = 1.f;
    return parsed;
}

void editOne(ViewerDocument& document, Node& node, std::string_view what, const std::function<void(Node&)>& change)
{
    Node* const one = &node;
    Node& written = posedBy(node);
    document.edit(fmt::format("{} {}", what, printable(shown(node.getName()))), std::span(&one, 1), [&] { change(written); });
}

void editAll(ViewerDocument& document, std::string_view what, const std::function<void()>& change)
{
    const std::vector<Node*> nodes = document.poseNodes();
    document.edit(std::string(what), nodes, change);
}

void turnSelected(ViewerDocument& document, std::string_view axisAndDegrees)
{
    Node& node = requireSelected(document);
    const auto [axis, degrees] = parseAxis(axisAndDegrees, "degrees");
    const Space space = document.settings.gizmoSpace;
    editOne(document, node, "turn", [&, axis = axis, turn = glm::radians(degrees)](Node& written) {
        if (space == Space::Own) {
            written.setRotationQuaternion(written.getRotationQuaternion() * glm::angleAxis(turn, axis));
        } else {
            written.setRotationQuaternion(glm::angleAxis(turn, axis) * written.getRotationQuaternion(space), space);
        }
    });
}

void moveSelected(ViewerDocument& document, std::string_view axisAndMetres)
{
    Node& node = requireSelected(document);
    const auto [axis, metres] = parseAxis(axisAndMetres, "a distance");
    editOne(document, node, "move",
            [&document, offset = axis * metres](Node& written) { written.translate(offset, document.settings.gizmoSpace); });
}

void scaleSelected(ViewerDocument& document, std::string_view factor)
{
    Node& node = requireSelected(document);
    const auto number = static_cast<float>(parseNumber(factor, "a factor"));
    editOne(document, node, "scale", [number](Node& written) { written.setScaling(number * written.getScaling()); });
}

void mirrorTo(ViewerDocument& document, std::string_view)
{
    Skeleton& skeleton = requireSkeleton(document);
    const MirrorMap sides = mirrorMapByName(skeleton);
    const Pose mirrored = mirrorPose(skeleton, capturePose(skeleton), sides);
    editAll(document, "mirror", [&] { applyPose(skeleton, mirrored); });
    const std::size_t unpaired = findUnpairedBones(skeleton, sides).size();
    document.tell(unpaired == 0 ? "mirrored" : fmt::format("mirrored; {} without a counterpart", counted(unpaired, "bone")));
}

void resetSelected(ViewerDocument& document, std::string_view all)
{
    if (!all.empty() && all != "all") {
        throw CommandError("reset alone, or reset all");
    }
    if (all.empty()) {
        Node& node = requireSelected(document);
        Bone* bone = node.asBone();
        if (bone == nullptr) {
            throw CommandError(fmt::format("{} has no rest pose: it is no bone", shown(node.getName())));
        }
        editOne(document, node, "reset", [bone](Node&) { bone->returnToRest(); });
    } else {
        Skeleton& skeleton = requireSkeleton(document);
        editAll(document, "reset all", [&] { skeleton.returnToRest(); });
    }
}

void savePoseTo(ViewerDocument& document, std::string_view file)
{
    const Skeleton& skeleton = requireSkeleton(document);
    if (file.empty()) {
        throw CommandError("save-pose needs a file");
    }
    requireOutputs({std::filesystem::path(file)}, document.current()->scene->sourceFiles());
    savePose(file, skeleton);
    document.current()->history.commit();
    document.current()->history.markSaved();
    document.tell(fmt::format("pose of {} in {}", counted(skeleton.bones().size(), "bone"), printable(file)));
}

void loadPoseFrom(ViewerDocument& document, std::string_view file)
{
    Skeleton& skeleton = requireSkeleton(document);
    if (file.empty()) {
        throw CommandError("load-pose needs a file");
    }
    const SavedPose pose{std::filesystem::path(file)};
    const std::size_t posed = pose.countIn(skeleton);
    if (posed == 0) {
        throw CommandError(
            fmt::format("{}: none of its {} has a name of this skeleton's bones", printable(file), counted(pose.boneCount(), "bone")));
    }
    editAll(document, "load pose", [&] { pose.apply(skeleton); });
    document.tell(fmt::format("{} of {} posed", posed, counted(skeleton.bones().size(), "bone")));
}

void setGizmoSpace(ViewerDocument& document, Parameters name)
{
    document.settings.gizmoSpace = static_cast<Space>(oneOf(name, spaceNames));
}

void undo(ViewerDocument& document, Parameters)
{
    document.undo();
}

void redo(ViewerDocument& document, Parameters)
{
    document.redo();
}

constexpr std::array poseCommandTable{
    ViewerCommand{"space", "own|local|skeleton|world", "the axes to turn about and move along", setGizmoSpace},
    ViewerCommand{"turn", "x|y|z DEGREES", "turns the selected bone", turnSelected},
    ViewerCommand{"move", "x|y|z METRES", "moves it", moveSelected},
    ViewerCommand{"scale", "FACTOR", "makes it larger or smaller", scaleSelected},
    ViewerCommand{"reset", "[all]", "brings it, or all bones, back to the rest pose", resetSelected},
    ViewerCommand{"mirror", "", "exchanges the left and the right of the pose", mirrorTo},
    ViewerCommand{"save-pose", "FILE.json", "writes the skeleton with its pose", savePoseTo},
    ViewerCommand{"load-pose", "FILE.json", "takes the pose of bones with the same names", loadPoseFrom},
    ViewerCommand{"undo", "", "takes back the last edit of the pose", undo},
    ViewerCommand{"redo", "", "makes it again", redo},
};

constexpr std::array poseStateTable{
    ViewerState{"undo", ofModel<[](const OpenModel& model) { return model.history.getUndoName(); }>},
    ViewerState{"redo", ofModel<[](const OpenModel& model) { return model.history.getRedoName(); }>},
    ViewerState{"edits", ofModel<[](const OpenModel& model) { return std::to_string(model.history.undoCount()); }>},
    ViewerState{"selected", ofSelected<[](const Node& node) { return printable(shown(node.getName())); }>},
    ViewerState{"position", ofSelected<[](const Node& node) { return threeNumbers(node.getPosition()); }>},
    ViewerState{"rotation", ofSelected<[](const Node& node) { return threeNumbers(glm::degrees(node.getRotation())); }>},
    ViewerState{"scale", ofSelected<[](const Node& node) { return threeNumbers(node.getScaling()); }>},
    ViewerState{"world", ofSelected<[](const Node& node) { return threeNumbers(node.getPosition(Space::World)); }>},
};

}  // namespace

std::span<const ViewerCommand> poseCommands()
{
    return poseCommandTable;
}

std::span<const ViewerState> poseStates()
{
    return poseStateTable;
}

}  // namespace armature::tools
