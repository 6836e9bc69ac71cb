#include <string>

#include <fmt/format.h>

#include <armature/animation/animation_group.hpp>
#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_character.hpp>
#include <armature/scene/scene_light.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/joint_bounds.hpp>
#include <armature/skinning/skin_plan.hpp>
#include <armature/text.hpp>

#include "base/words.hpp"
#include "text/fields.hpp"

namespace armature {

namespace {

std::size_t vertexCount(const MeshDescription& mesh)
{
    std::size_t count = 0;
    for (const Primitive& primitive : mesh.primitives) {
        count += primitive.positions.size();
    }
    return count;
}

template <class Streams>
std::string streamsText(const Streams& streams)
{
    return fmt::format("{}, {}, {}", counted(streams.positions.size(), "position"), counted(streams.normals.size(), "normal"),
                       counted(streams.tangents.size(), "tangent"));
}

}  // namespace

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
    std::string text = fmt::format("{} at {}", toString(*instance.getMesh()), instance.getNode().getPath());
    if (const Skeleton* skeleton = instance.getSkeleton()) {
        text += fmt::format(", skinned by {}", shown(skeleton->getName()));
    }
    return text;
}

std::string toString(const Primitive& primitive)
{
    std::string text = fmt::format("{}: {}, {}", toString(primitive.topology), counted(primitive.positions.size(), "vertex", "vertices"),
                                   primitive.indices.empty() ? "no indices" : counted(primitive.indices.size(), "index", "indices"));
    if (primitive.skin.influencesPerVertex != 0) {
        text += ", " + toString(primitive.skin);
    }
    if (!primitive.morphTargets.empty()) {
        text += ", " + counted(primitive.morphTargets.size(), "morph target");
    }
    return text + (primitive.material ? fmt::format(", material {}", *primitive.material) : ", no material");
}

std::string toString(const SkinWeights& skin)
{
    return skin.influencesPerVertex == 0 ? "not skinned"
                                         : counted(skin.influencesPerVertex, "influence")
                                               + (skin.dualQuaternionShares.empty() ? " a vertex" : " a vertex, dual quaternions");
}

std::string toString(const MorphTarget& target)
{
    return streamsText(target);
}

std::string toString(const Material& material)
{
    return fmt::format("{}: {}{}, {}{}{}", shown(material.name), fieldText(material.baseColor),
                       material.baseColorTexture ? " textured" : "", toString(material.alphaMode),
                       material.doubleSided ? ", double sided" : "", material.unlit ? ", unlit" : "");
}

std::string toString(const Image& image)
{
    return fmt::format("{}: {}, {}", shown(image.name), image.mimeType.empty() ? "unknown type" : image.mimeType,
                       counted(image.bytes.size(), "byte"));
}

std::string toString(const SceneCamera& camera)
{
    const std::string end = camera.farPlane ? fmt::format("{}", *camera.farPlane) : "without end";
    if (camera.isOrthographic) {
        return fmt::format("{}: orthographic, {} x {}, {} to {}", shown(camera.name), 2.f * camera.halfSize.x, 2.f * camera.halfSize.y,
                           camera.nearPlane, end);
    }
    return fmt::format("{}: perspective, {} radians high{}, {} to {}", shown(camera.name), camera.verticalFieldOfView,
                       camera.aspectRatio ? fmt::format(", aspect {}", *camera.aspectRatio) : std::string(), camera.nearPlane, end);
}

std::string toString(const SceneLight& light)
{
    const std::string range = light.range ? fmt::format(", up to {}", *light.range) : std::string();
    const std::string cone =
        light.type == LightType::Spot ? fmt::format(", {} to {} radians", light.innerConeAngle, light.outerConeAngle) : std::string();
    return fmt::format("{}: {}, {} x ({}, {}, {}){}{}", shown(light.name), toString(light.type), light.intensity, light.color.x,
                       light.color.y, light.color.z, range, cone);
}

std::string toString(const JointRole& role)
{
    const TransformNode* node = role.node.get();
    return fmt::format("{}: {}", role.role, node != nullptr ? shown(node->getName()) : "gone");
}

std::string toString(const JointMapping& mapping)
{
    return fmt::format("{}: {}", mapping.vocabulary, counted(mapping.roles.size(), "role"));
}

std::string toString(const ReferencePose& pose)
{
    const AnimationGroup* group = pose.group.get();
    return fmt::format("{}: {}", pose.type, group != nullptr ? shown(group->getName()) : "gone");
}

std::string toString(const JointBounds& bounds)
{
    return fmt::format("bounds of {}", counted(bounds.jointCount(), "joint"));
}

std::string toString(const SkinPlan& plan)
{
    return fmt::format("plan of {}, {:.1f} joints a batch", counted(plan.vertexCount(), "vertex", "vertices"), plan.getJointsPerBatch());
}

std::string toString(const SkinStreams& streams)
{
    return streamsText(streams);
}

std::string toString(const SkinnedStreams& streams)
{
    return streamsText(streams);
}

// --- structs whose members are named ----------------------------------------------------------------------------------

template ARMATURE_API std::string membersText(const TextureReference&);

}  // namespace armature
