#include "scene_difference.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <vector>

#include <glm/geometric.hpp>

#include <armature/animation/animation_group.hpp>
#include <armature/math/affine.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>

#include <support/same_bits.hpp>

namespace armature::test {

namespace {

/// Compares two scenes and keeps the first difference.
class SceneComparison {
public:
    SceneComparison(const Scene& a, const Scene& b, const Likeness& likeness) : a_(a), b_(b), likeness_(likeness) {}

    std::string find()
    {
        require(a_.getName() == b_.getName(), "scene's name");
        require(a_.getMetadata() == b_.getMetadata(), "scene's extras");
        require(a_.getExtensions() == b_.getExtensions(), "scene's extensions: ", a_.getExtensions(), ", then ", b_.getExtensions());
        compareNodes();
        compareSkeletons();
        compareCameras();
        compareMaterials();
        compareInstances();
        compareClips();
        return first_;
    }

private:
    template <class... Words>
    bool require(bool isSo, const Words&... words)
    {
        if (!isSo && first_.empty()) {
            std::ostringstream text;
            (text << ... << words);
            first_ = text.str();
        }
        return isSo;
    }

    static std::size_t placeOf(const Scene& scene, const Node* node)
    {
        const auto nodes = scene.nodes();
        return static_cast<std::size_t>(std::ranges::find(nodes, node, [](const TransformNode* each) -> const Node* { return each; })
                                        - nodes.begin());
    }

    void compareNodes()
    {
        if (!require(a_.nodes().size() == b_.nodes().size(), a_.nodes().size(), " nodes, then ", b_.nodes().size())) {
            return;
        }
        for (std::size_t i = 0; i < a_.nodes().size(); ++i) {
            const TransformNode& a = *a_.nodes()[i];
            const TransformNode& b = *b_.nodes()[i];
            require(a.getName() == b.getName(), "name of node ", i, ": ", a.getName(), ", then ", b.getName());
            require(a.getMetadata() == b.getMetadata(), "extras of node ", i, ": ", a.getMetadata(), ", then ", b.getMetadata());
            require(a.getExtensions() == b.getExtensions(), "extensions of node ", i, ": ", a.getExtensions(), ", then ",
                    b.getExtensions());
            require(a.getCamera() == b.getCamera(), "camera of node ", i);
            require(a.getLight() == b.getLight(), "light of node ", i);
            require(a.isEnabled() == b.isEnabled() && a.isSelfEnabled() == b.isSelfEnabled(), "switch of node ", i);
            require(placeOf(a_, a.getParent()) == placeOf(b_, b.getParent()), "parent of node ", i);
            require(sameBits(a.getTransform(), b.getTransform()), "transform of node ", i);
            require(sameBits(a.getLocalMatrix(), b.getLocalMatrix()), "local matrix of node ", i);
            require(sameBits(a.getWorldMatrix(), b.getWorldMatrix()), "world matrix of node ", i);
        }
    }

    void compareSkeletons()
    {
        if (!require(a_.skeletons().size() == b_.skeletons().size(), "number of skins")) {
            return;
        }
        for (std::size_t i = 0; i < a_.skeletons().size(); ++i) {
            const Skeleton& a = *a_.skeletons()[i];
            const Skeleton& b = *b_.skeletons()[i];
            require(a.getName() == b.getName(), "name of skin ", i);
            require(placeOf(a_, a.getHostNode()) == placeOf(b_, b.getHostNode()), "host of skin ", i);
            require(sameBits(a.getFinalMatrices(), b.getFinalMatrices()), "palette of skin ", i);
            for (std::size_t slot = 0; slot < std::min(a.getFinalMatrices().size(), b.getFinalMatrices().size()); ++slot) {
                const Bone* jointA = a.getBoneByIndex(slot);
                const Bone* jointB = b.getBoneByIndex(slot);
                require(placeOf(a_, jointA->getTransformNode()) == placeOf(b_, jointB->getTransformNode()), "node of joint ", slot,
                        " of skin ", i);
                require(sameBits(jointA->getAbsoluteInverseBindMatrix(), jointB->getAbsoluteInverseBindMatrix()), "inverse bind of joint ",
                        slot, " of skin ", i);
                require(jointA->getLength() == jointB->getLength(), "length of joint ", slot, " of skin ", i);
            }
        }
    }

    bool isSameTexture(const std::optional<TextureReference>& a, const std::optional<TextureReference>& b)
    {
        if (a && a_.images()[a->image].bytes.empty()) {
            return !b;
        }
        if (!a || !b) {
            return a.has_value() == b.has_value();
        }
        return a_.images()[a->image].bytes == b_.images()[b->image].bytes
               && a_.images()[a->image].mimeType == b_.images()[b->image].mimeType && a->textureCoordinates == b->textureCoordinates
               && a->wrapS == b->wrapS && a->wrapT == b->wrapT && a->magnification == b->magnification && a->minification == b->minification
               && a->offset == b->offset && a->rotation == b->rotation && a->scale == b->scale;
    }

