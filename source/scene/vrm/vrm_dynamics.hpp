#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <armature/ik/node_constraints.hpp>
#include <armature/ik/spring_bones.hpp>
#include <armature/scene/vrm_model.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

/// The springs and constraints of a model. Springs work on bones: those of a skeleton that is made for them, of the nodes that they need
/// and all above, each linked to its node.
struct VrmDynamics {
    /// Adds what cannot be used to `outWarnings`.
    VrmDynamics(const VrmModel& model, std::vector<std::string>& outWarnings);

    std::unique_ptr<Skeleton> skeleton;  ///< Null: there are no springs.
    std::optional<SpringBones> springs;
    std::optional<NodeConstraints> constraints;
};

}  // namespace armature
