#include "ik/joint_places.hpp"

#include <stdexcept>

#include <fmt/format.h>

#include "skeleton/joint_access.hpp"

namespace armature {

std::optional<Frame> frameFrom(const JointView& joints, std::string_view what, Space space)
{
    if (space != Space::Skeleton && space != Space::World) {
        throw std::invalid_argument(fmt::format("{}: {}: the space must be Skeleton or World", JointAccess::owner(joints), what));
    }
    return space == Space::Skeleton ? std::optional(Frame()) : JointAccess::fromWorld(joints);
}

}  // namespace armature
