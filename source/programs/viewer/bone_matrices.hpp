#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/decompose.hpp>
#include <armature/math/glm_types.hpp>

namespace armature::tools {

/// A matrix of a bone as the inspector shows it.
struct NamedMatrix {
    std::string_view name;  ///< For example, "absolute bind".
    std::string_view in;    ///< The space of its columns: "parent", "skeleton", "world" or "bone".
    glm::mat4 matrix{1.f};
};

/// The space in which the inspector shows places: the one in which each matrix is defined, or one space for all.
enum class ShownIn {
    AsDefined,  ///< Local, bind and rest in the parent's axes, the others in the skeleton's.
    Skeleton,   ///< Local and rest through the bone's parent, bind through the parent at bind.
    World,      ///< The same, and through the skeleton's host.
};

/// Returns the seven matrices of a bone: local, absolute, bind, absolute bind, absolute inverse bind, rest, final, in this order. A node
/// that is not a bone has a local and a world matrix. The inverse bind and the final matrix map between spaces, and are no places: the
/// inverse bind is always the same, and only World changes the final matrix, into the map from where a vertex was bound to where it is in
/// the world.
[[nodiscard]] std::vector<NamedMatrix> matricesOf(const Node& node, ShownIn shownIn = ShownIn::AsDefined);

/// The language of a copied matrix.
enum class Notation { Glm, BabylonJs, NumPy };

inline constexpr std::array<std::string_view, 3> notationNames{"glm", "babylon", "numpy"};
inline constexpr std::array<std::string_view, 3> shownInNames{"defined", "skeleton", "world"};

/// Writes a matrix as an expression in that language that gives the same floats: the shortest decimals that read back to them.
/// GLM: `glm::mat4(...)`, column after column. Babylon.js: `BABYLON.Matrix.FromValues(...)`, its rows, which are these columns, in the same
/// order. NumPy: `np.array([[...], ...], dtype=np.float32)`, row after row, for column vectors.
[[nodiscard]] std::string writeMatrix(const glm::mat4& matrix, Notation notation);

}  // namespace armature::tools
