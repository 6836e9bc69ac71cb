#include <array>
#include <map>
#include <utility>

#include <armature/crowd/crowd.hpp>
#include <armature/ik/aim_chain.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spline_chain.hpp>
#include <armature/saved_state.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/text.hpp>

#include <crowd/lifetime_program.hpp>
#include <crowd/stage.hpp>

namespace armature::test {

namespace {

/// Makes a shared object. std::function needs copyable captures, and the users' objects are not copyable.
template <class Object, class... Arguments>
std::shared_ptr<Object> make(Arguments&&... arguments)
{
    return std::make_shared<Object>(std::forward<Arguments>(arguments)...);
}

}  // namespace

void LifetimeProgram::addUser()
{
    try {
        switch (random_.integer(0, 11)) {
        case 0: addController(); break;
        case 1: addChain(); break;
        case 2: addPlayer(); break;
        case 3: addObserver(); break;
        case 4: addSwinging(); break;
        case 5: addModifiers(); break;
        case 6: addGraph(); break;
        case 7: addCharacter(); break;
        case 8: addRetargeting(); break;
        case 9: addFinder(); break;
        case 10: addCopy(); break;
        default: addKeeper(); break;
        }
    } catch (const std::invalid_argument&) {  // a bone without length, a target below its own limb
    }
}

void LifetimeProgram::addController()
{
    Bone* const foot = anyFoot();
    TransformNode* const target = anyNode();
    if (foot == nullptr || target == nullptr) {
        return;
    }
    const std::vector<Handle<const Node>> nodes{Handle<const Node>(*foot), Handle<const Node>(*target)};
    switch (random_.integer(0, 3)) {
    case 0: {
        auto controller = make<BoneIkController>(*foot->getParentBone(), BoneIkOptions{.halfLife = 0.1f});
        controller->setTarget(*target);
        if (Bone* const pole = anyBone()) {
            controller->setPole(*pole);
        }
        users_.push_back({nodes, [=] {
                              static_cast<void>(toString(controller->update(0.1)));
                              static_cast<void>(controller->getMaxReach());
                              controller->setOptions({.halfLife = 0.2f});
                          }});
        break;
    }
    case 1: {
        auto controller = make<BoneLookController>(*foot);
        controller->setTarget(*target);
        users_.push_back({nodes, [=] {
                              static_cast<void>(toString(controller->update(0.1)));
                              controller->setOptions({.weight = 0.5f});
                          }});
        break;
    }
    case 2: {
        FootPlacementLeg leg;
        leg.foot = foot;
        auto placement = make<FootPlacement>(std::span(&leg, 1), [this](const glm::vec3& point) -> std::optional<GroundPoint> {
            removeInEvent();
            return GroundPoint{{point.x, 0.1f, point.z}};
        });
        users_.push_back({nodes, [=, options = placement->getOptions()]() mutable {
                              static_cast<void>(toString(placement->update(0.1)));
                              placement->setOptions(placement->getOptions());
                          }});
        break;
    }
    default:
        users_.push_back({nodes, [bone = Handle<Bone>(*foot), node = Handle<TransformNode>(*target)] {
                              if (bone.get() != nullptr && node.get() != nullptr) {
                                  static_cast<void>(copyPosition(*bone.get(), *node.get()));
                                  static_cast<void>(aimAt(*bone.get(), *node.get()));
                              }
                          }});
        break;
    }
}

void LifetimeProgram::addChain()
{
    Bone* const tip = anyFoot();
    if (tip == nullptr) {
        return;
    }
    Bone& root = *tip->getParentBone()->getParentBone();
    const Handle<Skeleton> skeleton(tip->getSkeleton());
    const std::vector<Handle<const Node>> nodes{Handle<const Node>(*tip), Handle<const Node>(root)};
    const auto solveOn = [skeleton](auto solve) {
        if (Skeleton* const alive = skeleton.get()) {
            static_cast<void>(toString(solve(*alive)));
        }
    };
    switch (random_.integer(0, 2)) {
    case 0: {
        const ChainMethod method = random_.chance(0.5) ? ChainMethod::DampedLeastSquares : ChainMethod::Fabrik;
        auto solver = make<ChainSolver>(Chain::between(root, *tip), ChainSolverOptions{.method = method, .warmStart = true});
        auto copy = make<Chain>(solver->getChain());
        users_.push_back({nodes, [=] {
                              solveOn([&](Skeleton& alive) { return solver->solve(alive, IkGoal{glm::vec3(1.f)}); });
                              static_cast<void>(toString(*copy));
                              ChainSolver another(*copy);
                          }});
        break;
    }
    case 1: {
        auto aim = make<AimChain>(root, *tip);
        users_.push_back({nodes, [=] {
                              solveOn([&](Skeleton& alive) { return aim->solve(alive, {1.f, 2.f, 3.f}); });
                              aim->setOptions(aim->getOptions());
                          }});
        break;
    }
    default: {
        auto spline = make<SplineChain>(root, *tip);
        users_.push_back({nodes, [=] {
                              const std::array points{glm::vec3(0.f), glm::vec3(1.f, 1.f, 0.f), glm::vec3(2.f, 0.f, 0.f)};
                              solveOn([&](Skeleton& alive) -> IkReport { return spline->solve(alive, points); });
                              spline->setOptions(spline->getOptions());
                          }});
        break;
    }
    }
}

void LifetimeProgram::addPlayer()
{
    Scene& scene = anyScene();
    std::vector<Handle<const Node>> nodes;
    for (const Node* node : scene.nodes()) {
        nodes.emplace_back(node);
    }
    if (random_.chance(0.5)) {
        auto group = make<AnimationGroup>(scene, randomClip(6, random_));
        group->addEvent(0.2, [this] { removeInEvent(); }).release();
        group->play();
        users_.push_back({nodes, [=] {
                              group->advance(0.1);
                              group->apply();
                              static_cast<void>(group->getUnboundChannels());
                          }});
    } else {
        auto mixer = make<AnimationMixer>(scene);
        AnimationLayer& first = mixer->addLayer(randomClip(6, random_), {.mayMoveNothing = true});
        AnimationLayer& second = mixer->addLayer(randomClip(6, random_), {.mayMoveNothing = true});
        first.addEvent(0.2, [this] { removeInEvent(); }).release();
        first.play();
        second.synchronizeWith(&first);
        first.crossFadeTo(second, 0.5);
        if (Bone* const bone = anyBone()) {
            second.setSubtreeMask(*bone, 0.5f);
        }
        users_.push_back({nodes, [this, mixer] {
                              mixer->advance(0.1);
                              mixer->apply();
                              if (random_.chance(0.1)) {
                                  mixer->addLayer(randomClip(3, random_), {.mayMoveNothing = true}).play();
                              }
                              for (const ClipPlayer* player : mixer->layers()) {
                                  static_cast<void>(player->unboundChannelCount());
                              }
                          }});
    }
}

void LifetimeProgram::addObserver()
{
    Bone* const bone = anyBone();
    TransformNode* const node = anyNode();
    if (bone == nullptr || node == nullptr) {
        return;
    }
    auto calls = make<std::map<std::string, int>>();
    auto subscriptions = make<std::vector<Subscription>>();
    subscriptions->push_back(bone->observeChange([calls](Node& each) { ++(*calls)[each.getName()]; }));
    subscriptions->push_back(node->observeChange([calls](Node& each) { ++(*calls)[each.getName()]; }));
    subscriptions->push_back(node->observeDisposal([this, subscriptions = subscriptions.get()](Node& each) {
        (*subscriptions)[0].cancel();
        removeInDisposal(each);
        static_cast<void>(each.getPath());
    }));
    subscriptions->push_back(node->observeDisposal([](Node& each) { static_cast<void>(each.getPath()); }));
    subscriptions->push_back(bone->observeDisposal([this](Node& each) {
        removeInDisposal(each);
        static_cast<void>(each.getPath());
    }));
    users_.push_back({{Handle<const Node>(*bone), Handle<const Node>(*node)}, [=] {
                          for (Subscription& subscription : *subscriptions) {
                              static_cast<void>(subscription.isActive());
                          }
                      }});
}

// Values that outlive the objects that they were taken from.
void LifetimeProgram::addKeeper()
{
    Bone* const bone = anyBone();
    if (bone == nullptr) {
        return;
    }
    Skeleton& skeleton = bone->getSkeleton();
    const Handle<Skeleton> owner(skeleton);
    const std::vector<Handle<const Node>> nodes{Handle<const Node>(*bone)};
    switch (random_.integer(0, 2)) {
    case 0: {
        auto snapshot = make<SkeletonSnapshot>(skeleton);
        users_.push_back({nodes, [=] {
                              if (owner.get() != nullptr) {
                                  snapshot->restore(*owner.get());
                              }
                          }});
        break;
    }
    case 1: {
        auto crowd = make<Crowd>(skeleton);
        crowd->addClip(BakedClip::create(*randomClip(3, random_), skeleton, {.mayMoveNothing = true}));
        const CrowdInstance member = crowd->add({.clip = 0});
        users_.push_back({nodes, [=] {
                              crowd->update(0.1);
                              static_cast<void>(crowd->getPose(member));
                          }});
        break;
    }
    default: {
        auto state = make<SavedState>();
        Scene& scene = anyScene();
        state->save(scene);
        users_.push_back({nodes, [state, whole = Handle<Scene>(scene)] {
                              if (whole.get() != nullptr) {
                                  state->restore(*whole.get());
                              }
                          }});
        break;
    }
    }
}

}  // namespace armature::test
