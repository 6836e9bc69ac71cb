#include "vrm/vrm_parts.hpp"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <armature/math/affine.hpp>
#include <armature/node/transform_node.hpp>

#include "base/words.hpp"
#include "node/label.hpp"

namespace armature {

namespace {

/// Returns a node of the model. The scene is not const; only the model's reference to it is.
TransformNode* nodeOfModel(const VrmModel& model, std::size_t number)
{
    return const_cast<TransformNode*>(model.nodes[number].get());
}

/// Returns the nodes above a node, the root first.
std::vector<Node*> pathTo(Node& node)
{
    std::vector<Node*> path;
    for (Node* each = node.getParent(); each != nullptr; each = each->getParent()) {
        path.push_back(each);
    }
    std::ranges::reverse(path);
    return path;
}

/// Returns the lowest scene node above all of these nodes; null if there is none.
TransformNode* nodeAbove(std::span<TransformNode* const> nodes)
{
    std::vector<Node*> common = nodes.empty() ? std::vector<Node*>() : pathTo(*nodes.front());
    for (TransformNode* const node : nodes) {
        const std::vector<Node*> path = pathTo(*node);
        common.erase(std::ranges::mismatch(common, path).in1, common.end());
    }
    while (!common.empty() && common.back()->isBone()) {
        common.pop_back();
    }
    return common.empty() ? nullptr : common.back()->asTransformNode();
}

}  // namespace

/// Creates the bones and the springs.
class VrmSprings::Maker {
public:
    Maker(VrmSprings& made, const VrmModel& model, std::vector<std::string>& warnings)
        : made_(made), model_(model), warnings_(warnings), skeleton_(*made.skeleton_), host_(findHost())
    {
        skeleton_.setHostNode(host_);
        made.isHosted_ = host_ != nullptr;
    }

    std::optional<SpringBones> make()
    {
        for (const VrmSpring& spring : model_.springs) {
            addChains(spring);
        }
        if (chains_.empty()) {
            return std::nullopt;
        }
        for (std::size_t number = 0; number < model_.colliders.size(); ++number) {
            addCollider(model_.colliders[number]);
        }
        std::vector<SpringColliderGroup> groups = model_.colliderGroups;
        for (SpringColliderGroup& group : groups) {
            std::erase_if(group.colliders, [this](std::size_t collider) { return !places_[collider].has_value(); });
            std::ranges::for_each(group.colliders, [this](std::size_t& collider) { collider = *places_[collider]; });
        }
        for (std::size_t chain = 0; chain < chains_.size(); ++chain) {  // only after all bones have been created
            if (centers_[chain] != nullptr) {
                chains_[chain].center = standIn(*centers_[chain]);
            }
        }
        return SpringBones(chains_, colliders_, groups);
    }

private:
    /// Returns the lowest node above all joints, colliders and centres of the springs; if there is none, the lowest node above all joints;
    /// null if there is none either.
    [[nodiscard]] TransformNode* findHost() const
    {
        std::vector<TransformNode*> nodes;
        const auto add = [&](std::size_t number) {
            if (TransformNode* const node = nodeOfModel(model_, number)) {
                nodes.push_back(node);
            }
        };
        for (const VrmSpring& spring : model_.springs) {
            for (const VrmSpringJoint& joint : spring.joints) {
                add(joint.node);
            }
        }
        TransformNode* const aboveJoints = nodeAbove(nodes);
        for (const VrmCollider& collider : model_.colliders) {
            add(collider.node);
        }
        for (const VrmSpring& spring : model_.springs) {
            if (spring.center) {
                add(*spring.center);
            }
        }
        TransformNode* const aboveAll = nodeAbove(nodes);
        return aboveAll != nullptr ? aboveAll : aboveJoints;
    }

    /// Returns the bone of a node, creating it if necessary. Null if the node is the host, is not below the host, or has a bone of another
    /// skeleton between itself and the host.
    Bone* boneOf(TransformNode& node)
    {
        std::vector<TransformNode*> missing;
        Node* each = &node;
        while (each != host_ && each != nullptr && !each->isBone() && !bones_.contains(each->asTransformNode())) {
            missing.push_back(each->asTransformNode());
            each = each->getParent();
        }
        const bool isBelow = each == host_ || (each != nullptr && !each->isBone());
        for (auto next = missing.rbegin(); next != missing.rend() && isBelow; ++next) {
            bones_.emplace(*next, &makeBone(**next));
        }
        return isBelow && &node != host_ ? bones_.at(&node) : nullptr;
    }

    /// Returns the bone of a node or, if it has none, the node itself.
    const Node* standIn(TransformNode& node)
    {
        const Bone* const bone = boneOf(node);
        return bone != nullptr ? static_cast<const Node*>(bone) : &node;
    }

    /// Creates the bone of a node. Precondition: the bones above it have been created.
    Bone& makeBone(TransformNode& node)
    {
        Node* const parent = node.getParent();
        BoneOptions options;
        options.parent = parent != host_ ? bones_.at(parent->asTransformNode()) : nullptr;
        options.local = node.getLocalMatrix();
        options.rest = options.local;
        options.bind = isInvertible(toAffine(*options.local)) ? *options.local : glm::mat4(1.f);
        Bone& bone = skeleton_.createBone(node.getName(), options);
        bone.linkTransformNode(&node, LinkMode::ForwardWrites);
        made_.links_.push_back(
            {Handle<const Node>(node), parent != nullptr ? Handle<const Node>(*parent) : Handle<const Node>(), parent == host_});
        return bone;
    }

