#include <array>

#include "use_world.hpp"

namespace armature::test {

namespace {

constexpr auto operationsOnBones = std::to_array<Operation>({
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            bone->setPosition(world.data.vector());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            bone->setRotationQuaternion(world.data.rotation());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            bone->setScaling(world.data.vector());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            bone->setTransform(world.data.transform());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            bone->setLocalMatrix(world.data.matrix());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto by = world.data.vector();
            const auto space = world.data.space();
            bone->translate(by, space, world.relative());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto to = world.data.vector();
            const auto space = world.data.space();
            bone->setPosition(to, space, world.relative());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto axis = world.data.vector();
            const float angle = world.data.number();
            const auto space = world.data.space();
            bone->rotate(axis, angle, space, world.relative());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto rotation = world.data.rotation();
            const auto space = world.data.space();
            bone->setRotationQuaternion(rotation, space, world.relative());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto angles = world.data.vector();
            const auto space = world.data.space();
            bone->setRotation({angles.y, angles.x, angles.z}, space, world.relative());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const glm::mat3 rotation(world.data.matrix());
            const auto space = world.data.space();
            bone->setRotationMatrix(rotation, space, world.relative());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto target = world.data.vector();
            const auto space = world.data.space();
            bone->lookAt(target, space, {}, world.relative());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto factor = world.data.vector();
            bone->scale(factor, static_cast<ChildScaling>(world.data.below(3)));
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto bind = world.data.matrix();
            bone->setBindMatrix(bind, world.data.flag() ? BindUpdate::KeepPose : BindUpdate::ResetPose);
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            bone->setAbsoluteInverseBindMatrix(world.data.matrix());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            bone->setRestMatrix(world.data.matrix());
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            switch (world.data.below(4)) {
            case 0: bone->returnToRest(); break;
            case 1: bone->returnSubtreeToRest(); break;
            case 2: bone->setCurrentPoseAsRest(); break;
            default: bone->setLength(world.data.flag() ? std::optional(world.data.number()) : std::nullopt); break;
            }
        }
    }},
    {[](World& world) {
        if (Bone* bone = world.bone()) {
            const auto space = world.data.space();
            const auto point = world.data.vector();
            static_cast<void>(bone->getDecomposition(space, world.relative()));
            static_cast<void>(bone->getRotationMatrix(space, world.relative()));
            static_cast<void>(bone->getLocalPositionFromAbsolute(point, space, world.relative()));
            static_cast<void>(bone->getAbsolutePositionFromLocal(point, space, world.relative()));
            static_cast<void>(bone->getLength());
            static_cast<void>(bone->getAbsoluteBindMatrix());
        }
    }},
});

}  // namespace

std::span<const Operation> boneOperations()
{
    return operationsOnBones;
}

}  // namespace armature::test
