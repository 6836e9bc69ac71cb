#include "conversion.hpp"

#include <numbers>
#include <string>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "clip_cut.hpp"

namespace armature::tools {

namespace {

glm::quat turnToYUp(UpAxis up)
{
    constexpr float quarter = 0.5f * std::numbers::pi_v<float>;
    switch (up) {
    case UpAxis::X: return glm::angleAxis(quarter, glm::vec3(0.f, 0.f, 1.f));
    case UpAxis::Y: break;
    case UpAxis::Z: return glm::angleAxis(-quarter, glm::vec3(1.f, 0.f, 0.f));
    }
    return {1.f, 0.f, 0.f, 0.f};
}

void putBelow(Scene& scene, const Transform& transform)
{
    std::vector<TransformNode*> roots;
    for (TransformNode* node : scene.nodes()) {
        if (node->getParent() == nullptr) {
            roots.push_back(node);
        }
    }
    TransformNode& top = scene.createTransformNode("converted", nullptr, transform);
    for (TransformNode* root : roots) {
        root->setParent(&top, Keep::Local);
    }
    for (Skeleton* skeleton : scene.skeletons()) {
        if (skeleton->getHostNode() == nullptr) {
            skeleton->setHostNode(&top);  // its space was the world's, which is now the space below `top`
        }
    }
}

}  // namespace

std::vector<std::string> changeScene(Scene& scene, const SceneChange& change, Effort& effort)
{
    if (change.movesModel()) {
        const auto scale = static_cast<float>(change.scale.value_or(1.));
        putBelow(scene, {glm::vec3(0.f), turnToYUp(change.up.value_or(UpAxis::Y)), glm::vec3(scale)});
    }
    const bool isResampled = change.framesPerSecond && !scene.animationGroups().empty();
    return isResampled ? cutClips(scene, "", {.framesPerSecond = change.framesPerSecond}, effort).warnings : std::vector<std::string>();
}

}  // namespace armature::tools
