#pragma once

#include <span>
#include <vector>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>
#include <glm/ext/vector_float4.hpp>

#include <armature/math/debug_lines.hpp>
#include <armature/render/skeleton_viewer.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature {

/// A vertex of a triangle that SkeletonViewer draws.
struct SolidVertex {
    glm::vec3 position;
    glm::vec4 color;
};

/// Bones and lines of debug drawings as triangles and lines, relative to `origin`, in the world's axes. Keeps its memory from frame to
/// frame.
class OverlayGeometry final {
public:
    void clear() noexcept;
    void add(const Skeleton& skeleton, const SkeletonViewOptions& options, const glm::vec3& origin);
    void add(std::span<const DebugLine> lines, const glm::vec3& origin);

    [[nodiscard]] std::span<const SolidVertex> triangles() const noexcept { return triangles_; }
    [[nodiscard]] std::span<const DebugLine> lines() const noexcept { return lines_; }
    /// Bones drawn as sticks.
    [[nodiscard]] std::span<const DebugLine> sticks() const noexcept { return sticks_; }

private:
    /// The settings for a skeleton that is being added.
    struct Drawing {
        glm::mat4 world;
        float leafLength;
        glm::vec3 origin;
        const SkeletonViewOptions& options;
    };

    void addBone(const Bone& bone, const Drawing& drawing);
    void addSpur(const glm::vec3& joint, const glm::vec3& tip, const glm::vec3& side, const glm::vec4& color,
                 const SkeletonViewOptions& options);
    void addOctahedron(const glm::vec3& joint, const glm::vec3& tip, const glm::vec3& side, const glm::vec4& color,
                       const glm::vec4& edgeColor);
    void addAxes(const glm::vec3& joint, const glm::mat4& axes, float length);

    std::vector<SolidVertex> triangles_;
    std::vector<DebugLine> lines_;
    std::vector<DebugLine> sticks_;
};

/// Returns a bone's matrix in skeleton space, at bind or posed, depending on the options.
[[nodiscard]] glm::mat4 drawnMatrix(const Bone& bone, const SkeletonViewOptions& options);

}  // namespace armature