    /// Adds a chain for each run of joints in which each joint is below the previous one; a removed joint ends a run. A joint that swings
    /// in two chains belongs to the first chain.
    void addChains(const VrmSpring& spring)
    {
        const std::string title = "spring " + inQuotes(spring.name);
        SpringChain chain = emptyChain(spring);
        const TransformNode* last = nullptr;
        for (const VrmSpringJoint& joint : spring.joints) {
            TransformNode* const node = nodeOfModel(model_, joint.node);
            const bool fits = node != nullptr && (last == nullptr || node->isDescendantOf(*last));
            if (!fits) {
                warnings_.push_back(node == nullptr
                                        ? fmt::format("{}: a joint is gone: cut there", title)
                                        : fmt::format("{}: {} is not below the joint before it: cut there", title, label(*node)));
                add(spring, std::exchange(chain, emptyChain(spring)));
                last = nullptr;
            }
            Bone* const bone = node != nullptr ? boneOf(*node) : nullptr;
            if (node != nullptr && bone == nullptr) {
                warnings_.push_back(fmt::format("{}: {} hangs on a bone: left out", title, label(*node)));
            }
            if (bone == nullptr) {
                continue;
            }
            chain.joints.push_back({.bone = bone, .parameters = joint.parameters});
            last = node;
            if (swinging_.contains(bone)) {
                if (chain.joints.size() == 1 && &joint != &spring.joints.back()) {
                    warnings_.push_back(fmt::format("{}: {} swings already: left out", title, label(*node)));
                }
                add(spring, std::exchange(chain, emptyChain(spring)));
                last = nullptr;
            }
        }
        add(spring, std::move(chain));
    }

    [[nodiscard]] static SpringChain emptyChain(const VrmSpring& spring)
    {
        return {.name = spring.name, .colliderGroups = spring.colliderGroups};
    }

    void add(const VrmSpring& spring, SpringChain chain)
    {
        if (chain.joints.size() < 2) {
            return;
        }
        for (std::size_t joint = 0; joint + 1 < chain.joints.size(); ++joint) {
            swinging_.insert(chain.joints[joint].bone);
        }
        chains_.push_back(std::move(chain));
        centers_.push_back(spring.center ? nodeOfModel(model_, *spring.center) : nullptr);
    }

    void addCollider(const VrmCollider& collider)
    {
        TransformNode* const node = nodeOfModel(model_, collider.node);
        places_.push_back(node != nullptr ? std::optional(colliders_.size()) : std::nullopt);
        if (node != nullptr) {
            colliders_.push_back({.node = standIn(*node), .solid = collider.solid});
        }
    }

    VrmSprings& made_;
    const VrmModel& model_;
    std::vector<std::string>& warnings_;
    Skeleton& skeleton_;
    TransformNode* host_;
    std::unordered_map<const TransformNode*, Bone*> bones_;
    std::vector<SpringChain> chains_;
    std::vector<TransformNode*> centers_;  // by chain
    std::unordered_set<const Bone*> swinging_;
    std::vector<SpringCollider> colliders_;
    std::vector<std::optional<std::size_t>> places_;  // by collider of the model
};

VrmSprings::VrmSprings(const VrmModel& model, std::vector<std::string>& outWarnings) : skeleton_(std::make_unique<Skeleton>("springs"))
{
    springs_ = Maker(*this, model, outWarnings).make();
}

bool VrmSprings::follow()
{
    const Node* top = nullptr;  // the common parent of the nodes of the root bones, without removed nodes
    bool isFirst = true;
    for (const Link& link : links_) {
        const Node* const node = link.node.get();
        if (node == nullptr) {
            continue;
        }
        const Node* const parent = node->getParent();
        const bool isFree = link.isTop && !isHosted_;
        if (isFree ? !isFirst && parent != top : parent == nullptr || parent != link.parent.get()) {
            return false;
        }
        top = isFree ? parent : top;
        isFirst = isFirst && !isFree;
    }
    if (!isHosted_ && skeleton_->getHostNode() != top) {
        if (top != nullptr && top->isBone()) {
            return false;
        }
        // The scene is not const; only the links' reference to it is.
        skeleton_->setHostNode(top != nullptr ? const_cast<TransformNode*>(top->asTransformNode()) : nullptr);
    }
    return true;
}

IkStatus VrmSprings::update(double seconds)
{
    if (!springs_) {
        return IkStatus::Solved;
    }
    return follow() ? springs_->update(seconds) : IkStatus::Gone;
}

IkStatus VrmSprings::jump()
{
    if (!springs_) {
        return IkStatus::Solved;
    }
    return follow() ? springs_->jump() : IkStatus::Gone;
}

std::optional<NodeConstraints> constraintsOf(const VrmModel& model)
{
    std::vector<NodeConstraint> constraints;
    for (const VrmConstraint& each : model.constraints) {
        TransformNode* const node = nodeOfModel(model, each.node);
        const TransformNode* const source = nodeOfModel(model, each.source);
        if (node != nullptr && source != nullptr) {
            constraints.push_back({.node = node, .source = source, .rule = each.rule});
        }
    }
    return constraints.empty() ? std::nullopt : std::optional<NodeConstraints>(NodeConstraints(constraints));
}

}  // namespace armature
