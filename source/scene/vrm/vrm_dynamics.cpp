#include "scene/vrm/vrm_parts.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include <armature/math/affine.hpp>
#include <armature/node/transform_node.hpp>

#include "node/label.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

/// The scene is not const: only what the model says of it is.
TransformNode* nodeAt(const VrmModel& model, std::size_t number)
{
    return const_cast<TransformNode*>(model.nodes[number].get());
}

bool isBelow(const Node& node, const Node& above)
{
    const Node* each = node.getParent();
    while (each != nullptr && each != &above) {
        each = each->getParent();
    }
    return each != nullptr;
}

/// Makes the bones of some nodes and all above them.
class BoneMaker {
public:
    explicit BoneMaker(Skeleton& skeleton) : skeleton_(skeleton) {}

    /// Null for what hangs on a bone of another skeleton, in whose space the bones are then.
    Bone* boneOf(TransformNode& node)
    {
        std::vector<TransformNode*> missing;
        TransformNode* each = &node;
        while (each != nullptr && !bones_.contains(each)) {
            missing.push_back(each);
            Node* const parent = each->getParent();
            each = parent != nullptr ? parent->asTransformNode() : nullptr;
        }
        for (auto next = missing.rbegin(); next != missing.rend(); ++next) {
            bones_.emplace(*next, makeBone(**next));
        }
        return bones_.at(&node);
    }

    /// The bone of a node, or else the node itself.
    [[nodiscard]] const Node* standIn(const TransformNode* node) const
    {
        const auto found = bones_.find(node);
        return found != bones_.end() && found->second != nullptr ? static_cast<const Node*>(found->second) : node;
    }

private:
    /// What is above has been made.
    Bone* makeBone(TransformNode& node)
    {
        Node* const parent = node.getParent();
        if (parent != nullptr && parent->isBone()) {
            skeleton_.setHostNode(&node);
            return nullptr;
        }
        BoneOptions options;
        options.parent = parent != nullptr ? bones_.at(parent->asTransformNode()) : nullptr;
        options.local = node.getLocalMatrix();
        options.rest = options.local;
        options.bind = isInvertible(toAffine(*options.local)) ? *options.local : glm::mat4(1.f);
        Bone& bone = skeleton_.createBone(node.getName(), options);
        bone.linkTransformNode(&node, LinkMode::ForwardWrites);
        return &bone;
    }

    Skeleton& skeleton_;
    std::unordered_map<const TransformNode*, Bone*> bones_;
};

class SpringMaker {
public:
    SpringMaker(const VrmModel& model, Skeleton& skeleton, std::vector<std::string>& warnings)
        : model_(model), bones_(skeleton), warnings_(warnings)
    {}

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
        std::vector<SpringColliderGroup> groups;
        for (const VrmColliderGroup& group : model_.colliderGroups) {
            SpringColliderGroup& made = groups.emplace_back();
            made.name = group.name;
            for (const std::size_t collider : group.colliders) {
                if (places_[collider]) {
                    made.colliders.push_back(*places_[collider]);
                }
            }
        }
        for (std::size_t chain = 0; chain < chains_.size(); ++chain) {  // once all bones are made
            if (centers_[chain] != nullptr) {
                static_cast<void>(bones_.boneOf(*centers_[chain]));
                chains_[chain].center = bones_.standIn(centers_[chain]);
            }
        }
        return SpringBones(chains_, colliders_, groups);
    }

private:
    /// A chain for each row of joints that hang on each other; what swings in two belongs to the first.
    void addChains(const VrmSpring& spring)
    {
        const std::string title = "spring " + inQuotes(spring.name);
        SpringChain chain = emptyChain(spring);
        const TransformNode* last = nullptr;
        for (const VrmSpringJoint& joint : spring.joints) {
            TransformNode* const node = nodeAt(model_, joint.node);
            const bool fits = node != nullptr && (last == nullptr || isBelow(*node, *last));
            if (!fits) {
                warnings_.push_back(node == nullptr
                                        ? fmt::format("{}: a joint is gone: cut there", title)
                                        : fmt::format("{}: {} is not below the joint before it: cut there", title, label(*node)));
                add(spring, std::exchange(chain, emptyChain(spring)));
                last = nullptr;
            }
            Bone* const bone = node != nullptr ? bones_.boneOf(*node) : nullptr;
            if (bone == nullptr) {
                continue;
            }
            chain.joints.push_back({.bone = bone,
                                    .stiffness = joint.stiffness,
                                    .gravityPower = joint.gravityPower,
                                    .gravityDirection = joint.gravityDir,
                                    .drag = joint.dragForce,
                                    .hitRadius = joint.hitRadius});
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
        centers_.push_back(spring.center ? nodeAt(model_, *spring.center) : nullptr);
    }

    void addCollider(const VrmCollider& collider)
    {
        TransformNode* const node = nodeAt(model_, collider.node);
        places_.push_back(node != nullptr ? std::optional(colliders_.size()) : std::nullopt);
        if (node != nullptr) {
            static_cast<void>(bones_.boneOf(*node));
            colliders_.push_back({.node = bones_.standIn(node),
                                  .shape = collider.shape,
                                  .offset = collider.offset,
                                  .tail = collider.tail,
                                  .normal = collider.normal,
                                  .radius = collider.radius,
                                  .isInside = collider.isInside});
        }
    }

    const VrmModel& model_;
    BoneMaker bones_;
    std::vector<std::string>& warnings_;
    std::vector<SpringChain> chains_;
    std::vector<TransformNode*> centers_;  // of the chains
    std::unordered_set<const Bone*> swinging_;
    std::vector<SpringCollider> colliders_;
    std::vector<std::optional<std::size_t>> places_;  // of the model's colliders
};

std::optional<NodeConstraints> makeConstraints(const VrmModel& model)
{
    std::vector<NodeConstraint> constraints;
    for (const VrmConstraint& each : model.constraints) {
        TransformNode* const node = nodeAt(model, each.node);
        const TransformNode* const source = nodeAt(model, each.source);
        if (node != nullptr && source != nullptr) {
            constraints.push_back({.node = node, .source = source, .kind = each.kind, .axis = each.axis, .weight = each.weight});
        }
    }
    return constraints.empty() ? std::nullopt : std::optional<NodeConstraints>(NodeConstraints(constraints));
}

}  // namespace

VrmDynamics::VrmDynamics(const VrmModel& model, std::vector<std::string>& outWarnings) : constraints(makeConstraints(model))
{
    skeleton = std::make_unique<Skeleton>("springs");
    springs = SpringMaker(model, *skeleton, outWarnings).make();
    if (!springs) {
        skeleton.reset();
    }
}

}  // namespace armature
