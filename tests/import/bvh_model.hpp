#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>

namespace armature::test {

/// A small BVH file: a root with six channels, a limb of two joints with three each, an End Site, four frames.
[[nodiscard]] std::string bvhRig();

/// Poses a BVH file in double, from the format's definition alone: a joint's matrix is the translation by OFFSET plus its position
/// channels, then its rotation channels multiplied from left to right. Reads well-formed files only.
class BvhModel {
public:
    struct Joint {
        std::string name;
        int parent = -1;
        bool isEnd = false;
        glm::dvec3 offset{0.};
        std::vector<std::string> channels;
    };

    explicit BvhModel(std::string_view text);

    [[nodiscard]] const std::vector<Joint>& joints() const noexcept { return joints_; }
    [[nodiscard]] std::size_t frameCount() const noexcept { return rows_.size(); }
    [[nodiscard]] double frameSeconds() const noexcept { return frameSeconds_; }
    /// World matrices at a frame. Between two frames, positions are interpolated linearly and rotations along the shortest arc.
    [[nodiscard]] std::vector<glm::dmat4> pose(double frame) const;

private:
    struct Local {
        glm::dvec3 position{0.};
        glm::dquat rotation{1., 0., 0., 0.};
    };

    [[nodiscard]] std::vector<Local> locals(std::size_t frame) const;

    std::vector<Joint> joints_;
    std::vector<std::vector<double>> rows_;
    double frameSeconds_ = 0.;
};

}  // namespace armature::test
