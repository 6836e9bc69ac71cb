#include <crowd/saved_stage.hpp>

#include <bit>
#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>

#include <armature/mesh/mesh.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>

namespace armature::test {

namespace {

constexpr std::size_t boneTotal = 12;

void addBytes(std::uint64_t& hash, const void* data, std::size_t size)
{
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t i = 0; i < size; ++i) {
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    }
}

// Runs an action that may be impossible (cycles, singular matrices) and ignores its refusal.
template <class Action>
void attempt(const Action& action)
{
    try {
        action();
    } catch (const std::invalid_argument&) {}
}

/// Random options to play all or a part of a clip of half a second in any mode.
PlayOptions randomPlay(Random& random, float slowest)
{
    PlayOptions options{.loop = random.chance(0.7), .speedRatio = static_cast<double>(random.real(slowest, 2.f))};
    options.loopMode = static_cast<LoopMode>(random.integer(0, 3));
    if (random.chance(0.5)) {
        options.from = static_cast<double>(random.real(0.f, 0.2f));
    }
    if (random.chance(0.5)) {
        options.to = static_cast<double>(random.real(0.3f, 0.5f));
    }
    return options;
}

}  // namespace

SavedStage::SavedStage(std::uint64_t seed)
{
    Random random(seed);
    skeleton = &scene.createSkeleton("first");
    fillRig(*skeleton, boneTotal, random);
    second = &scene.addSkeleton(skeleton->clone());
    for (int i = 0; i < 10; ++i) {
        Node* const parent = i > 3 && random.chance(0.6) ? static_cast<Node*>(random.pick(scene.nodes())) : nullptr;
        scene.createTransformNode("node" + std::to_string(i), parent, randomTransform(random));
    }
    scene.addCamera({.name = "camera"});
    scene.addLight({.name = "light"});
    Primitive triangle{.positions = {{0.f, 0.f, 0.f}, {1.f, 0.f, 0.f}, {0.f, 1.f, 0.f}}, .morphTargets = {2, MorphTarget{}}};
    triangle.skin = {1, {0, 0, 0}, {1.f, 1.f, 1.f}};
    scene.addMeshInstance({.name = "face", .primitives = {triangle}, .morphWeights = {0.f, 0.25f}}, *scene.nodes()[0], skeleton);
    const auto clip = randomClip(boneTotal, random);
    for (std::size_t i = 0; i < 2; ++i) {
        AnimationGroup& group = scene.createAnimationGroup(clip);
        for (const double seconds : {0., 0.2, 0.5}) {
            group
                .addEvent(seconds,
                          [this, i, &group] {
                              log_.push_back(i);
                              log_.push_back(std::bit_cast<std::uint64_t>(group.getCurrentTime()));
                          })
                .release();
        }
    }
    AnimationMixer& mixer = scene.createAnimationMixer();
    for (std::size_t i = 0; i < 3; ++i) {
        AnimationLayer& layer = mixer.addLayer(clip, {.isAdditive = i == 2, .skeleton = second});
        layer
            .addEvent(0.3,
                      [this, i, &layer] {
                          log_.push_back(10 + i);
                          log_.push_back(std::bit_cast<std::uint64_t>(layer.getCurrentTime()));
                      })
            .release();
    }
    crowd = std::make_unique<Crowd>(*skeleton);
    for (int i = 0; i < 2; ++i) {
        crowd->addClip(BakedClip::create(*randomClip(boneTotal, random), *skeleton));
    }
    std::vector<std::uint8_t> levels(boneTotal);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        levels[i] = static_cast<std::uint8_t>(i % 4);
    }
    crowd->setBoneLevels(levels);
}

