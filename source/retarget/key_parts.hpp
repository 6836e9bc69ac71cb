#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/ext/matrix_double3x3.hpp>
#include <glm/ext/quaternion_double.hpp>
#include <glm/ext/vector_double3.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/animation/animation_clip.hpp>
#include <armature/math/affine.hpp>
#include <armature/math/transform.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "animation/edits/rotation_numbers.hpp"
#include "math/rotation_rule.hpp"
#include "node/transform_hierarchy.hpp"
#include "retarget/rest_rig.hpp"
#include "skeleton/joint_rig_data.hpp"
#include "skeleton/posed_joint.hpp"

namespace armature {

/// Translation, rotation and scale in double.
struct KeyParts {
    glm::dvec3 translation{0.};
    glm::dquat rotation{1., 0., 0., 0.};
    glm::dvec3 scale{1.};

    static KeyParts of(const Transform& transform)
    {
        return {glm::dvec3(transform.translation), glm::dquat(transform.rotation), glm::dvec3(transform.scale)};
    }
    /// Splits a matrix as Babylon.js does, even if it is sheared: the scales are the lengths of the columns, and the rotation is read from
    /// the normalised columns. The scale in y is negative if the determinant is. The rotation is the identity if a scale is 0.
    static KeyParts of(const Frame& frame)
    {
        KeyParts parts{.translation = frame.origin};
        glm::dmat3 axes = frame.linear;
        for (int i = 0; i < 3; ++i) {
            parts.scale[i] = glm::length(axes[i]);
        }
        parts.scale.y = glm::determinant(axes) <= 0. ? -parts.scale.y : parts.scale.y;
        if (parts.scale.x != 0. && parts.scale.y != 0. && parts.scale.z != 0.) {
            for (int i = 0; i < 3; ++i) {
                axes[i] /= parts.scale[i];
            }
            parts.rotation = glm::normalize(quaternionOf(axes));
        }
        return parts;
    }

    [[nodiscard]] Frame frame() const
    {
        const glm::dmat3 turn = glm::mat3_cast(rotation);
        return {{turn[0] * scale.x, turn[1] * scale.y, turn[2] * scale.z}, translation};
    }

    void set(ChannelPath path, std::span<const double> numbers)
    {
        if (path == ChannelPath::Rotation) {
            rotation = rotationOf(numbers);
        } else {
            (path == ChannelPath::Translation ? translation : scale) = {numbers[0], numbers[1], numbers[2]};
        }
    }
    void get(ChannelPath path, std::span<double> outNumbers) const
    {
        if (path == ChannelPath::Rotation) {
            storeRotation(rotation, outNumbers);
            return;
        }
        const glm::dvec3& part = path == ChannelPath::Translation ? translation : scale;
        outNumbers[0] = part.x;
        outNumbers[1] = part.y;
        outNumbers[2] = part.z;
    }
};

/// A skeleton at rest as full matrices, shear included.
class RestMatrices {
public:
    explicit RestMatrices(const Skeleton& skeleton)
        : data_(skeleton), order_(parentsFirst(data_.parents)), world_(Frame::of(skeleton.getWorldMatrix()))
    {
        for (const LocalPose& rest : data_.rests) {
            locals_.push_back(Frame::of(toMat4(rest.toMatrix())));
        }
        frames_ = inWorld(locals_);
    }

    [[nodiscard]] const JointRigData& data() const { return data_; }
    [[nodiscard]] const std::vector<Frame>& locals() const { return locals_; }
    [[nodiscard]] const Frame& frame(std::size_t bone) const { return frames_[bone]; }
    [[nodiscard]] const Frame& above(std::size_t bone) const
    {
        return data_.parents[bone] != noSlot ? frames_[data_.parents[bone]] : world_;
    }
    [[nodiscard]] std::vector<Frame> inWorld(const std::vector<Frame>& locals) const
    {
        std::vector<Frame> frames(locals.size());
        for (const std::uint32_t bone : order_) {
            const std::uint32_t parent = data_.parents[bone];
            frames[bone] = (parent != noSlot ? frames[parent] : world_) * locals[bone];
        }
        return frames;
    }

private:
    JointRigData data_;
    std::vector<std::uint32_t> order_;
    Frame world_;
    std::vector<Frame> locals_;
    std::vector<Frame> frames_;
};

}  // namespace armature
