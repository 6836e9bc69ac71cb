#include <armature/text.hpp>

#include <algorithm>
#include <iterator>
#include <string>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/math/decompose.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "text/words.hpp"

namespace armature {

namespace {

std::string vectorText(const glm::vec3& v)
{
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", v.x, v.y, v.z);
}

std::string boneLine(const Bone& bone)
{
    std::string line = bone.getName();
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
    constexpr std::size_t deepestIndent = 64;  // else the text of a chain would grow with the square of its length
    // A stack instead of recursion: hierarchies may be deeper than the program's stack.
    std::vector<std::pair<const Node*, std::size_t>> open{{&node, depth}};
    while (!open.empty()) {
        const auto [current, level] = open.back();
        open.pop_back();
        const Bone* bone = current->asBone();
        outText += std::string(2 * std::min(level, deepestIndent), ' ')
                   + (bone != nullptr ? boneLine(*bone) : current->getName() + " (node)") + '\n';
        const auto children = static_cast<std::ptrdiff_t>(open.size());
        for (const Node& child : current->getChildren()) {
            open.emplace_back(&child, level + 1);
        }
        std::reverse(open.begin() + children, open.end());
    }
}

std::size_t vertexCount(const MeshDescription& mesh)
{
    std::size_t count = 0;
    for (const Primitive& primitive : mesh.primitives) {
        count += primitive.positions.size();
    }
    return count;
}

}  // namespace

std::string toString(const Transform& transform)
{
    const glm::quat& r = transform.rotation;
    return fmt::format("t {} r ({:.6g}, {:.6g}, {:.6g}, {:.6g}) s {}", vectorText(transform.translation), r.x, r.y, r.z, r.w,
                       vectorText(transform.scale));
}

std::string toString(const Decomposition& decomposition)
{
    return fmt::format("{}, residual {:.3g}", toString(decomposition.transform), decomposition.residual);
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
    return fmt::format("{}, {}, {}, {}, {}, {}, {}", counted(scene.nodes().size(), "node"), counted(scene.skeletons().size(), "skeleton"),
                       counted(scene.meshInstances().size(), "mesh instance"), counted(scene.animationGroups().size(), "animation group"),
                       counted(scene.materials().size(), "material"), counted(scene.images().size(), "image"),
                       counted(scene.warnings().size(), "warning"));
}

std::string toString(const Mesh& mesh)
{
    return toString(mesh.getDescription());
}

std::string toString(const MeshDescription& mesh)
{
    return fmt::format("{}: {}, {}, {}", shown(mesh.name), counted(mesh.primitives.size(), "primitive"),
                       counted(vertexCount(mesh), "vertex", "vertices"), counted(mesh.morphWeights.size(), "morph target"));
}

std::string toString(const MeshInstance& instance)
{
    return fmt::format("{} at {}{}", toString(*instance.getMesh()), instance.getNode().getPath(),
                       instance.getSkeleton() != nullptr ? ", skinned by " + instance.getSkeleton()->getName() : "");
}

std::string toString(const Material& material)
{
    const glm::vec4& c = material.baseColor;
    return fmt::format("{}: ({:.6g}, {:.6g}, {:.6g}, {:.6g}){}, {}{}{}", shown(material.name), c.r, c.g, c.b, c.a,
                       material.baseColorTexture ? " textured" : "", toString(material.alphaMode),
                       material.doubleSided ? ", double sided" : "", material.unlit ? ", unlit" : "");
}

std::string toString(const Image& image)
{
    return fmt::format("{}: {}, {}", shown(image.name), image.mimeType.empty() ? "unknown type" : image.mimeType,
                       counted(image.bytes.size(), "byte"));
}

std::string toString(const AnimationClip& clip)
{
    return fmt::format("{}: {:.6g} s, {}, {}", shown(clip.getName()), clip.getDuration(), counted(clip.channels().size(), "channel"),
                       counted(clip.timeTrackCount(), "time track"));
}

std::string toString(const AnimationGroup& group)
{
    const char* state = group.isPlaying() ? "playing" : group.isPaused() ? "paused" : "stopped";
    return fmt::format("{}: {} at {:.6g} s of {:.6g} s, speed {:.6g}{}", shown(group.getName()), state, group.getCurrentTime(),
                       group.getClip().getDuration(), group.getSpeedRatio(), group.isLooping() ? ", looping" : "");
}

std::string toString(const Pose& pose)
{
    std::string text;
    for (std::size_t i = 0; i < pose.bones.size(); ++i) {
        text += fmt::format("{}: {}\n", i, toString(pose.bones[i]));
    }
    return text;
}

}  // namespace armature