void SavedStage::changeNode(Random& random)
{
    TransformNode& node = *random.pick(scene.nodes());
    switch (random.integer(0, 8)) {
    case 0: node.setTransform(randomTransform(random)); break;
    case 1: node.setLocalMatrix(toMat4(randomTransform(random))); break;
    case 2:
        attempt(
            [&] { node.setParent(random.chance(0.5) ? static_cast<Node*>(random.pick(skeleton->bones())) : random.pick(scene.nodes())); });
        break;
    case 3: node.setParent(nullptr, Keep::Local); break;
    case 4: attempt([&] { node.setPivotPoint(random.vector(-1.f, 1.f)); }); break;
    case 5: random.chance(0.5) ? node.freezeWorldMatrix() : node.unfreezeWorldMatrix(); break;
    case 6: node.setName("renamed" + std::to_string(random.integer(0, 99))); break;
    case 7:
        node.setExtensions("{\"number\":" + std::to_string(random.integer(0, 99)) + "}");
        node.setCamera(random.chance(0.5) ? std::optional<std::size_t>(0) : std::nullopt);
        node.setLight(random.chance(0.5) ? std::optional<std::size_t>(0) : std::nullopt);
        break;
    default:
        node.setEnabled(random.chance(0.5));
        node.setMetadata(std::to_string(random.integer(0, 99)));
        break;
    }
}

void SavedStage::changeBone(Random& random)
{
    Bone& bone = *random.pick((random.chance(0.5) ? skeleton : second)->bones());
    switch (random.integer(0, 6)) {
    case 0: bone.setTransform(randomTransform(random)); break;
    case 1: bone.setLocalMatrix(toMat4(randomTransform(random))); break;
    case 2: bone.setBindMatrix(toMat4(randomTransform(random))); break;
    case 3: bone.setAbsoluteInverseBindMatrix(toMat4(randomTransform(random))); break;
    case 4:
        bone.setRestMatrix(toMat4(randomTransform(random)));
        bone.setLength(random.real(0.f, 2.f));
        break;
    case 5: bone.linkTransformNode(random.pick(scene.nodes()), random.chance(0.5) ? LinkMode::NodeDrives : LinkMode::ForwardWrites); break;
    default:
        bone.linkTransformNode(nullptr);
        bone.setName("bone" + std::to_string(random.integer(0, 99)));
        break;
    }
}

void SavedStage::changeInstance(Random& random)
{
    MeshInstance& instance = *scene.meshInstances()[0];
    if (random.chance(0.7)) {
        instance.setMorphWeight(random.chance(0.5) ? 1u : 0u, random.real(0.f, 1.f));
    } else {
        const auto last = static_cast<int>(skeleton->inverseBindSetCount()) - 1;
        instance.setSkeleton(skeleton, static_cast<std::size_t>(random.integer(0, last)));
    }
}

void SavedStage::changeSkeleton(Random& random)
{
    if (random.chance(0.2)) {
        skeleton->setName("skeleton" + std::to_string(random.integer(0, 99)));
    } else if (random.chance(0.3) && skeleton->inverseBindSetCount() < 3) {
        skeleton->addInverseBindSet(std::vector(skeleton->getFinalMatrices().size(), toMat4(randomTransform(random))));
    } else {
        attempt([&] { skeleton->setHostNode(random.chance(0.7) ? random.pick(scene.nodes()) : nullptr); });
    }
}

void SavedStage::changeGroup(Random& random)
{
    AnimationGroup& group = *random.pick(scene.animationGroups());
    switch (random.integer(0, 4)) {
    case 0: group.play(randomPlay(random, -2.f)); break;
    case 1: group.pause(); break;
    case 2: group.stop(); break;
    case 3: group.goTo(static_cast<double>(random.real(0.f, 0.5f))); break;
    default: group.setSpeedRatio(static_cast<double>(random.real(-2.f, 2.f))); break;
    }
}

void SavedStage::changeLayer(Random& random)
{
    AnimationMixer& mixer = *scene.animationMixers()[0];
    AnimationLayer& layer = *random.pick(mixer.layers());
    AnimationLayer& other = *random.pick(mixer.layers());
    switch (random.integer(0, 8)) {
    case 0: layer.play(randomPlay(random, 0.f)); break;
    case 1: layer.fadeIn(static_cast<double>(random.real(0.f, 0.4f))); break;
    case 2: layer.fadeOut(static_cast<double>(random.real(0.f, 0.4f))); break;
    case 3: attempt([&] { layer.crossFadeTo(other, 0.3); }); break;
    case 4: layer.synchronizeWith(&layer == &other ? nullptr : &other); break;
    case 5: layer.fadeTo(random.real(0.f, 1.f), 0.2); break;
    case 6: layer.setSubtreeMask(*random.pick(second->bones()), random.real(0.f, 1.f)); break;
    default: layer.setMask(random.real(0.f, 1.f)); break;
    }
}

