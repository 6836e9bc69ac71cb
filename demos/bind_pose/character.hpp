#pragma once

#include <armature/scene/scene.hpp>

/// A body and two arms: three boxes in one mesh, each moved by its own bone. Lengths are in metres; it faces +Z, so its left arm is at +X.
namespace bind_pose {

/// The bind pose of the left arm's bone. The mesh is the same each time: its arms stretch out to the sides.
enum class ArmBind {
    TurnedAtShoulder,  ///< At the shoulder, turned by 30 degrees.
    AtShoulder,        ///< At the shoulder, not turned.
    Identity,          ///< At the body's bone: the result of leaving the bind out.
};

/// Adds the character to `scene`, in its bind pose.
armature::Skeleton& addCharacter(armature::Scene& scene, ArmBind bind);

/// Poses the left arm so that the mesh shows it raised by 45 degrees. The bind determines the pose: a rotation by 75 degrees, a rotation by
/// 45 degrees, or a rotation by 45 degrees with a translation. The last bind needs the translation, because its bone does not rotate about
/// the shoulder.
void raiseLeftArm(armature::Skeleton& skeleton, ArmBind bind);

}  // namespace bind_pose
