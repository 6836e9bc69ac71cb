#include <crowd/lifetime_program.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_model.hpp>

#include <crowd/stage.hpp>

namespace armature::test {

namespace {

/// Removes materials and images that nothing uses. The scene refuses to remove the others.
void removeSurfaces(Scene& scene)
{
    const auto tryTo = [](const auto& remove) {
        try {
            remove();
        } catch (const std::invalid_argument&) {}
    };
    for (std::size_t material = 0; material < scene.materials().size(); ++material) {
        tryTo([&] { scene.removeMaterial(material); });
    }
    for (std::size_t image = 0; image < scene.images().size(); ++image) {
        tryTo([&] { scene.removeImage(image); });
    }
}

}  // namespace

LifetimeProgram::LifetimeProgram(std::uint64_t seed) : random_(seed)
{
    for (int i = 0; i < 2; ++i) {
        scenes_.push_back(std::make_unique<Scene>());
        fill(*scenes_.back());
    }
    loose_ = std::make_unique<Skeleton>("loose");
    fill(*loose_);
    for (int i = 0; i < 20; ++i) {
        addUser();
    }
}

LifetimeProgram::~LifetimeProgram() = default;

Scene& LifetimeProgram::anyScene()
{
    return *scenes_[random_.chance(0.5) ? 0 : 1];
}

Skeleton* LifetimeProgram::anySkeleton()
{
    return random_.chance(0.2) ? loose_.get() : pick(random_, anyScene().skeletons());
}

Bone* LifetimeProgram::anyBone()
{
    Skeleton* const skeleton = anySkeleton();
    return skeleton != nullptr ? pick(random_, skeleton->bones()) : nullptr;
}

TransformNode* LifetimeProgram::anyNode()
{
    return pick(random_, anyScene().nodes());
}

Bone* LifetimeProgram::anyFoot()
{
    Bone* const bone = anyBone();
    return bone != nullptr && bone->getParentBone() != nullptr && bone->getParentBone()->getParentBone() != nullptr ? bone : nullptr;
}

void LifetimeProgram::fill(Scene& scene)
{
    for (int i = 0; i < 6; ++i) {
        scene.createTransformNode("node" + std::to_string(i), random_.chance(0.5) ? pick(random_, scene.nodes()) : nullptr,
                                  randomTransform(random_));
    }
    for (int i = 0; i < 2; ++i) {
        Skeleton& skeleton = scene.createSkeleton("skeleton");
        fill(skeleton);
        skeleton.setHostNode(pick(random_, scene.nodes()));
    }
    MeshDescription mesh;
    mesh.primitives.emplace_back().positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    scene.addMeshInstance(std::move(mesh), *scene.nodes()[0], scene.skeletons()[0]);
    scene.createAnimationGroup(randomClip(4, random_), {.mayMoveNothing = true}).play();
    AnimationMixer& mixer = scene.createAnimationMixer();
    mixer.addLayer(randomClip(4, random_), {.mayMoveNothing = true}).play();
    mixer.addLayer(randomClip(4, random_), {.isAdditive = true, .skeleton = scene.skeletons()[1], .mayMoveNothing = true}).fadeIn(0.3);
}

void LifetimeProgram::fill(Skeleton& skeleton)
{
    Bone* bone = nullptr;
    for (int i = 0; i < 7; ++i) {
        BoneOptions options;
        options.parent = bone;
        options.local = toMat4(Transform{{0.f, 1.f, 0.f}, random_.rotation()});
        options.length = 1.f;
        Bone& made = skeleton.createBone("bone" + std::to_string(i), options);
        bone = random_.chance(0.8) ? &made : bone;
    }
}

void LifetimeProgram::change()
{
    TransformNode* const node = anyNode();
    Bone* const bone = anyBone();
    Skeleton* const skeleton = anySkeleton();
    try {
        switch (random_.integer(0, 7)) {
        case 0: scenes_[0]->createTransformNode("new", bone); break;
        case 1:
            if (bone != nullptr) {
                bone->linkTransformNode(node);
            }
            break;
        case 2:
            if (skeleton != nullptr) {
                skeleton->setHostNode(node);
            }
            break;
        case 3:
            if (node != nullptr && bone != nullptr) {
                node->attachToBone(*bone);
            }
            break;
        case 4:
            if (skeleton != nullptr) {
                skeleton->createBone("new", {.parent = pick(random_, skeleton->bones())});
            }
            break;
        case 5:
            if (skeleton != nullptr) {
                anyScene().addSkeleton(skeleton->clone());
            }
            break;
        case 6: anyScene().createAnimationGroup(randomClip(5, random_), {.mayMoveNothing = true}).play(); break;
        default:
            if (node != nullptr) {
                node->setTransform(randomTransform(random_));
            }
            break;
        }
    } catch (const std::invalid_argument&) {  // cycles, other scenes
    }
}

void LifetimeProgram::remove()
{
    ++removed_;
    Scene& scene = anyScene();
    const Removal removal = random_.chance(0.5) ? Removal::Subtree : Removal::KeepChildren;
    const int what = random_.integer(0, isInEvent_ ? 6 : 13);
    if (what <= 2) {
        if (Bone* const bone = anyBone()) {
            bone->getSkeleton().removeBone(*bone, removal);
        }
    } else if (what <= 4) {
        if (TransformNode* const node = pick(random_, scene.nodes())) {
            scene.removeTransformNode(*node, removal);
        }
    } else if (what == 5) {
        if (Skeleton* const skeleton = pick(random_, scene.skeletons())) {
            scene.removeSkeleton(*skeleton);
        }
    } else if (what == 6) {
        if (AnimationGroup* const group = pick(random_, scene.animationGroups())) {
            scene.removeAnimationGroup(*group);
        }
    } else if (what == 7) {
        if (AnimationMixer* const mixer = pick(random_, scene.animationMixers())) {
            AnimationLayer* const layer = pick(random_, mixer->layers());
            layer != nullptr&& random_.chance(0.7) ? mixer->removeLayer(*layer) : scene.removeAnimationMixer(*mixer);
        }
    } else if (what == 8) {
        if (MeshInstance* const instance = pick(random_, scene.meshInstances())) {
            scene.removeMeshInstance(*instance);
        }
        removeSurfaces(scene);
    } else if (what == 9) {
        removeVrm(scene);
    } else if (what == 10) {
        removeModifiers(scene);
    } else if (what == 11) {
        TransformNode* const node = pick(random_, scene.nodes());
        if (node != nullptr && node->getParent() != nullptr && node->getParent()->asTransformNode() != nullptr) {
            node->getParent()->asTransformNode()->removeChild(*node);
        }
    } else if (what == 12) {
        const auto gone = std::exchange(loose_, std::make_unique<Skeleton>("loose"));
        fill(*loose_);
    } else {
        auto& place = scenes_[random_.chance(0.5) ? 0 : 1];
        const auto gone = std::exchange(place, std::make_unique<Scene>());
        fill(*place);
    }
}

void LifetimeProgram::removeVrm(Scene& scene)
{
    if (!vrmModels(scene).empty() && random_.chance(0.5)) {
        removeVrmModel(scene, vrmModels(scene).size() - 1);
    } else if (!vrmAnimations(scene).empty()) {
        removeVrmAnimation(scene, 0);
    }
}

void LifetimeProgram::removeModifiers(Scene& scene)
{
    if (ModifierStack* const stack = pick(random_, scene.modifierStacks())) {
        ModifierStack::Modifier* const modifier = pick(random_, stack->modifiers());
        modifier != nullptr&& random_.chance(0.5) ? stack->remove(*modifier) : scene.removeModifierStack(*stack);
    }
}

// From within an event's action, sometimes removes bones, nodes, skeletons or groups, but never an object that owns running players.
void LifetimeProgram::removeInEvent()
{
    if (!isInEvent_ && random_.chance(0.3)) {
        isInEvent_ = true;
        remove();
        isInEvent_ = false;
    }
}

// From within an observer of a disposal, removes anything except the scene or standalone skeleton that calls the observer.
void LifetimeProgram::removeInDisposal(Node& node)
{
    const Removal removal = random_.chance(0.5) ? Removal::Subtree : Removal::KeepChildren;
    Node& doomed = node.getParent() != nullptr && random_.chance(0.5) ? *node.getParent() : node;
    Bone* const bone = doomed.asBone();
    if (isInEvent_ || random_.chance(0.4)) {
        removeInEvent();
    } else if (bone == nullptr) {
        doomed.asTransformNode()->getScene().removeTransformNode(*doomed.asTransformNode(), removal);
    } else if (random_.chance(0.7)) {
        bone->getSkeleton().removeBone(*bone, removal);
    } else {
        for (const auto& scene : scenes_) {
            if (std::ranges::count(scene->skeletons(), &bone->getSkeleton()) != 0) {
                scene->removeSkeleton(bone->getSkeleton());
                break;
            }
        }
    }
}

void LifetimeProgram::useAll()
{
    for (const User& user : users_) {
        bool hasLost = false;
        for (const auto& node : user.nodes) {
            hasLost = hasLost || node.hasGone();
        }
        usesAfterRemoval_ += hasLost ? 1u : 0u;
        try {
            user.use();
        } catch (const std::invalid_argument&) {  // a caller's mistakes are refused; gone objects are reported
        }
    }
    for (const auto& scene : scenes_) {
        scene->animate(0.1);
        scene->update();
        for (const Skeleton* skeleton : scene->skeletons()) {
            static_cast<void>(skeleton->getFinalMatrices());
        }
        static_cast<void>(toString(*scene));
    }
    loose_->update();
}

void LifetimeProgram::step()
{
    switch (random_.integer(0, 9)) {
    case 0:
    case 1:
    case 2: remove(); break;
    case 3: addUser(); break;
    case 4:
    case 5: change(); break;
    default: break;
    }
    if (users_.size() > 30) {
        users_.erase(users_.begin() + random_.integer(0, 29));
    }
    useAll();
}

}  // namespace armature::test
