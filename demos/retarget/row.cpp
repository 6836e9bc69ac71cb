#include "row.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>

#include <armature/import/load_scene.hpp>

#include "people.hpp"

namespace retarget {
namespace {

armature::Skeleton& firstSkeleton(armature::Scene& scene)
{
    if (scene.skeletons().empty()) {
        throw std::invalid_argument("the model has no skeleton");
    }
    return *scene.skeletons().front();
}

armature::AnimationGroup& walkOf(armature::Scene& scene)
{
    armature::AnimationGroup* const walk = scene.findAnimationGroup("walk");
    if (walk == nullptr) {
        throw std::invalid_argument("the model has no clip walk");
    }
    return *walk;
}

std::unique_ptr<armature::Scene> built(const std::filesystem::path& model, const Proportions& proportions)
{
    auto scene = armature::loadScene(model);
    setProportions(*scene, proportions);
    return scene;
}

}  // namespace

Row::Row(const std::filesystem::path& model)
    : scene_(armature::loadScene(model)), skeleton_(&firstSkeleton(*scene_)), walk_(&walkOf(*scene_))
{
    add(built(model, {.legs = 1.3f, .arms = 1.2f, .trunk = 1.15f}));
    add(built(model, {.legs = 0.62f, .arms = 0.9f, .trunk = 1.1f}));
    add(makeMocapPerson());
    goTo(0.);
}

// Which bones go together is found from their names; rest poses are taken into account, whatever they are.
void Row::add(std::unique_ptr<armature::Scene> scene)
{
    armature::Skeleton& skeleton = firstSkeleton(*scene);
    const auto map = armature::RetargetMap::ofHumanoids(*skeleton_, skeleton);
    followers_.push_back({std::move(scene), &skeleton, armature::Retargeter(*skeleton_, skeleton, map)});
}

void Row::goTo(double seconds)
{
    walk_->goTo(std::fmod(seconds, walk_->getClip().getDuration()));
    for (Follower& follower : followers_) {
        follower.retargeter.retarget(armature::JointView(*skeleton_), armature::JointView(*follower.skeleton));
    }
}

std::vector<const armature::Scene*> Row::scenes() const
{
    std::vector<const armature::Scene*> all{scene_.get()};
    for (const Follower& follower : followers_) {
        all.push_back(follower.scene.get());
    }
    return all;
}

}  // namespace retarget
