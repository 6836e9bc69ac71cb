#pragma once

#include <string>
#include <vector>

#include <armature/scene/scene.hpp>

#include <oracle/golden_rig.hpp>

namespace armature::test {

/// Nodes as matrices in double, including the effect of pivots. Expected results of node operations are computed from them, independently
/// of the library.
struct SaneNodes {
    std::vector<glm::dmat4> locals;
    std::vector<int> parents;
    std::vector<glm::dvec3> pivots;
    std::vector<glm::dquat> rotations;  // with negative scales, a matrix alone does not determine the node's rotation

    [[nodiscard]] glm::dmat4 parentWorld(std::size_t node) const;
    [[nodiscard]] std::vector<glm::dmat4> worlds() const { return reference::absolutes(locals, parents); }
    /// Returns the position P of a node, where local = T(P) T(pivot) M T(-pivot).
    [[nodiscard]] glm::dvec3 position(std::size_t node) const;
    /// Returns the pivot's position relative to the parent.
    [[nodiscard]] glm::dvec3 center(std::size_t node) const;
    /// Each sets a local matrix from its linear part and the position of either the node or its pivot.
    void setLinear(std::size_t node, const glm::dmat4& linear, const glm::dvec3& position);
    void setLinearAt(std::size_t node, const glm::dmat4& linear, const glm::dvec3& center);
};

/// Returns the correct nodes after a step of transform_nodes.json: exact for pivots, mirrors and uneven scale.
[[nodiscard]] SaneNodes saneNodes(SaneNodes before, const Json& step);

/// The nodes of a case of transform_nodes.json.
class GoldenNodes {
public:
    explicit GoldenNodes(const Json& specs);

    void apply(const Json& step);
    /// Loads a golden state: the parts of each node or, if its rotation is not of unit length, the matrix that the parts compose to.
    void load(const Json& state);

    [[nodiscard]] const std::vector<TransformNode*>& nodes() const noexcept { return nodes_; }
    [[nodiscard]] SaneNodes snapshot() const;
    [[nodiscard]] std::vector<glm::dmat4> worlds() const;

private:
    void resetLocalMatrix(TransformNode& node, bool independentOfChildren);

    Scene scene_;
    std::vector<TransformNode*> nodes_;
};

}  // namespace armature::test
