#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include <oracle/reference.hpp>

namespace armature::test::reference {

/// The golden glTF files posed in double precision, written from glTF 2.0 (sections 3.5 to 3.7 and Appendix C) and from nothing of the
/// library: what the golden results are measured by, and what stands in for them where Babylon.js departs from the specification.
///
/// Reads what those files use: one embedded buffer, floats and normalised signed integers, no strides, sparse accessors or morph targets.
class GltfFile {
public:
    explicit GltfFile(const std::filesystem::path& file);

    struct Pose {
        std::vector<glm::dmat4> worlds;              ///< Of all nodes.
        std::vector<std::vector<glm::dmat4>> skins;  ///< Of every joint of every skin: joint world * inverse bind.
    };
    [[nodiscard]] Pose pose(std::size_t animation, double seconds) const;

    /// Channels of the animation that are asked for a time before their own first or after their own last key.
    struct Outside {
        bool spline = false;
        /// A LINEAR rotation whose key there is so short that slerp from it to itself gives another length.
        bool shortRotation = false;
    };
    [[nodiscard]] Outside outsideTheirKeys(std::size_t animation, double seconds) const;

private:
    struct Node {
        std::optional<std::size_t> parent;
        Parts parts;
        std::optional<glm::dmat4> matrix;
    };
    struct Channel {
        std::size_t node = 0;
        std::string path;
        std::string interpolation;
        std::vector<double> times;
        std::vector<glm::dvec4> values;  // w of vectors is 0

        [[nodiscard]] glm::dvec4 at(double seconds) const;
    };
    struct Skin {
        std::vector<std::size_t> joints;
        std::vector<glm::dmat4> inverseBinds;
    };
    class Reader;

    std::vector<Node> nodes_;
    std::vector<std::vector<Channel>> animations_;
    std::vector<Skin> skins_;
};

}  // namespace armature::test::reference
