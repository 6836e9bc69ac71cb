#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/decompose.hpp>
#include <armature/math/glm_types.hpp>

namespace armature::tools {

/// A matrix of a bone in the form that the inspector shows.
struct NamedMatrix {
    std::string_view name;  ///< For example, "absolute bind".
    std::string_view in;    ///< The space of its columns: "parent", "skeleton", "world" or "bone".
    glm::mat4 matrix{1.f};
};

/// The space in which the inspector shows matrices: the one in which each matrix is defined, or one space for all.
enum class ShownIn {
    AsDefined,  ///< Local, bind and rest in the parent's axes, the other matrices in the skeleton's.
    Skeleton,   ///< In skeleton space: local and rest times the parent's absolute matrix, bind times the parent's absolute bind matrix.
    World,      ///< In world space: as Skeleton, times the skeleton's world matrix.
};

/// Returns the seven matrices of a bone: local, absolute, bind, absolute bind, absolute inverse bind, rest, final, in this order. For a
/// node that is not a bone, returns its local and its world matrix. The inverse bind and the final matrix are not placements but maps
/// between spaces: the inverse bind matrix is the same for every ShownIn; the final matrix changes only for World, where it maps a vertex
/// from its bound position to its position in the world.
[[nodiscard]] std::vector<NamedMatrix> matricesOf(const Node& node, ShownIn shownIn = ShownIn::AsDefined);

/// The language in which a copied matrix is written.
enum class Notation { Glm, BabylonJs, NumPy };

inline constexpr std::array<std::string_view, 3> notationNames{"glm", "babylon", "numpy"};
inline constexpr std::array<std::string_view, 3> shownInNames{"defined", "skeleton", "world"};

/// Writes a matrix as an expression in the language of `notation` that gives the same floats: with the shortest decimals that read back to
/// them. GLM: `glm::mat4(...)`, column after column. Babylon.js: `BABYLON.Matrix.FromValues(...)`, in the same order, because the columns
/// here are the rows there. NumPy: `np.array([[...], ...], dtype=np.float32)`, row after row, for column vectors.
[[nodiscard]] std::string writeMatrix(const glm::mat4& matrix, Notation notation);

}  // namespace armature::tools
