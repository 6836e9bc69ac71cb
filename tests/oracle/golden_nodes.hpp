#pragma once

#include <string>
#include <vector>

#include <armature/scene/scene.hpp>

#include <oracle/golden_rig.hpp>

namespace armature::test {

/// Nodes as matrices in double, pivots' effect included: what an operation on nodes is worked out from, independently of the library.
struct SaneNodes {
    std::vector<glm::dmat4> locals;
    std::vector<int> parents;
    std::vector<glm::dvec3> pivots;
    std::vector<glm::dquat> rotations;  // own axes: a matrix alone does not tell those of negative scales

    [[nodiscard]] glm::dmat4 parentWorld(std::size_t node) const;
    [[nodiscard]] std::vector<glm::dmat4> worlds() const { return reference::absolutes(locals, parents); }
    /// The position among the parts: local = T(position) T(pivot) M T(-pivot).
    [[nodiscard]] glm::dvec3 position(std::size_t node) const;
    /// Where the pivot is, in the parent's axes.
    [[nodiscard]] glm::dvec3 center(std::size_t node) const;
    /// A local matrix from its linear part and the position, or where the pivot is to be.
    void setLinear(std::size_t node, const glm::dmat4& linear, const glm::dvec3& position);
    void setLinearAt(std::size_t node, const glm::dmat4& linear, const glm::dvec3& center);
};

/// The nodes after a step of transform_nodes.json as it should be: exact about pivots, mirrors and uneven scale.
[[nodiscard]] SaneNodes saneNodes(SaneNodes before, const Json& step);

/// The nodes of a case of transform_nodes.json.
class GoldenNodes {
public:
    explicit GoldenNodes(const Json& specs);

    void apply(const Json& step);
    /// Takes over a golden state: parts, or where they are no rotation and scale the matrices they make.
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
