#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <armature/fwd.hpp>
#include <armature/math/decompose.hpp>
#include <armature/math/glm_types.hpp>

namespace armature::tools {

/// A matrix of a bone, as the inspector shows it.
struct NamedMatrix {
    std::string_view name;  ///< "absolute bind"
    std::string_view in;    ///< What its columns are expressed in: "parent", "skeleton" or "world".
    glm::mat4 matrix{1.f};
};

/// The space in which the inspector shows places: that in which a bone's matrices are defined, or one space for all.
enum class ShownIn {
    AsDefined,  ///< Local, bind and rest in the parent's axes, the others in the skeleton's.
    Skeleton,   ///< Local, bind and rest through the bone's parent, at bind for the bind.
    World,      ///< The same through the skeleton's host as well.
};

/// The seven of a bone: local, absolute, bind, absolute bind, absolute inverse bind, rest, final, in this order. A node that is no bone has
/// its local and its world matrix. The inverse bind and the final matrix are maps between spaces, not places: only World changes the
/// latter, into the map from where a vertex was bound to where it is in the world, and nothing the former.
[[nodiscard]] std::vector<NamedMatrix> matricesOf(const Node& node, ShownIn shownIn = ShownIn::AsDefined);

/// What a copied matrix is written for.
enum class Notation { Glm, BabylonJs, NumPy };

inline constexpr std::array<std::string_view, 3> notationNames{"glm", "babylon", "numpy"};
inline constexpr std::array<std::string_view, 3> shownInNames{"defined", "skeleton", "world"};

/// A matrix as an expression in that language that gives the same floats: the shortest decimals that read back to them.
/// GLM: `glm::mat4(...)`, column after column. Babylon.js: `BABYLON.Matrix.FromValues(...)`, its rows, which are these columns, in the same
/// order. NumPy: `np.array([[...], ...], dtype=np.float32)`, row after row, for column vectors.
[[nodiscard]] std::string writeMatrix(const glm::mat4& matrix, Notation notation);

}  // namespace armature::tools
