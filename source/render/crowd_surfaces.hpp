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

/// A mesh instance of the model that a crowd is drawn from.
struct CrowdPart {
    const MeshInstance* instance = nullptr;
    const JointBounds* bounds = nullptr;
    SkinningKind skinning = SkinningKind::Linear;
    std::size_t firstWeight = 0;  ///< In CrowdPlacement::morphWeights.

    /// The weights of its morph targets in a placement.
    [[nodiscard]] std::span<const float> weightsOf(const CrowdPlacement& placement) const noexcept;
};

/// A primitive of it, which is drawn for all members at once.
struct CrowdSurface {
    std::size_t part = 0;
    GpuPrimitive* gpu = nullptr;
    const Material* material = nullptr;
    SkinningKind skinning = SkinningKind::Linear;
    bool isBlended = false;
    std::size_t morphTargets = 0;  ///< In the shader; 0: there are none, or none can have a weight.
    std::size_t firstWeight = 0;   ///< The texel of the first member's weights in the batch that is uploaded.

    /// The number of texels of weights for each member.
    [[nodiscard]] std::size_t weightTexels() const noexcept { return (morphTargets + 3) / 4; }
    void writeWeights(std::span<const float> weights, glm::vec4* outTexels) const noexcept;
};

/// What there is to draw of a model, for each member of a crowd.
class CrowdSurfaces final {
public:
    /// What cannot be drawn is named in `warnings`. `morphs`: the placements have weights of their own.
    void collect(const Scene& model, DrawOptions::Skinning skinning, bool morphs, std::size_t textureTexels, SceneCache& cache,
                 std::vector<std::string>& warnings);

    [[nodiscard]] std::span<const CrowdPart> parts() const noexcept { return parts_; }
    [[nodiscard]] std::span<CrowdSurface> surfaces() noexcept { return surfaces_; }
    [[nodiscard]] bool isEmpty() const noexcept { return surfaces_.empty(); }
    [[nodiscard]] bool hasBlended() const noexcept;
    /// Some are not skinned linearly.
    [[nodiscard]] bool needsDualQuaternions() const noexcept;
    /// The highest joint, plus 1.
    [[nodiscard]] std::size_t jointCount() const noexcept { return jointCount_; }
    /// Morph weights of all mesh instances of the model.
    [[nodiscard]] std::size_t morphWeightCount() const noexcept { return morphWeightCount_; }
    /// Texels of morph weights for each member.
    [[nodiscard]] std::size_t weightTexels() const noexcept;

private:
    /// A mesh instance that warnings name, or one of its primitives.
    struct Named {
        Handle<const MeshInstance> instance;
        std::optional<std::size_t> primitive;

        friend bool operator==(const Named&, const Named&) noexcept = default;
    };

    /// Each once.
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
