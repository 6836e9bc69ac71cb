#pragma once

#include <memory>
#include <string>
#include <vector>

#include <armature/animation/animation_graph.hpp>
#include <armature/animation/graph_player.hpp>
#include <armature/c/armature.h>
#include <armature/cooked/cooked_file.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/ik/bone_ik_controller.hpp>
#include <armature/ik/bone_look_controller.hpp>
#include <armature/ik/chain_solver.hpp>
#include <armature/ik/foot_placement.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/retarget/humanoid_map.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "handles.hpp"

/// The classes to which the handles of the C API refer.
namespace armature::capi {

using SharedClip = std::shared_ptr<const AnimationClip>;
using SharedBakedClip = std::shared_ptr<const BakedClip>;
using SharedGraph = std::shared_ptr<const AnimationGraph>;
using SharedCookedFile = std::shared_ptr<const CookedFile>;

struct NamedMap {
    HumanoidMap map;
    std::string refusal;  ///< Memory for the text that was last asked for.
};

struct GoalSolver {
    ChainSolver solver;
    std::vector<IkGoal> goals;  ///< Working memory.
};

// clang-format off
template <> struct HandleTraits<armature_strings> : Traits<std::vector<std::string>, Kind::Strings> {};
template <> struct HandleTraits<armature_buffer> : Traits<std::vector<std::byte>, Kind::Buffer> {};
template <> struct HandleTraits<armature_scene> : Traits<Scene, Kind::Scene> {};
template <> struct HandleTraits<armature_instance> : Traits<SceneInstance, Kind::Instance> {};
template <> struct HandleTraits<armature_node> : Traits<Node, Kind::Node> {};
template <> struct HandleTraits<armature_bone> : Traits<Node, Kind::Bone> {};
template <> struct HandleTraits<armature_skeleton> : Traits<Skeleton, Kind::Skeleton> {};
template <> struct HandleTraits<armature_mesh_instance> : Traits<MeshInstance, Kind::MeshInstance> {};
template <> struct HandleTraits<armature_clip> : Traits<SharedClip, Kind::Clip> {};
template <> struct HandleTraits<armature_clips> : Traits<std::vector<armature_clip*>, Kind::Clips> {};
template <> struct HandleTraits<armature_group> : Traits<AnimationGroup, Kind::Group> {};
template <> struct HandleTraits<armature_mixer> : Traits<AnimationMixer, Kind::Mixer> {};
template <> struct HandleTraits<armature_layer> : Traits<AnimationLayer, Kind::Layer> {};
template <> struct HandleTraits<armature_baked_clip> : Traits<SharedBakedClip, Kind::BakedClip> {};
template <> struct HandleTraits<armature_crowd> : Traits<Crowd, Kind::Crowd> {};
template <> struct HandleTraits<armature_graph> : Traits<SharedGraph, Kind::Graph> {};
template <> struct HandleTraits<armature_graph_player> : Traits<GraphPlayer, Kind::GraphPlayer> {};
template <> struct HandleTraits<armature_bone_ik> : Traits<BoneIkController, Kind::BoneIk> {};
template <> struct HandleTraits<armature_bone_look> : Traits<BoneLookController, Kind::BoneLook> {};
template <> struct HandleTraits<armature_chain> : Traits<Chain, Kind::Chain> {};
template <> struct HandleTraits<armature_chain_solver> : Traits<GoalSolver, Kind::ChainSolver> {};
template <> struct HandleTraits<armature_foot_placement> : Traits<FootPlacement, Kind::FootPlacement> {};
template <> struct HandleTraits<armature_humanoid_map> : Traits<NamedMap, Kind::HumanoidMap> {};
template <> struct HandleTraits<armature_retarget_map> : Traits<RetargetMap, Kind::RetargetMap> {};
template <> struct HandleTraits<armature_retargeter> : Traits<Retargeter, Kind::Retargeter> {};
template <> struct HandleTraits<armature_springs> : Traits<SpringBones, Kind::Springs> {};
template <> struct HandleTraits<armature_cooked_file> : Traits<SharedCookedFile, Kind::CookedFile> {};
// clang-format on

}  // namespace armature::capi
