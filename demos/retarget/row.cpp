#include "row.hpp"

#include <cmath>
#include <utility>

#include <armature/import/load_scene.hpp>

#include "../model_parts.hpp"
#include "people.hpp"

namespace retarget {
namespace {

std::unique_ptr<armature::Scene> built(const std::filesystem::path& model, const Proportions& proportions)
{
    auto scene = armature::loadScene(model);
    setProportions(*scene, proportions);
    return scene;
}

}  // namespace

Row::Row(const std::filesystem::path& model)
    : scene_(armature::loadScene(model)), skeleton_(&demos::skeletonOf(*scene_)), walk_(&demos::clipOf(*scene_, "walk"))
{
    add(built(model, {.legs = 1.3f, .arms = 1.2f, .trunk = 1.15f}));
    add(built(model, {.legs = 0.62f, .arms = 0.9f, .trunk = 1.1f}));
    add(makeMocapPerson());
    goTo(0.);
}

// Bones are matched by their names; the retargeter accounts for any rest poses.
void Row::add(std::unique_ptr<armature::Scene> scene)
{
    armature::Skeleton& skeleton = demos::skeletonOf(*scene);
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
