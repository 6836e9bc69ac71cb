#pragma once

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/ik/spring_bones.hpp>
#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <support/not_finite.hpp>

namespace armature::test {

inline const SpringParameters loose{.stiffness = 0.f, .gravityPower = 1.f, .drag = 0.3f};  ///< Only gravity moves it.

/// A body on a host with a strand hanging from it: four swinging bones, each 0.1 long, and the end of the last one.
struct SpringStage {
    static constexpr std::size_t swinging = 4;
    static constexpr float boneLength = 0.1f;
    static constexpr float strandLength = 0.4f;

    Scene scene;
    TransformNode& host = scene.createTransformNode("host");
    Skeleton& skeleton = scene.createSkeleton("rig");
    Bone& body = skeleton.createBone("body", {.bind = at({0.f, 1.f, 0.f})});
    std::vector<Bone*> strand;

    /// `direction` is the strand's direction at rest.
    explicit SpringStage(const glm::vec3& direction = {0.f, -1.f, 0.f})
    {
        skeleton.setHostNode(&host);
        Bone* above = &body;
        for (std::size_t i = 0; i <= swinging; ++i) {
            const glm::vec3 place = i == 0 ? glm::vec3(0.1f, 0.2f, 0.f) : boneLength * direction;
            above = &skeleton.createBone("strand" + std::to_string(i), {.parent = above, .bind = at(place)});
            strand.push_back(above);
        }
    }

    static glm::mat4 at(const glm::vec3& place) { return glm::translate(glm::mat4(1.f), place); }

    /// The strand as a chain whose joints all have the parameters `like`.
    [[nodiscard]] SpringChain chain(const SpringParameters& like = {.gravityPower = 0.3f, .drag = 0.4f}) const
    {
        SpringChain result{.name = "strand"};
        for (Bone* bone : strand) {
            result.joints.push_back({bone, like});
        }
        return result;
    }

    [[nodiscard]] SpringBones springs(const SpringParameters& like = {.gravityPower = 0.3f, .drag = 0.4f}) const
    {
        const SpringChain only = chain(like);
        return SpringBones({&only, 1});
    }

    /// Poses the body at a time in seconds: thrown about and turned by nearly a right angle to each side.
    void throwAbout(double time)
    {
        const auto wave = [&](double perSecond, double phase) {
            return static_cast<float>(std::sin(6.283185307179586 * perSecond * time + phase));
        };
        const glm::quat turn = glm::angleAxis(1.5f * wave(1.08, 0.), glm::vec3(0.f, 1.f, 0.f))
                               * glm::angleAxis(0.8f * wave(1.32, 0.5), glm::normalize(glm::vec3(1.f, 0.f, 0.3f)));
        body.setTransform({{0.3f * wave(1.2, 0.), 1.f + 0.15f * wave(1.56, 1.), 0.3f * wave(0.84, 2.)}, turn, glm::vec3(1.f)});
    }

    /// Plays frames of a sixtieth of a second; each advances the springs by `seconds`.
    void swing(SpringBones& springs, int frames, double seconds = 1. / 60.)
    {
        for (int frame = 0; frame < frames; ++frame) {
            throwAbout(frame / 60.);
            springs.update(seconds);
        }
    }

    /// The world positions of the strand's origins.
    [[nodiscard]] std::vector<glm::dvec3> places() const
    {
        std::vector<glm::dvec3> result;
        for (const Bone* bone : strand) {
            result.emplace_back(glm::vec3(bone->getWorldMatrix()[3]));
        }
        return result;
    }

    [[nodiscard]] std::vector<glm::quat> rotations() const
    {
        std::vector<glm::quat> result;
        for (const Bone* bone : strand) {
            result.push_back(bone->getTransform().rotation);
        }
        return result;
    }
};

/// The largest distance between two strands' bones.
[[nodiscard]] inline double farthest(const std::vector<glm::dvec3>& a, const std::vector<glm::dvec3>& b)
{
    double most = 0.;
    for (std::size_t i = 0; i < a.size(); ++i) {
        most = std::max(most, glm::distance(a[i], b[i]));
    }
    return most;
}

}  // namespace armature::test
