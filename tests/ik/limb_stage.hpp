#pragma once

#include <cmath>

#include <boost/test/unit_test.hpp>

#include <armature/node/transform_node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include <ik/above.hpp>
#include <support/random.hpp>

namespace armature::test {

/// A chain of bones in a skeleton with a host. Base and upper are at the origin; lower and hand are each one unit further along +Y.
struct Limb {
    Limb()
        : host(scene.createTransformNode("host"))
        , skeleton(scene.createSkeleton("limb"))
        , base(bone("base", nullptr, {}))
        , upper(bone("upper", &base, {}))
        , lower(bone("lower", &upper, {{0.f, 1.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)}))
        , hand(bone("hand", &lower, {{0.f, 1.f, 0.f}, {1.f, 0.f, 0.f, 0.f}, glm::vec3(1.f)}))
    {
        skeleton.setHostNode(&host);
    }

    /// Gives the bones random lengths, turns and scales, below host and base transforms of the given kind.
    void randomise(Random& random, Above above)
    {
        host.setTransform(transform(random, above));
        base.setTransform(transform(random, above));
        const float scale = random.real(0.5f, 2.f);
        upper.setTransform({random.vector(-1.f, 1.f), random.rotation(), glm::vec3(scale)});
        lower.setTransform({random.direction() * random.real(0.5f, 2.f), random.rotation(), glm::vec3(random.real(0.5f, 2.f))});
        hand.setTransform({random.direction() * random.real(0.5f, 2.f), random.rotation(), glm::vec3(1.f)});
    }

    static Transform transform(Random& random, Above above)
    {
        const float size = random.real(0.5f, 2.f);
        glm::vec3 scale(1.f);
        switch (above) {
        case Above::Plain: break;
        case Above::Scaled: scale = glm::vec3(size); break;
        case Above::Mirrored: scale = glm::vec3(-size, size, size); break;
        case Above::Uneven: scale = random.vector(0.4f, 2.f); break;
        }
        return {random.vector(-2.f, 2.f), random.rotation(), scale};
    }

    /// The world position of a bone's joint, in double from the float matrix.
    static glm::dvec3 place(const Node& node) { return glm::dvec3(node.getWorldMatrix()[3]); }

    Bone& bone(std::string_view name, Bone* parent, const Transform& local)
    {
        BoneOptions options;
        options.parent = parent;
        options.local = toMat4(local);
        Bone& made = skeleton.createBone(name, options);
        made.setTransform(local);
        return made;
    }

    Scene scene;
    TransformNode& host;
    Skeleton& skeleton;
    Bone& base;
    Bone& upper;
    Bone& lower;
    Bone& hand;
};

}  // namespace armature::test