    void compareCameras()
    {
        if (!require(a_.cameras().size() == b_.cameras().size(), "number of cameras")) {
            return;
        }
        for (std::size_t i = 0; i < a_.cameras().size(); ++i) {
            const SceneCamera& a = a_.cameras()[i];
            const SceneCamera& b = b_.cameras()[i];
            require(a.name == b.name && a.extras == b.extras && a.extensions == b.extensions, "name or JSON of camera ", i);
            require(a.isOrthographic == b.isOrthographic && a.halfSize == b.halfSize && a.nearPlane == b.nearPlane
                        && a.farPlane == b.farPlane,
                    "projection of camera ", i);
            require(a.isOrthographic || (a.verticalFieldOfView == b.verticalFieldOfView && a.aspectRatio == b.aspectRatio),
                    "field of view of camera ", i);
        }
    }

    void compareMaterials()
    {
        if (!require(a_.materials().size() == b_.materials().size(), "number of materials")) {
            return;
        }
        for (std::size_t i = 0; i < a_.materials().size(); ++i) {
            const Material& a = a_.materials()[i];
            const Material& b = b_.materials()[i];
            require(a.name == b.name && a.extras == b.extras, "name or extras of material ", i);
            require(a.baseColor == b.baseColor && a.emissive * a.emissiveStrength == b.emissive * b.emissiveStrength,
                    "colours of material ", i);
            require(a.metallic == b.metallic && a.roughness == b.roughness && a.normalScale == b.normalScale
                        && a.occlusionStrength == b.occlusionStrength,
                    "factors of material ", i);
            require(a.alphaMode == b.alphaMode && a.doubleSided == b.doubleSided && a.unlit == b.unlit, "modes of material ", i);
            require(a.alphaMode != AlphaMode::Mask || a.alphaCutoff == b.alphaCutoff, "alpha cutoff of material ", i);
            require(a.extensions == b.extensions, "extensions of material ", i, ": ", a.extensions, ", then ", b.extensions);
            if (require(a.extensionTextures.size() == b.extensionTextures.size(), "textures of extensions of material ", i)) {
                for (std::size_t texture = 0; texture < a.extensionTextures.size(); ++texture) {
                    require(isSameTexture(a.extensionTextures[texture], b.extensionTextures[texture]), "texture ", texture,
                            " of extensions of material ", i);
                }
            }
            for (std::size_t texture = 0; texture < a.textures().size(); ++texture) {
                require(isSameTexture(*a.textures()[texture], *b.textures()[texture]), "texture ", texture, " of material ", i);
            }
        }
    }

    void comparePrimitives(const Primitive& a, const Primitive& b, const std::string& place)
    {
        require(a.topology == b.topology && a.material == b.material, "topology or material of ", place);
        require(a.extensions == b.extensions, "extensions of ", place);
        require(a.positions.size() == b.positions.size() && a.indices.size() == b.indices.size(), "size of ", place);
        if (!likeness_.sameMeshes) {
            return;
        }
        require(sameBits(a.positions, b.positions), "positions of ", place);
        require(sameBits(a.normals, b.normals) && sameBits(a.tangents, b.tangents), "directions of ", place);
        require(sameBits(a.textureCoordinates[0], b.textureCoordinates[0]) && sameBits(a.textureCoordinates[1], b.textureCoordinates[1]),
                "texture coordinates of ", place);
        require(sameBits(a.colors, b.colors), "colours of ", place);
        require(sameBits(a.indices, b.indices), "indices of ", place);
        require(sameBits(a.skin.joints, b.skin.joints), "joints of ", place);
        require(sameBits(a.skin.weights, b.skin.weights), "weights of ", place);
        if (require(a.morphTargets.size() == b.morphTargets.size(), "number of morph targets of ", place)) {
            for (std::size_t target = 0; target < a.morphTargets.size(); ++target) {
                require(sameBits(a.morphTargets[target].positions, b.morphTargets[target].positions)
                            && sameBits(a.morphTargets[target].normals, b.morphTargets[target].normals)
                            && sameBits(a.morphTargets[target].tangents, b.morphTargets[target].tangents),
                        "morph target ", target, " of ", place);
            }
        }
    }

