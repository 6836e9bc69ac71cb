#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include <oracle/reference.hpp>

namespace armature::test::reference {

/// Poses the golden glTF files in double precision. Implements glTF 2.0 (sections 3.5 to 3.7 and Appendix C) independently of the library.
/// The golden results are checked against this class. Where Babylon.js departs from the specification, the results of this class replace
/// the golden ones.
///
/// Supports what those files use: one embedded buffer, floats and normalised signed integers; no strides, sparse accessors or morph
/// targets.
class GltfFile {
public:
    explicit GltfFile(const std::filesystem::path& file);

    struct Pose {
        std::vector<glm::dmat4> worlds;              ///< World matrices of all nodes.
        std::vector<std::vector<glm::dmat4>> skins;  ///< For every joint of every skin: joint world * inverse bind.
    };
    [[nodiscard]] Pose pose(std::size_t animation, double seconds) const;

    /// The kinds of channels in an animation that are sampled before their own first or after their own last key.
    struct Outside {
        bool spline = false;
        /// True if a LINEAR rotation's nearest key is so short that slerp from the key to itself changes the length.
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
        std::vector<glm::dvec4> values;  // w is 0 for vectors

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
