#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <oracle/golden_rig.hpp>

namespace armature::test {

/// Bones before an operation, in double.
struct SaneBones {
    std::vector<glm::dmat4> locals;
    std::vector<int> parents;
    glm::dmat4 world;  // world matrix of the node, which transforms skeleton space into World

    /// Returns the matrix that transforms the local space of a bone (its parent's axes) into `space`.
    [[nodiscard]] glm::dmat4 frame(std::size_t bone, Space space) const;
};

/// Returns the correct local matrices after an operation of operations.json. World positions take the node into account for root bones too,
/// World rotations keep the bone's scale, a new position keeps shear, and splitting gives a rotation of unit length.
[[nodiscard]] std::vector<glm::dmat4> saneOperation(const SaneBones& before, const Json& step, Space space);

/// One block of a step's getter results ("LOCAL", "WORLD" or "WORLD_TNODE"), for one bone in one space.
struct GetterCase {
    Json get;
    std::string_view key;
    const Bone& bone;
    std::size_t index;
    SaneBones bones;
    Space space;
    const TransformNode* relativeTo;
    std::string mark;  // why a value may differ if the block has no mark of its own
};
void checkGetters(StepVerdict& verdict, const GetterCase& getters);

}  // namespace armature::test