    void compareInstances()
    {
        if (!require(a_.meshInstances().size() == b_.meshInstances().size(), "number of mesh instances")) {
            return;
        }
        for (std::size_t i = 0; i < a_.meshInstances().size(); ++i) {
            const MeshInstance& a = *a_.meshInstances()[i];
            const MeshInstance& b = *b_.meshInstances()[i];
            require(placeOf(a_, &a.getNode()) == placeOf(b_, &b.getNode()), "node of mesh instance ", i);
            require(std::ranges::find(a_.skeletons(), a.getSkeleton()) - a_.skeletons().begin()
                        == std::ranges::find(b_.skeletons(), b.getSkeleton()) - b_.skeletons().begin(),
                    "skin of mesh instance ", i);
            require(sameBits(a.getMorphWeights(), b.getMorphWeights()), "morph weights of mesh instance ", i);
            const Mesh& meshA = *a.getMesh();
            const Mesh& meshB = *b.getMesh();
            require(meshA.getName() == meshB.getName() && sameBits(meshA.getMorphWeights(), meshB.getMorphWeights())
                        && meshA.morphTargetNames() == meshB.morphTargetNames() && meshA.getExtras() == meshB.getExtras(),
                    "mesh of mesh instance ", i);
            if (require(meshA.primitives().size() == meshB.primitives().size(), "number of primitives of mesh instance ", i)) {
                for (std::size_t number = 0; number < meshA.primitives().size(); ++number) {
                    comparePrimitives(meshA.primitives()[number], meshB.primitives()[number],
                                      "primitive " + std::to_string(number) + " of mesh instance " + std::to_string(i));
                }
            }
        }
    }

    void compareClips()
    {
        const auto thatMove = [](const Scene& scene) {
            std::vector<const AnimationGroup*> groups;
            std::ranges::copy_if(scene.animationGroups(), std::back_inserter(groups), [](const AnimationGroup* group) {
                return group->unboundChannelCount() < group->getClip().channels().size();
            });
            return groups;
        };
        const std::vector<const AnimationGroup*> written = thatMove(a_);
        const std::vector<const AnimationGroup*> read = thatMove(b_);
        if (!require(written.size() == read.size(), "number of clips")) {
            return;
        }
        for (std::size_t i = 0; i < written.size(); ++i) {
            const AnimationClip& a = written[i]->getClip();
            const AnimationClip& b = read[i]->getClip();
            require(a.getName() == b.getName() && sameBits(a.getDuration(), b.getDuration()), "name or duration of clip ", i);
            if (!require(a.channels().size() == b.channels().size(), "number of channels of clip ", i)) {
                continue;
            }
            for (std::size_t number = 0; number < a.channels().size(); ++number) {
                const AnimationChannel& channelA = a.channels()[number];
                const AnimationChannel& channelB = b.channels()[number];
                require(placeOf(a_, written[i]->getTarget(number)) == placeOf(b_, read[i]->getTarget(number))
                            && channelA.path == channelB.path && channelA.interpolation == channelB.interpolation
                            && channelA.components == channelB.components,
                        "kind of channel ", number, " of clip ", i);
                require(sameBits(a.timeTrack(channelA.timeTrack), b.timeTrack(channelB.timeTrack)), "times of channel ", number,
                        " of clip ", i);
                require(sameBits(channelA.values.toVector(), channelB.values.toVector()), "values of channel ", number, " of clip ", i);
            }
        }
    }

    const Scene& a_;
    const Scene& b_;
    Likeness likeness_;
    std::string first_;
};

std::vector<glm::vec3> poseAll(const Scene& scene)
{
    std::vector<const MeshInstance*> instances(scene.meshInstances().begin(), scene.meshInstances().end());
    // Meshes with quantised positions get nodes of their own, which come last. Therefore skinned meshes come first in both scenes.
    std::stable_partition(instances.begin(), instances.end(),
                          [](const MeshInstance* instance) { return instance->getSkeleton() != nullptr; });
    std::vector<glm::vec3> vertices;
    for (const MeshInstance* instance : instances) {
        const Skeleton* skeleton = instance->getSkeleton();
        const Affine world = toAffine(skeleton != nullptr ? skeleton->getWorldMatrix() : instance->getNode().getWorldMatrix());
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            std::vector<glm::vec3> positions = primitive.positions;
            morphPositions(primitive, instance->getMorphWeights(), positions);
            if (skeleton != nullptr) {
                skinVertices({.positions = positions}, primitive.skin, skeleton->getFinalMatrices(instance->getInverseBindSet()),
                             {.positions = positions});
            }
            std::ranges::transform(positions, std::back_inserter(vertices),
                                   [&](const glm::vec3& position) { return transformPoint(world, position); });
        }
    }
    return vertices;
}

}  // namespace

std::string findDifference(const Scene& a, const Scene& b, const Likeness& likeness)
{
    return SceneComparison(a, b, likeness).find();
}

float largestDistance(const Scene& a, const Scene& b)
{
    const std::vector<glm::vec3> verticesA = poseAll(a);
    const std::vector<glm::vec3> verticesB = poseAll(b);
    if (verticesA.size() != verticesB.size()) {
        return std::numeric_limits<float>::infinity();
    }
    float largest = 0.f;
    for (std::size_t vertex = 0; vertex < verticesA.size(); ++vertex) {
        largest = std::max(largest, glm::distance(verticesA[vertex], verticesB[vertex]));
    }
    return largest;
}

}  // namespace armature::test
