#pragma once

#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/transform.hpp>

namespace armature::tools {

/// The pose that a scene has when this is made, as far as its animations can change it: what to return to before another clip plays,
/// for clips leave alone what they do not move. The scene must outlive it and keep its nodes.
class FilePose final {
public:
    explicit FilePose(Scene& scene);

    void restore() const;

private:
    template <typename Target>
    struct Saved {
        Target* target;
        Transform transform;
    };
    struct SavedWeights {
        MeshInstance* instance;
        std::vector<float> weights;
    };

    std::vector<Saved<TransformNode>> nodes_;
    std::vector<Saved<Bone>> bones_;
    std::vector<SavedWeights> morphWeights_;
};

}  // namespace armature::tools
