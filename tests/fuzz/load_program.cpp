#include "load_program.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/error.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/mesh/bake_transform.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/picking.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/skinned_bounds.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include "oracle.hpp"

namespace armature::test {

namespace {

constexpr std::size_t manyVertices = 200'000;

void useNodes(const Scene& scene)
{
    static_cast<void>(toString(scene));
    for (const TransformNode* node : scene.nodes()) {
        static_cast<void>(node->getWorldMatrix());
        static_cast<void>(node->getDecomposition(Space::World));
        static_cast<void>(toString(*node));
    }
    for (const Material& material : scene.materials()) {
        static_cast<void>(toString(material));
    }
    for (const Image& image : scene.images()) {
        static_cast<void>(toString(image));
    }
    for (const std::string& warning : scene.warnings()) {
        requireMessage(warning);
    }
}

void useSkeleton(Skeleton& skeleton)
{
    static_cast<void>(toString(skeleton));
    static_cast<void>(skeleton.getDimensionsAtRest());
    requireSameJson(skeleton);
    static_cast<void>(capturePose(skeleton));
    const auto clone = skeleton.clone();
    clone->update();
    const auto palette = skeleton.getFinalMatrices();
    const auto same = clone->getFinalMatrices();
    require(palette.size() == same.size() && (palette.empty() || std::memcmp(palette.data(), same.data(), palette.size_bytes()) == 0),
            "a clone has the same palette", skeleton.getName());
}

bool isSmall(const AnimationClip& clip)
{
    std::size_t keys = 0;
    for (std::size_t track = 0; track < clip.timeTrackCount(); ++track) {
        keys += clip.timeTrack(track).size();
    }
    return clip.getDuration() < 100. && clip.channels().size() < 50 && keys < 2000;
}

// A bake may refuse a clip for its length or values. This checks only that it then throws std::invalid_argument with a sound message.
void bakeAndPlay(const AnimationClip& clip, Skeleton& skeleton, bool isQuantized)
{
    try {
        const auto baked = BakedClip::create(clip, skeleton, {.framesPerSecond = 30., .isQuantized = isQuantized, .mayMoveNothing = true});
        Crowd crowd(skeleton);
        const auto number = crowd.addClip(baked);
        const CrowdInstance member = crowd.add({.clip = number});
        crowd.update(0.1);
        crowd.update(clip.getDuration());
        static_cast<void>(crowd.getPose(member));
    } catch (const std::invalid_argument& refused) {
        requireMessage(refused.what());
    }
}

void playGroup(AnimationGroup& group, Scene& scene)
{
    const double duration = group.getClip().getDuration();
    static_cast<void>(toString(group));
    static_cast<void>(toString(group.getClip()));
    require(std::isfinite(duration) && duration >= 0., "a duration is finite and not negative", group.getName());
    for (const double time : {0., duration * 0.3, duration * 0.5, duration, duration * 2., -1.}) {
        group.goTo(time);
    }
    if (duration > 0.) {
        group.play({.loop = true, .speedRatio = -1.5});
        scene.animate(0.37);
        scene.animate(1e6);
        group.stop();
    }
    scene.update();
}

void useAnimation(Scene& scene)
{
    constexpr std::size_t mostGroups = 6;
    constexpr std::size_t mostLayers = 3;
    const auto groups = scene.animationGroups();
    Skeleton* skeleton = scene.skeletons().empty() ? nullptr : scene.skeletons().front();
    for (std::size_t index = 0; index < std::min(groups.size(), mostGroups); ++index) {
        playGroup(*groups[index], scene);
        if (skeleton != nullptr && skeleton->bones().size() < manyBones && isSmall(groups[index]->getClip())) {
            bakeAndPlay(groups[index]->getClip(), *skeleton, index % 2 != 0);
        }
    }
    if (groups.empty()) {
        return;
    }
    AnimationMixer& mixer = scene.createAnimationMixer();
    for (std::size_t index = 0; index < std::min(groups.size(), mostLayers); ++index) {
        try {
            mixer.addLayer(*groups[index], {.weight = 0.7f, .mayMoveNothing = true}).play();
            mixer.addLayer(makeAdditiveClip(groups[index]->getClip()), {.isAdditive = true, .mayMoveNothing = true}).play();
        } catch (const std::invalid_argument& refused) {
            requireMessage(refused.what());
        }
    }
    scene.animate(0.2);
    mixer.apply();
}

std::size_t costOf(const Mesh& mesh)
{
    std::size_t cost = 0;
    for (const Primitive& primitive : mesh.primitives()) {
        cost += primitive.positions.size() * (1 + primitive.skin.influencesPerVertex + primitive.morphTargets.size());
    }
    return cost;
}

void skin(const Primitive& primitive, const MeshInstance& instance)
{
    std::vector<glm::vec3> positions(primitive.positions.size());
    std::vector<glm::vec3> normals(primitive.normals.size());
    std::vector<glm::vec4> tangents(primitive.tangents.size());
    const auto palette = instance.getSkeleton()->getFinalMatrices();
    DualQuaternionPalette dualQuaternions;
    dualQuaternions.assign(palette);
    skinVertices({primitive.positions, primitive.normals, primitive.tangents}, primitive.skin, palette, {positions, normals, tangents});
    skinVertices({primitive.positions, primitive.normals, primitive.tangents}, primitive.skin, dualQuaternions,
                 {positions, normals, tangents});
    morphPositions(primitive, instance.getMorphWeights(), positions);
    if (!normals.empty()) {
        morphNormals(primitive, instance.getMorphWeights(), normals);
    }
}

void useMeshes(Scene& scene)
{
    std::size_t cost = 0;
    for (const MeshInstance* instance : scene.meshInstances()) {
        static_cast<void>(toString(*instance));
        static_cast<void>(toString(*instance->getMesh()));
        cost += costOf(*instance->getMesh());
    }
    if (cost > manyVertices) {
        return;
    }
    std::vector<glm::vec3> posed;
    appendPosedPositions(scene, posed);
    static_cast<void>(computeBounds(scene));
    static_cast<void>(intersect(scene, Ray{{0.1f, 0.2f, 10.f}, {0.f, 0.f, -1.f}}));
    for (const MeshInstance* instance : scene.meshInstances()) {
        static_cast<void>(bakeTransformIntoVertices(instance->getMesh()->getDescription(), instance->getNode()));
        for (const Primitive& primitive : instance->getMesh()->primitives()) {
            if (instance->getSkeleton() != nullptr) {
                skin(primitive, *instance);
            }
        }
    }
}

/// Springs and constraints that depend on each other in a cycle are refused; files may contain such cycles.
void useVrm(Scene& scene)
{
    constexpr std::size_t mostExpressions = 20;
    for (std::size_t model = 0; model < vrmModels(scene).size(); ++model) {
        static_cast<void>(toString(vrmModels(scene)[model]));
        try {
            VrmCharacter character(scene, model);
            const std::vector<VrmExpression>& expressions = character.getModel().expressions;
            for (std::size_t number = 0; number < std::min(expressions.size(), mostExpressions); ++number) {
                character.setExpression(expressions[number].name, 0.75f);
            }
            character.lookAt(glm::vec3(1.f, 2.f, 3.f));
            character.update(0.05);
            static_cast<void>(toString(character));
        } catch (const std::invalid_argument& refused) {
            requireMessage(refused.what());
        }
    }
}

void removeSome(Scene& scene)
{
    const auto nodes = scene.nodes();
    if (nodes.size() > 1) {
        scene.removeTransformNode(*nodes[nodes.size() / 2], nodes.size() % 2 != 0 ? Removal::Subtree : Removal::KeepChildren);
    }
    if (!scene.skeletons().empty() && !scene.skeletons().front()->bones().empty()) {
        Skeleton& skeleton = *scene.skeletons().front();
        skeleton.removeBone(*skeleton.bones().front(), Removal::KeepChildren);
    }
    scene.animate(0.1);
    scene.update();
}

}  // namespace

void loadAndUse(std::span<const std::byte> file)
{
    ImportOptions options;  // small enough to try many inputs a second
    options.limits.unbackedBytes = 8u << 20u;
    options.limits.nodes = 20'000;
    options.limits.keys = 500'000;
    options.allowWorker = false;  // faults of Assimp are not tested here
    std::unique_ptr<Scene> scene;
    try {
        scene = loadScene(file, "input.glb", options);
    } catch (const ImportError& error) {
        const std::string_view message = error.what();
        require(message.starts_with("input.glb: "), "a refusal names the file", message);
        requireMessage(message);
        return;
    }
    useScene(*scene);
}

void useScene(Scene& scene)
{
    scene.update();
    useNodes(scene);
    for (Skeleton* skeleton : scene.skeletons()) {
        useSkeleton(*skeleton);
    }
    useAnimation(scene);
    useMeshes(scene);
    useVrm(scene);
    removeSome(scene);
}

}  // namespace armature::test
