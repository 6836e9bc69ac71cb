#include <array>
#include <memory>
#include <utility>

#include <armature/animation/animation_clip_builder.hpp>
#include <armature/animation/animation_graph.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/animation/clip_bounds.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/animation/inertialization.hpp>
#include <armature/animation/modifier_stack.hpp>
#include <armature/animation/root_motion.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/retarget/foot_lock.hpp>
#include <armature/retarget/retarget_map.hpp>
#include <armature/retarget/retarget_quality.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/picking.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>
#include <armature/vrm/vrm_character.hpp>
#include <armature/vrm/vrm_model.hpp>

#include <crowd/lifetime_program.hpp>
#include <crowd/stage.hpp>

/// Users that move whole characters.
namespace armature::test {

namespace {

/// A controller that its user may move to another address, where a stack must find it.
template <class Controller>
using Movable = std::shared_ptr<std::unique_ptr<Controller>>;

template <class Controller, class... Arguments>
Movable<Controller> makeMovable(Arguments&&... arguments)
{
    return std::make_shared<std::unique_ptr<Controller>>(std::make_unique<Controller>(std::forward<Arguments>(arguments)...));
}

template <class Controller>
void moveElsewhere(const Movable<Controller>& controller)
{
    *controller = std::make_unique<Controller>(std::move(**controller));
}

std::vector<Handle<const Node>> handlesTo(std::initializer_list<const Node*> nodes)
{
    std::vector<Handle<const Node>> handles;
    for (const Node* node : nodes) {
        handles.emplace_back(node);
    }
    return handles;
}

/// The bones of the limb that ends in a foot, root first.
std::array<Bone*, 3> limbOf(Bone& foot)
{
    return {foot.getParentBone()->getParentBone(), foot.getParentBone(), &foot};
}

}  // namespace

void LifetimeProgram::addSwinging()
{
    Bone* const foot = anyFoot();
    TransformNode* const node = anyNode();
    if (foot == nullptr || node == nullptr) {
        return;
    }
    const auto [root, knee, tip] = limbOf(*foot);
    if (random_.chance(0.5)) {
        const std::array chains{
            SpringChain{.joints = {{.bone = root}, {.bone = knee}, {.bone = tip}}, .colliderGroups = {0}, .center = anyNode()}};
        const std::array colliders{SpringCollider{.node = node, .solid = {.radius = 0.2f}}};
        const std::array groups{SpringColliderGroup{.name = "all", .colliders = {0}}};
        const auto springs = makeMovable<SpringBones>(chains, colliders, groups);
        addToStack(*foot, springs);
        users_.push_back({handlesTo({root, knee, tip, node}), [=] {
                              static_cast<void>((*springs)->update(0.05));
                              static_cast<void>((*springs)->getChains());
                              moveElsewhere(springs);
                              SavedState().save(**springs);
                          }});
        return;
    }
    const std::array constraints{NodeConstraint{.node = foot, .source = node}, NodeConstraint{.node = root, .source = anyNode()}};
    const auto turned = makeMovable<NodeConstraints>(constraints);
    addToStack(*foot, turned);
    users_.push_back({handlesTo({foot, root, node}), [=] {
                          static_cast<void>((*turned)->update());
                          static_cast<void>((*turned)->getConstraints());
                          moveElsewhere(turned);
                      }});
}

// The stack outlives its controllers, or the controllers outlive the stack.
void LifetimeProgram::addModifiers()
{
    Bone* const foot = anyFoot();
    TransformNode* const target = anyNode();
    if (foot == nullptr || target == nullptr) {
        return;
    }
    const auto reach = makeMovable<BoneIkController>(*foot->getParentBone());
    const auto look = makeMovable<BoneLookController>(*foot);
    (*reach)->setTarget(*target);
    (*look)->setTarget(*target);
    addToStack(*foot, reach);
    addToStack(*foot, look);
    const auto own = std::make_shared<ModifierStack>();
    ModifierStack::Modifier& masked = own->add("look", **look, {.below = foot});
    own->add("turn", [bone = Handle<Bone>(*foot)](JointView joints, double) {
        if (const Bone* const alive = bone.get(); alive != nullptr && joints.size() != 0) {
            joints.setRotationQuaternion(joints.size() - 1, alive->getTransform().rotation);
        }
    });
    users_.push_back({handlesTo({foot, foot->getParentBone(), target}),
                      [this, own, reach, look, modifier = Handle(masked), skeleton = Handle<Skeleton>(foot->getSkeleton())] {
                          moveElsewhere(reach);
                          moveElsewhere(look);
                          own->advance(0.1);
                          if (Skeleton* const alive = skeleton.get()) {
                              own->apply(*alive);
                          }
                          if (ModifierStack::Modifier* const alive = modifier.get(); alive != nullptr && random_.chance(0.1)) {
                              own->remove(*alive);
                          }
                          static_cast<void>(toString(*own));
                      }});
}

void LifetimeProgram::addGraph()
{
    Skeleton* const skeleton = anySkeleton();
    if (skeleton == nullptr || skeleton->bones().empty()) {
        return;
    }
    AnimationClipBuilder builder("walk");
    builder.record(*skeleton, 0.);
    builder.translation(*skeleton->bones()[0]).addKey(1., glm::vec3(0.f, 1.f, 2.f));
    const std::shared_ptr<const AnimationClip> clip = builder.build();
    GraphClipOptions options;
    options.motion = RootMotion::create(clip, *skeleton->bones()[0]);
    const auto graph = AnimationGraph::create(
        {.clips = {makeGraphClip("walk", clip, *skeleton, options)}, .nodes = {{"stoop", ModifierNode{"walk"}}}, .root = "stoop"},
        *skeleton);
    const auto turn = [bone = Handle<Bone>(*skeleton->bones()[0])](JointView joints) {
        if (const Bone* const alive = bone.get()) {
            joints.setRotationQuaternion(0, alive->getTransform().rotation);
        }
    };
    const auto player = std::make_shared<GraphPlayer>(graph);
    player->setModifier("stoop", turn);
    const auto crowd = std::make_shared<Crowd>(*skeleton);
    const CrowdInstance member = crowd->add();
    crowd->playGraph(member, crowd->addGraph(graph));
    crowd->setModifier(member, "stoop", turn);
    const auto shown = std::make_shared<Inertialization>(skeleton->bones().size());
    users_.push_back(
        {handlesTo({skeleton->bones()[0]}), [this, player, crowd, shown, owner = Handle<Skeleton>(*skeleton), current = member]() mutable {
             player->advance(0.1);
             Pose pose;
             player->evaluate(pose);
             shown->start(pose, pose, pose, pose, 0.1, 0.2);
             shown->apply(pose);
             if (Skeleton* const alive = owner.get()) {
                 player->apply(*alive);
             }
             crowd->update(0.1);
             static_cast<void>(crowd->getPose(current));
             if (random_.chance(0.1)) {
                 crowd->remove(current);
                 current = crowd->add();
                 crowd->playGraph(current, 0);
             }
             SavedState().save(*player, *crowd, *shown);
         }});
}

void LifetimeProgram::addCharacter()
{
    Scene& scene = anyScene();
    TransformNode* const head = pick(random_, scene.nodes());
    if (head == nullptr) {
        return;
    }
    VrmModel model;
    const std::size_t face = model.add(*head);
    const std::size_t hair = model.add(*pick(random_, scene.nodes()));
    const std::size_t hairTip = model.add(*pick(random_, scene.nodes()));
    model.humanoid = {{HumanoidRole::Head, face}};
    model.lookAt = VrmLookAt{};
    model.expressions = {{.name = "happy", .isPreset = true, .morphs = {{face, 0, 1.f}}}};
    model.springs = {{"hair", {{face}, {hair}, {hairTip}}}};
    model.firstPerson = {{face, VrmFirstPersonType::ThirdPersonOnly}};
    if (hair != face) {
        model.constraints = {{.node = hair, .source = face}};
    }
    addVrmModel(scene, model);
    VrmAnimation animation;
    animation.expressions = {{.name = "happy", .isPreset = true, .node = animation.add(*head)}};
    addVrmAnimation(scene, animation);
    const auto character = makeMovable<VrmCharacter>(scene, vrmModels(scene).size() - 1, pick(random_, scene.nodes()));
    if (Bone* const bone = anyBone()) {
        addToStack(*bone, character);
    }
    users_.push_back({handlesTo({head}), [this, character, animation] {
                          moveElsewhere(character);
                          (*character)->setFirstPerson(random_.chance(0.5));
                          (*character)->setExpression("happy", random_.real(0.f, 1.f));
                          (*character)->lookAt(random_.vector(-1.f, 1.f));
                          (*character)->follow(animation);
                          static_cast<void>((*character)->update(0.1));
                          SavedState().save(**character);
                      }});
}

void LifetimeProgram::addRetargeting()
{
    Bone* const from = anyFoot();
    Bone* const to = anyFoot();
    if (from == nullptr || to == nullptr) {
        return;
    }
    Skeleton& source = from->getSkeleton();
    Skeleton& target = to->getSkeleton();
    constexpr std::array roles{HumanoidRole::LeftUpperLeg, HumanoidRole::LeftLowerLeg, HumanoidRole::LeftFoot};
    RetargetMap map;
    for (std::size_t i = 0; i < roles.size(); ++i) {
        map.pairs.push_back({.source = *JointView(source).find(limbOf(*from)[i]->getName()),
                             .target = *JointView(target).find(limbOf(*to)[i]->getName()),
                             .role = roles[i]});
    }
    const auto retargeter = std::make_shared<Retargeter>(source, target, map);
    const auto meter = std::make_shared<RetargetMeter>(*retargeter, source, target);
    const auto lock = std::make_shared<FootLock>(*retargeter, source, target);
    users_.push_back({handlesTo({from, to}),
                      [=, memory = std::vector<double>(), first = Handle<Skeleton>(source), second = Handle<Skeleton>(target)]() mutable {
                          if (first.get() != nullptr && second.get() != nullptr) {
                              retargeter->retarget(*first.get(), *second.get());
                              lock->solve(*first.get(), *second.get(), 0.1, memory);
                              meter->add(*first.get(), *second.get(), 0.1);
                          }
                          static_cast<void>(meter->getQuality());
                          static_cast<void>(retargeter->getMap());
                      }});
}

void LifetimeProgram::addFinder()
{
    Scene& scene = anyScene();
    Skeleton* const skeleton = anySkeleton();
    Bone* const bone = skeleton != nullptr ? pick(random_, skeleton->bones()) : nullptr;
    MeshInstance* const instance = pick(random_, scene.meshInstances());
    if (bone == nullptr || instance == nullptr) {
        return;
    }
    const auto picker = std::make_shared<Picker>();
    const auto bounds = std::make_shared<ClipBounds>(*instance->getMesh(), *skeleton);
    const auto baked = BakedClip::create(*randomClip(3, random_), *skeleton);
    const TargetIdentity identity(*bone);
    users_.push_back({handlesTo({bone, &instance->getNode()}), [=, whole = Handle<Scene>(scene), owner = Handle<Skeleton>(*skeleton)] {
                          if (const Scene* const alive = whole.get()) {
                              static_cast<void>(picker->intersect(*alive, Ray{.origin = {0.2f, 0.2f, 5.f}}));
                          }
                          static_cast<void>(bounds->enclose(*baked));
                          if (const Skeleton* const alive = owner.get()) {
                              if (Node* const found = identity.findIn(Lifetime::Watch(alive->getLifetime()))) {
                                  const NodeRange children = found->getChildren();
                                  static_cast<void>(std::ranges::distance(children));
                              }
                          }
                      }});
}

void LifetimeProgram::addCopy()
{
    Scene& scene = anyScene();
    const auto copy = std::make_shared<SceneInstance>(scene.instantiate(anyScene()));
    users_.push_back({handlesTo({copy->getRoot()}), [this, copy, whole = Handle<Scene>(scene)] {
                          if (Scene* const alive = whole.get(); alive != nullptr && random_.chance(0.3)) {
                              alive->removeInstance(*copy);
                          }
                          static_cast<void>(toString(*copy));
                      }});
}

}  // namespace armature::test
