#include "skeleton/joint_places.hpp"

#include "math/affine_rows.hpp"
#include "skeleton/joint_access.hpp"

namespace armature {

void JointPlaces::begin(const JointView& joints)
{
    joints_ = &joints;
    ++pose_;
    if (known_.size() < joints.size()) {
        places_.resize(joints.size());
        known_.resize(joints.size());
        path_.resize(joints.size());
    }
}

Affine JointPlaces::at(std::size_t joint) noexcept
{
    if (JointAccess::isBones(*joints_)) {
        return JointAccess::absolute(*joints_, joint);  // a skeleton has its own cache
    }
    std::size_t count = 0;
    auto above = static_cast<std::uint32_t>(joint);
    for (; above != noSlot && known_[above] != pose_; above = JointAccess::parent(*joints_, above)) {
        path_[count++] = above;
    }
    while (count > 0) {
        const std::uint32_t next = path_[--count];
        const AffineRows local = composeRows(JointAccess::transform(*joints_, next));
        storeRows(above != noSlot ? multiplyRows(loadRows(places_[above]), local) : local, places_[next]);
        known_[next] = pose_;
        above = next;
    }
    return places_[joint];
}

}  // namespace armature
