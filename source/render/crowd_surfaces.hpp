#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/handle.hpp>
#include <armature/render/crowd_renderer.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skinning/joint_bounds.hpp>

#include "scene_cache.hpp"

namespace armature {

/// A mesh instance of the model from which a crowd is drawn.
struct CrowdPart {
    const MeshInstance* instance = nullptr;
    const JointBounds* bounds = nullptr;
    SkinningKind skinning = SkinningKind::Linear;
    std::size_t firstWeight = 0;  ///< Index of the instance's first weight in CrowdPlacement::morphWeights.

    /// Returns the weights of the instance's morph targets in a placement.
    [[nodiscard]] std::span<const float> weightsOf(const CrowdPlacement& placement) const noexcept;
};

/// A primitive of a CrowdPart. One draw call draws it for all unmirrored members of a batch, another for all mirrored ones.
struct CrowdSurface {
    std::size_t part = 0;
    GpuPrimitive* gpu = nullptr;
    const Material* material = nullptr;
    SkinningKind skinning = SkinningKind::Linear;
    bool isBlended = false;
    std::size_t morphTargets = 0;  ///< Number of targets that the shader applies; 0 if none can have a weight, or if they do not fit a
                                   ///< buffer texture.
    std::size_t firstWeight = 0;   ///< Index of the texel with the first member's weights in the uploaded batch.

    /// The number of texels that hold the surface's morph weights of one member.
    [[nodiscard]] std::size_t weightTexels() const noexcept { return (morphTargets + 3) / 4; }
    void writeWeights(std::span<const float> weights, glm::vec4* outTexels) const noexcept;
};

/// The surfaces of a model that are drawn for each member of a crowd.
class CrowdSurfaces final {
public:
    /// Collects the model's surfaces. Adds a warning for everything that cannot be drawn or morphed. `morphs`: whether placements have
    /// their own morph weights. `textureTexels`: the most texels that a buffer texture holds.
    void collect(const Scene& model, DrawOptions::Skinning skinning, bool morphs, std::size_t textureTexels, SceneCache& cache,
                 std::vector<std::string>& warnings);

    [[nodiscard]] std::span<const CrowdPart> parts() const noexcept { return parts_; }
    [[nodiscard]] std::span<CrowdSurface> surfaces() noexcept { return surfaces_; }
    [[nodiscard]] bool isEmpty() const noexcept { return surfaces_.empty(); }
    [[nodiscard]] bool hasBlended() const noexcept;
    /// Returns whether any part is skinned by dual quaternions or by a mix of both kinds.
    [[nodiscard]] bool needsDualQuaternions() const noexcept;
    /// The highest joint index that the surfaces use, plus 1.
    [[nodiscard]] std::size_t jointCount() const noexcept { return jointCount_; }
    /// The number of morph weights of all mesh instances of the model.
    [[nodiscard]] std::size_t morphWeightCount() const noexcept { return morphWeightCount_; }
    /// The number of texels that hold all morph weights of one member.
    [[nodiscard]] std::size_t weightTexels() const noexcept;

private:
    /// The subject of an earlier warning: a mesh instance, or one of its primitives.
    struct Named {
        Handle<const MeshInstance> instance;
        std::optional<std::size_t> primitive;

        friend bool operator==(const Named&, const Named&) noexcept = default;
    };

    /// Adds a warning, once for each instance or primitive.
    void warn(std::vector<std::string>& warnings, const MeshInstance& instance, std::optional<std::size_t> primitive,
              std::string_view what);
    void add(const MeshInstance& instance, std::size_t primitive, GpuPrimitive& gpu, const Scene& model, DrawOptions::Skinning skinning);
    void chooseMorphs(CrowdSurface& surface, std::size_t primitive, bool morphs, std::size_t textureTexels,
                      std::vector<std::string>& warnings);

    const Material fallback_{};
    std::vector<CrowdPart> parts_;
    std::vector<CrowdSurface> surfaces_;
    std::vector<Named> named_;
    std::size_t jointCount_ = 0;
    std::size_t morphWeightCount_ = 0;
};

}  // namespace armature
