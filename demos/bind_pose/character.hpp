#pragma once

#include <armature/scene/scene.hpp>

/// A body and two arms: three boxes in one mesh, each moved by a bone of its own. Metres; it faces +Z, so its left arm is at +X.
namespace bind_pose {

/// How the left arm's bone lies when the mesh is attached to it. The mesh is the same each time: its arms stretch out to the sides.
enum class ArmBind {
    TurnedAtShoulder,  ///< At the shoulder, turned by 30 degrees.
    AtShoulder,        ///< At the shoulder, not turned.
    Identity,          ///< Where the body's bone is: what comes of leaving the bind out.
};

/// Adds the character to `scene`, in its bind pose.
armature::Skeleton& addCharacter(armature::Scene& scene, ArmBind bind);

/// Poses the left arm so that the mesh shows it raised by 45 degrees. What that takes depends on the bind: 75 degrees, 45, or 45 and a
/// translation that brings the shoulder, about which the bone does not turn, back to its place.
void raiseLeftArm(armature::Skeleton& skeleton, ArmBind bind);

}  // namespace bind_pose
