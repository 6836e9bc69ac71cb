#include <algorithm>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <armature/base/parallel_for.hpp>
#include <armature/math/aabb.hpp>
#include <armature/math/debug_lines.hpp>
#include <armature/math/decompose.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/wear_mesh.hpp>
#include <armature/skeleton/joint_view.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

namespace {

std::string boneLine(const Bone& bone)
{
    std::string line(shown(bone.getName()));
    if (const auto index = bone.getIndex()) {
        line += fmt::format(" [{}]", *index);
    } else {
        line += " [helper]";
    }
    line += ": " + toString(bone.getTransform());
    if (const TransformNode* node = bone.getTransformNode()) {
        line += " <- " + node->getPath();
    }
    return line;
}

void appendTree(const Node& node, std::size_t depth, std::string& outText)
{
    constexpr std::size_t deepestIndent = 64;  // limit: without it, a chain's text would grow with the square of the chain's length
    // A stack instead of recursion: hierarchies may be deeper than the program's stack.
    std::vector<std::pair<const Node*, std::size_t>> open{{&node, depth}};
    while (!open.empty()) {
        const auto [current, level] = open.back();
        open.pop_back();
        const Bone* bone = current->asBone();
        outText += std::string(2 * std::min(level, deepestIndent), ' ')
                   + (bone != nullptr ? boneLine(*bone) : std::string(shown(current->getName())) + " (node)") + '\n';
        const auto children = static_cast<std::ptrdiff_t>(open.size());
        for (const Node& child : current->getChildren()) {
            open.emplace_back(&child, level + 1);
        }
        std::reverse(open.begin() + children, open.end());
    }
}

}  // namespace

std::string toString(const Transform& transform)
{
    return fmt::format("t {} r {} s {}", fieldText(transform.translation), fieldText(transform.rotation), fieldText(transform.scale));
}

std::string toString(const Decomposition& decomposition)
{
    return fmt::format("{}, residual {:.3g}", toString(decomposition.transform), decomposition.residual);
}

std::string toString(const Aabb& box)
{
    return box.isEmpty() ? "empty" : fmt::format("{} to {}", fieldText(box.minimum), fieldText(box.maximum));
}

std::string matrixText(const glm::mat4& matrix)
{
    std::string text;
    for (int row = 0; row < 4; ++row) {
        text += fmt::format("{:12.6g} {:12.6g} {:12.6g} {:12.6g}\n", matrix[0][row], matrix[1][row], matrix[2][row], matrix[3][row]);
    }
    return text;
}

std::string toString(const Node& node)
{
    if (const Bone* bone = node.asBone()) {
        const Node* parent = bone->getParent();
        return (parent != nullptr ? parent->getPath() + "/" : std::string()) + boneLine(*bone);
    }
    return node.getPath() + ": " + toString(node.getTransform());
}

std::string toString(const Skeleton& skeleton)
{
    const TransformNode* host = skeleton.getHostNode();
    std::string text =
        fmt::format("{}: {}, {}{}\n", shown(skeleton.getName()), counted(skeleton.bones().size(), "bone"),
                    counted(skeleton.getFinalMatrices().size(), "palette slot"), host != nullptr ? ", hosted by " + host->getPath() : "");
    for (const Bone* root : skeleton.getRoots()) {
        appendTree(*root, 1, text);
    }
    return text;
}

std::string toString(const Scene& scene)
{
    std::size_t materials = 0;
    for (std::size_t place = 0; place < scene.materials().size(); ++place) {
        materials += scene.materials().contains(place) ? 1u : 0u;
    }
    std::size_t images = 0;
    for (std::size_t place = 0; place < scene.images().size(); ++place) {
        images += scene.images().contains(place) ? 1u : 0u;
    }
    return fmt::format("{}, {}, {}, {}, {}, {}, {}", counted(scene.nodes().size(), "node"), counted(scene.skeletons().size(), "skeleton"),
                       counted(scene.meshInstances().size(), "mesh instance"), counted(scene.animationGroups().size(), "animation group"),
                       counted(materials, "material"), counted(images, "image"), counted(scene.warnings().size(), "warning"));
}

std::string toString(const JointView& joints)
{
    std::string text;
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        text += fmt::format("{} {}: {}\n", joint, inQuotes(joints.getName(joint)), toString(joints.getTransform(joint)));
    }
    return text;
}

std::string toString(const Pose& pose)
{
    std::string text;
    for (std::size_t i = 0; i < pose.bones.size(); ++i) {
        text += fmt::format("{}: {}\n", i, toString(pose.bones[i]));
    }
    return text;
}

std::string toString(const SavedState& state)
{
    return fmt::format("{}, hash {:016x}", counted(state.size(), "byte"), state.hash());
}

std::string toString(const DebugLine& line)
{
    return fmt::format("{} to {}, color {}", fieldText(line.from), fieldText(line.to), fieldText(line.color));
}

std::string toString(const Ray& ray)
{
    return fmt::format("from {} along {}", fieldText(ray.origin), fieldText(ray.direction));
}

std::string toString(const JointWeight& joint)
{
    const std::string name = joint.bone != nullptr ? joint.bone->getName() : fmt::format("joint {}", joint.joint);
    return fmt::format("{} {:.6g}", shown(name), joint.weight);
}

std::string toString(const RayHit& hit)
{
    std::string text = fmt::format("{}, primitive {}, triangle {} at {}, distance {:.6g}",
                                   hit.instance != nullptr ? shown(hit.instance->getName()) : "nothing", hit.primitive, hit.triangle,
                                   fieldText(hit.position), hit.distance);
    for (const JointWeight& joint : hit.joints) {
        text += ", " + toString(joint);
    }
    return text;
}

std::string toString(const Picker& picker)
{
    return fmt::format("knows {}", counted(picker.meshCount(), "mesh", "meshes"));
}

std::string toString(const NearestBone& nearest)
{
    return fmt::format("{} at {}, {:.6g} away", nearest.bone != nullptr ? shown(nearest.bone->getName()) : "nothing",
                       fieldText(nearest.position), nearest.distance);
}

std::string toString(const SceneInstance& instance)
{
    const auto left = [](const auto& pointers) {
        return pointers.size() - static_cast<std::size_t>(std::ranges::count(pointers, nullptr));
    };
    const TransformNode* root = instance.getRoot();
    return fmt::format("{}: {}, {}, {}, {}", root != nullptr ? root->getPath() : "without root", counted(left(instance.getNodes()), "node"),
                       counted(left(instance.getSkeletons()), "skeleton"), counted(left(instance.getMeshInstances()), "mesh instance"),
                       counted(left(instance.getAnimationGroups()), "animation group"));
}

std::string toString(const ParallelFor& tasks)
{
    return tasks.run != nullptr ? counted(tasks.workerCount, "worker") : "not set";
}

std::string toString(const Subscription& subscription)
{
    return subscription.isActive() ? "active" : "inactive";
}

std::string toString(const WearOptions& options)
{
    std::vector<std::string> joints;
    for (const auto& [joint, bone] : options.joints) {
        joints.push_back(fmt::format("{} = {}", inQuotes(joint), inQuotes(bone)));
    }
    return fieldsText("name", options.name, "joints", fmt::format("[{}]", fmt::join(joints, ", ")), "addsMissingBones",
                      options.addsMissingBones);
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const BoneOptions&);
template ARMATURE_API std::string membersText(const CloneOptions&);
template ARMATURE_API std::string membersText(const InstantiateOptions&);
template ARMATURE_API std::string membersText(const LookOptions&);

}  // namespace armature
