#include "ik/chain_bones.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "node/label.hpp"
#include "skeleton/joint_access.hpp"
#include "skeleton/skeleton_access.hpp"

namespace armature {

ChainBones::ChainBones(const Chain& chain) : skeleton_(chain.getSkeleton())
{
    for (const Chain::Joint& described : chain.joints()) {
        const Bone* const bone = described.handle.get();
        const Bone* const top = described.parent < 0 ? nullptr : chain.joints()[static_cast<std::size_t>(described.parent)].handle.get();
        if (bone == nullptr || (described.parent >= 0 && top == nullptr)) {
            throw std::invalid_argument("chain: some of its bones were removed");
        }
        Joint joint{described.parent, known_.size(), 0};
        for (const Bone* each = bone; each != top; each = each->getParentBone()) {
            if (each == nullptr) {
                throw std::invalid_argument(fmt::format("chain: {} no longer hangs on {}", label(*bone), label(*top)));
            }
            known_.push_back({Handle<const Bone>(*each)});
        }
        joint.end = known_.size();
        std::reverse(known_.begin() + static_cast<std::ptrdiff_t>(joint.begin), known_.end());
        joints_.push_back(joint);
    }
}

/// Updates the bones' indices in the skeleton. Returns false if the skeleton or a bone was removed.
bool ChainBones::follow() noexcept
{
    if (skeleton_.get() == nullptr) {
        return false;
    }
    needed_ = 0;
    for (Known& known : known_) {
        const Bone* const bone = known.bone.get();
        if (bone == nullptr) {
            return false;
        }
        known.joint = SkeletonAccess::positionOf(*bone);
        needed_ = std::max(needed_, known.joint + 1);
    }
    return true;
}

/// Returns the index in the view of a joint whose bones, up to its parent joint, have other parents in the view than in the chain; no value
/// if all match.
std::optional<std::size_t> ChainBones::misplacedIn(const JointView& joints) const noexcept
{
    for (const Joint& joint : joints_) {
        std::size_t above = joint.parent < 0 ? noSlot : this->joint(static_cast<std::size_t>(joint.parent));
        for (std::size_t i = joint.begin; i < joint.end; ++i) {
            if (JointAccess::parent(joints, known_[i].joint) != above) {
                return known_[joint.end - 1].joint;
            }
            above = known_[i].joint;
        }
    }
    return std::nullopt;
}

bool ChainBones::find(const JointView& joints)
{
    if (!follow()) {
        return false;
    }
    if (joints.size() < needed_) {
        throw std::invalid_argument(
            fmt::format("{}: has {}, the chain needs {}", JointAccess::owner(joints), counted(joints.size(), "bone"), needed_));
    }
    const std::optional<std::size_t> misplaced = misplacedIn(joints);
    if (misplaced && JointAccess::skeleton(joints) != skeleton_.get()) {
        throw std::invalid_argument(fmt::format("{}: is not where the chain has it; {} has another structure than {}",
                                                JointAccess::label(joints, *misplaced), JointAccess::owner(joints),
                                                named("skeleton", skeleton_.get()->getName())));
    }
    return !misplaced;
}

}  // namespace armature
