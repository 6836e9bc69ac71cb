#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature::tools {

/// Colours all meshes of a scene by the weights of a bone, see heatColor(), instead of by their materials, as long as this object lives.
/// The scene must outlive it.
class WeightHeat final {
public:
    /// In each skeleton other than the bone's, shows the bone of the same name, because a body may be skinned in several parts.
    /// O(vertices).
    WeightHeat(Scene& scene, const Bone& bone);
    /// Restores meshes and materials.
    ~WeightHeat();
    WeightHeat(const WeightHeat&) = delete;
    WeightHeat& operator=(const WeightHeat&) = delete;

    /// The bone, only for comparison with other pointers, because it may have been removed since.
    [[nodiscard]] const Bone* getBone() const noexcept { return bone_; }

private:
    struct Covered {
        Handle<MeshInstance> instance;
        std::shared_ptr<const Mesh> mesh;
        std::vector<std::optional<std::size_t>> materials;
    };

    Scene& scene_;
    const Bone* bone_;
    std::array<std::size_t, 2> materials_;  // indices of the one-sided and the two-sided material
    std::vector<Covered> covered_;
};

}  // namespace armature::tools
