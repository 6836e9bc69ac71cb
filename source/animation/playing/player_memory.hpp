#pragma once

#include <vector>

#include "animation/clip/kernels/blend_kernels.hpp"
#include "animation/playing/channel_bindings.hpp"
#include "animation/playing/layer_layout.hpp"
#include "animation/playing/pose_blocks.hpp"
#include "animation/playing/pose_writer.hpp"
#include "math/aligned_vector.hpp"
#include "math/shared_values.hpp"
#include "math/work_pool.hpp"

namespace armature {

/// The poses that a mixer blends. They hold nothing between two blends.
struct BlendWork {
    AlignedVector<float> sampled;    // the sampled pose of one clip, in the clip's own order
    std::vector<PoseBlocks> layers;  // the sampled poses of the mixer's layers, by index
    std::vector<BlendLayer> blends;
};

/// Memory that the players of one scene share, so that a thousand players touch the same few kilobytes, which stay in the cache. Each
/// player has its own clock, its own weights and its own references to what it moves.
///
/// A player borrows the memory in which it samples. It keeps a pose only from its move until it has written the pose. Layouts that are
/// equal for several players exist once.
struct PlayerMemory {
    WorkPool<PoseBlocks> poses{PoseBlocks()};
    WorkPool<BlendWork> blends{BlendWork()};

    SharedValues<ChannelBindings::Plan> bindings;
    SharedValues<PoseWriter::Plan> writes;
    SharedValues<PoseWriter::LaneMoves> moves;
    SharedValues<LayerLayout> layouts;
    SharedValues<RestPose> rests;
};

/// A pose that a player has borrowed.
using PoseLoan = WorkPool<PoseBlocks>::Loan;

}  // namespace armature
