#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/handle.hpp>

namespace armature::tools {

/// While this lives, all meshes of a scene are coloured by the weights of a bone instead of their materials: heatColor(). The scene must
/// outlive it.
class WeightHeat final {
public:
    /// In other skeletons than the bone's, its namesake counts: a body may be skinned in several parts. O(vertices).
    WeightHeat(Scene& scene, const Bone& bone);
    /// Gives meshes and materials back.
    ~WeightHeat();
    WeightHeat(const WeightHeat&) = delete;
    WeightHeat& operator=(const WeightHeat&) = delete;

    /// The bone, only to be compared.
    [[nodiscard]] const Bone* getBone() const noexcept { return bone_; }

private:
    struct Covered {
        Handle<MeshInstance> instance;
        std::shared_ptr<const Mesh> mesh;
        std::vector<std::optional<std::size_t>> materials;
    };

    Scene& scene_;
    const Bone* bone_;
    std::array<std::size_t, 2> materials_;  // one-sided, two-sided
    std::vector<Covered> covered_;
};

}  // namespace armature::tools
