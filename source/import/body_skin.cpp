#include "import/body_skin.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace armature::importing {

namespace {

/// A set of nodes.
class Marks {
public:
    explicit Marks(std::size_t nodes) : isMarked_(nodes, false) {}

    void add(std::size_t node)
    {
        count_ += isMarked_[node] ? std::size_t(0) : std::size_t(1);
        isMarked_[node] = true;
    }

    [[nodiscard]] std::size_t count() const noexcept { return count_; }

    [[nodiscard]] std::vector<std::size_t> list() const
    {
        std::vector<std::size_t> nodes;
        for (std::size_t node = 0; node < isMarked_.size(); ++node) {
            if (isMarked_[node]) {
                nodes.push_back(node);
            }
        }
        return nodes;
    }

private:
    std::vector<bool> isMarked_;
    std::size_t count_ = 0;
};

template <class Model>
void addBonesOf(const std::optional<VrmDescription<Model>>& vrm, Marks& joints)
{
    if (vrm) {
        for (const VrmBone& bone : vrm->model.humanoid) {
            joints.add(vrm->nodes[bone.node]);
        }
    }
}

/// Adds the nodes that the file identifies as joints: nodes that it calls joints, gives a role in a body, or lists in a skin.
void addNamedJoints(const SceneDescription& description, Marks& joints)
{
    for (std::size_t node = 0; node < description.nodes.size(); ++node) {
        if (description.nodes[node].isJoint) {
            joints.add(node);
        }
    }
    addBonesOf(description.vrm, joints);
    addBonesOf(description.vrmAnimation, joints);
    for (const JointMappingDescription& mapping : description.jointMappings) {
        for (const auto& [role, node] : mapping.roles) {
            joints.add(node);
        }
    }
    for (const SkinDescription& skin : description.skins) {
        for (const std::size_t joint : skin.joints) {
            joints.add(joint);
        }
    }
}

void addMovedNodes(const SceneDescription& description, Marks& joints)
{
    for (const ClipDescription& clip : description.clips) {
        for (const ChannelDescription& channel : clip.channels) {
            const bool moves = channel.path == ChannelPath::Translation || channel.path == ChannelPath::Rotation;
            if (moves && channel.target.kind == ChannelTarget::Kind::Node) {
                joints.add(channel.target.index);
            }
        }
    }
}

/// Whether the skin contains all joints found in the description. The joints of every skin are among these, so it is enough that the skin
/// has `jointCount` different joints.
bool hasAll(const SkinDescription& skin, std::size_t jointCount)
{
    if (skin.joints.size() < jointCount) {
        return false;
    }
    std::vector<std::size_t> joints = skin.joints;
    std::ranges::sort(joints);
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    return joints.size() == jointCount;
}

Marks findJoints(const SceneDescription& description, BodySkeleton when)
{
    Marks joints(description.nodes.size());
    addNamedJoints(description, joints);
    if (joints.count() == 0 && (when == BodySkeleton::Always || description.instances.empty())) {
        addMovedNodes(description, joints);
    }
    return joints;
}

std::string nameOfBody(const SceneDescription& description, std::size_t firstJoint)
{
    return description.skins.empty() ? description.nodes[firstJoint].name : "body";
}

}  // namespace

void addBodySkin(SceneDescription& description, const ImportOptions& options)
{
    const bool isWanted =
        options.bodySkeleton == BodySkeleton::Always || (options.bodySkeleton == BodySkeleton::WithoutSkins && description.skins.empty());
    if (!isWanted || description.nodes.empty()) {
        return;
    }
    const Marks joints = findJoints(description, options.bodySkeleton);
    const auto isWhole = [&](const SkinDescription& skin) { return hasAll(skin, joints.count()); };
    if (joints.count() == 0 || std::ranges::any_of(description.skins, isWhole)) {
        return;
    }
    if (joints.count() > options.limits.jointsPerSkin) {
        description.notes.add("nodes",
                              fmt::format("have {} joints without a skin in common, but the limit is {} (ImportLimits::jointsPerSkin): "
                                          "no skeleton is made of them",
                                          joints.count(), options.limits.jointsPerSkin));
        return;
    }
    SkinDescription body;
    body.joints = joints.list();
    body.name = nameOfBody(description, body.joints.front());
    body.isBody = true;
    description.skins.push_back(std::move(body));
}

}  // namespace armature::importing