void SavedStage::changeMember(Random& random)
{
    if (members_.size() < 20 && random.chance(0.3)) {
        members_.push_back({crowd->add()});
        return;
    }
    if (members_.empty()) {
        return;
    }
    const auto place = static_cast<std::size_t>(random.integer(0, static_cast<int>(members_.size()) - 1));
    const CrowdInstance member = members_[place].instance;
    const CrowdPlayback playback{random.chance(0.5) ? 1u : 0u, static_cast<double>(random.real(0.f, 0.5f)),
                                 static_cast<double>(random.real(-2.f, 2.f)), random.chance(0.7)};
    switch (random.integer(0, 8)) {
    case 0:
        crowd->remove(member);
        members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(place));
        break;
    case 1: crowd->play(member, playback); break;
    case 2: crowd->crossFade(member, playback, 0.3); break;
    case 3: crowd->setFrozen(member, random.chance(0.5)); break;
    case 4:
        members_[place].isCulled = random.chance(0.5);
        crowd->setCulled(member, members_[place].isCulled);
        break;
    case 5: crowd->setUpdateInterval(member, static_cast<std::size_t>(random.integer(1, 4))); break;
    case 6: crowd->setBoneLevel(member, static_cast<std::size_t>(random.integer(0, 3))); break;
    case 7: crowd->setOverride(member, static_cast<std::size_t>(random.integer(0, boneTotal - 1)), randomTransform(random)); break;
    default: crowd->clearOverrides(member); break;
    }
}

void SavedStage::step(Random& random)
{
    switch (random.integer(0, 9)) {
    case 0:
        for (int i = 0; i < 3; ++i) {
            changeNode(random);
        }
        break;
    case 1: changeBone(random); break;
    case 2: changeSkeleton(random); break;
    case 3: changeGroup(random); break;
    case 4: changeLayer(random); break;
    case 5: changeMember(random); break;
    case 6: changeInstance(random); break;
    default:
        const double seconds = static_cast<double>(random.real(0.f, 0.3f));
        scene.animate(seconds);
        crowd->update(seconds);
        look();
        break;
    }
}

// Hashes what a renderer reads: matrices, names, members that are drawn.
void SavedStage::look()
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const TransformNode* node : scene.nodes()) {
        const glm::mat4 world = node->getWorldMatrix();
        addBytes(hash, &world, sizeof world);
        addBytes(hash, node->getPath().data(), node->getPath().size());
        addBytes(hash, node->getMetadata().data(), node->getMetadata().size());
        addBytes(hash, node->getExtensions().data(), node->getExtensions().size());
        hash += (node->isEnabled() ? 1u : 0u) + (node->getCamera() ? 2u : 0u) + (node->getLight() ? 4u : 0u);
    }
    for (const MeshInstance* instance : scene.meshInstances()) {
        const std::span<const float> weights = instance->getMorphWeights();
        addBytes(hash, weights.data(), weights.size_bytes());
        hash += instance->getInverseBindSet();
    }
    for (const Skeleton* each : scene.skeletons()) {
        for (std::size_t set = 0; set < each->inverseBindSetCount(); ++set) {
            addBytes(hash, each->getFinalMatrices(set).data(), each->getFinalMatrices(set).size_bytes());
        }
        addBytes(hash, each->getName().data(), each->getName().size());
        for (const Bone* bone : each->bones()) {
            const glm::mat4 rest = bone->getRestMatrix();
            const float length = bone->getLength().value_or(-1.f);
            addBytes(hash, bone->getName().data(), bone->getName().size());
            addBytes(hash, &rest, sizeof rest);
            addBytes(hash, &length, sizeof length);
        }
    }
    for (const StagedMember& member : members_) {
        if (!member.isCulled) {
            const auto palette = crowd->getPalette(member.instance);
            addBytes(hash, palette.data(), palette.size_bytes());
        }
    }
    log_.push_back(hash);
}

}  // namespace armature::test
