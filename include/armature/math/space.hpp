#pragma once

namespace armature {

/// The axes in which a vector, a rotation or a position is expressed.
enum class Space {
    Own,       ///< The bone's or node's own axes, its rotation and scale included.
    Local,     ///< Its parent's axes: what local matrices and `position` are expressed in.
    Skeleton,  ///< The skeleton's axes. For a node outside a skeleton, the same as World.
    World,     ///< The scene's axes, through the skeleton's host node.
};

/// What a change of parent preserves.
enum class Keep {
    Local,  ///< The local matrix: the object moves along with its new parent.
    World,  ///< The place in the world: the local matrix is recomputed, shear included.
};

}  // namespace armature
