#pragma once

/// Everything that animates: scenes, skeletons, clips. Import and rendering have their own headers and libraries.
#include <armature/animation/animation_clip.hpp>
#include <armature/animation/animation_group.hpp>
#include <armature/animation/animation_layer.hpp>
#include <armature/animation/animation_mixer.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/error.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/constraints.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/ik/joint_limits.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/decompose.hpp>
#include <armature/math/space.hpp>
#include <armature/math/transform.hpp>
#include <armature/scene/debug_lines.hpp>
#include <armature/scene/mesh.hpp>
#include <armature/scene/node.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/transform_node.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/version.hpp>
