#pragma once

namespace armature {

/// The axes in which a vector, a rotation or a position is expressed.
enum class Space {
    Own,       ///< The node's own axes, with its own rotation and scale.
    Local,     ///< The axes of the node's parent, in which local matrices and positions are expressed.
    Skeleton,  ///< The skeleton's axes. For a node outside a skeleton, the same as World.
    World,     ///< The scene's axes. For a bone, they are reached through the skeleton's host node.
};

/// The matrix of an object that stays the same when its parent changes.
enum class Keep {
    Local,  ///< The local matrix: the object moves with its new parent.
    World,  ///< The world matrix: the local matrix is recomputed, shear included.
};

}  // namespace armature
