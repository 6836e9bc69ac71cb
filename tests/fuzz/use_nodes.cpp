#include <array>

#include <armature/node/descendants.hpp>

#include "use_world.hpp"

namespace armature::test {

namespace {

constexpr std::size_t mostSubscriptions = 12;

LookOptions lookOptions(ByteSource& data)
{
    LookOptions options;
    if (data.flag()) {
        options.forward = data.vector();
    }
    if (data.flag()) {
        options.upAxis = data.vector();
    }
    if (data.flag()) {
        options.up = data.vector();
    }
    if (data.flag()) {
        options.yawCorrection = data.number();
    }
    return options;
}

/// An observer's callback. It reads the node, and may also cancel or add subscriptions.
void react(World& world, std::size_t kind, Node& node)
{
    ++world.events;
    static_cast<void>(node.getName());
    if (kind == 1 && !world.subscriptions.empty()) {
        world.subscriptions[world.data.below(world.subscriptions.size())].cancel();
    } else if (kind == 2 && world.subscriptions.size() < mostSubscriptions) {
        world.subscriptions.push_back(node.observeDisposal([](Node& each) { static_cast<void>(each.getPath()); }));
    } else if (kind == 3) {
        static_cast<void>(node.getPath());
    }
}

constexpr auto operationsOnNodes = std::to_array<Operation>({
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setPosition(world.data.vector());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setRotationQuaternion(world.data.rotation());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setScaling(world.data.vector());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setTransform(world.data.transform());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setLocalMatrix(world.data.matrix());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            const auto point = world.data.vector();
            const auto space = world.data.space();
            node->setPivotPoint(point, space, world.data.keep());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setPosition(world.data.vector(), Space::World);
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setRotationQuaternion(world.data.rotation(), Space::World);
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            node->setScaling(world.data.vector(), Space::World);
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            if (world.data.flag()) {
                node->freezeWorldMatrix(world.data.flag() ? std::optional(world.data.matrix()) : std::nullopt);
            } else {
                node->unfreezeWorldMatrix();
            }
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            const auto by = world.data.vector();
            node->translate(by, world.data.space());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            const auto axis = world.data.vector();
            const float angle = world.data.number();
            node->rotate(axis, angle, world.data.space());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            const auto point = world.data.vector();
            const auto axis = world.data.vector();
            const float angle = world.data.number();
            node->rotateAround(point, axis, angle, world.data.space());
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            const auto factor = world.data.vector();
            node->scale(factor, static_cast<ChildScaling>(world.data.below(3)));
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            const auto options = lookOptions(world.data);
            const auto target = world.data.vector();
            const auto space = world.data.space();
            if (world.data.flag()) {
                node->lookAt(target, space, options);
            } else {
                node->setDirection(target, space, options);
            }
        }
    }},
    {[](World& world) {
        if (TransformNode* node = world.node()) {
            static_cast<void>(node->getDecomposition(Space::World));
            static_cast<void>(node->getRotationQuaternion(Space::World));
            static_cast<void>(node->getRotation());
            const auto space = world.data.space();
            static_cast<void>(node->getPivotPoint(space));
            static_cast<void>(node->isInvertibleIn(space));
            static_cast<void>(node->getDirection(world.data.vector(), space));
        }
    }},
    {[](World& world) {
         if (Node* node = world.nodeOrBone()) {
             node->setName(world.data.name());
             node->setEnabled(world.data.flag());
             static_cast<void>(node->isEnabled());
             static_cast<void>(toString(*node));
             static_cast<void>(node->getPath());
             static_cast<void>(descendantsOf(*node));
             static_cast<void>(node->isDescendantOf(*node));
         }
     },
     false},
    {[](World& world) {
         if (Node* node = world.nodeOrBone(); node != nullptr && world.subscriptions.size() < mostSubscriptions) {
             const std::size_t kind = world.data.below(4);
             const auto act = [&world, kind](Node& each) { react(world, kind, each); };
             world.subscriptions.push_back(world.data.flag() ? node->observeDisposal(act) : node->observeChange(act));
         }
     },
     false},
    {[](World& world) {
         if (!world.subscriptions.empty()) {
             Subscription& some = world.subscriptions[world.data.below(world.subscriptions.size())];
             if (world.data.flag()) {
                 some.cancel();
             } else {
                 Subscription moved = std::move(some);
                 world.subscriptions.front() = std::move(moved);
             }
         }
     },
     false},
});

}  // namespace

std::span<const Operation> nodeOperations()
{
    return operationsOnNodes;
}

}  // namespace armature::test
