#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "import/gltf/writer/write_vrm.hpp"

// VRMC_springBone, VRMC_springBone_extended_collider, VRMC_node_constraint.
namespace armature::gltf {

namespace {

constexpr std::string_view extendedCollider = "VRMC_springBone_extended_collider";

/// For each item of a list, its index among the written items; nullopt if the item is left out.
class WrittenPlaces {
public:
    void add(bool isWritten) { places_.push_back(isWritten ? std::optional(next_++) : std::nullopt); }
    [[nodiscard]] const std::optional<std::size_t>& operator[](std::size_t number) const { return places_[number]; }
    [[nodiscard]] bool isEmpty() const noexcept { return next_ == 0; }

private:
    std::vector<std::optional<std::size_t>> places_;
    std::size_t next_ = 0;
};

class SpringWriter final : VrmWriter {
public:
    SpringWriter(WriterContext& context, const std::vector<std::size_t>& nodes, const VrmModel& model)
        : VrmWriter(context, nodes), model_(model)
    {
        for (const VrmCollider& collider : model.colliders) {
            colliders_.add(isThere(collider));
        }
        for (std::size_t number = 0; number < model.colliderGroups.size(); ++number) {
            const std::vector<std::size_t>& colliders = model.colliderGroups[number].colliders;
            const bool isEmpty = std::ranges::none_of(colliders, [this](std::size_t collider) { return colliders_[collider].has_value(); });
            note("collider group", number, model.colliderGroups[number].name, isEmpty, "collider");
            groups_.add(!isEmpty);
        }
        for (std::size_t number = 0; number < model.springs.size(); ++number) {
            const bool isEmpty =
                std::ranges::none_of(model.springs[number].joints, [this](const VrmSpringJoint& joint) { return isThere(joint); });
            note("spring", number, model.springs[number].name, isEmpty, "joint");
            springs_.add(!isEmpty);
        }
    }

    void write(ExtensionsWriter& extensions)
    {
        if (colliders_.isEmpty() && springs_.isEmpty()) {
            return;
        }
        extensions.begin("VRMC_springBone");
        json_.member("specVersion", "1.0");
        writeList("colliders", model_.colliders, [&](const VrmCollider& collider) { writeCollider(collider); });
        writePlaced("colliderGroups", model_.colliderGroups, groups_, [&](const SpringColliderGroup& group) {
            json_.beginObject(JsonWriter::Layout::Inline);
            context_.memberUnlessEmpty("name", group.name);
            writeNumbers("colliders", group.colliders, colliders_);
            json_.endObject();
        });
        writePlaced("springs", model_.springs, springs_, [&](const VrmSpring& spring) { writeSpring(spring); });
        json_.endObject();
    }

private:
    void note(std::string_view kind, std::size_t number, const std::string& name, bool isEmpty, std::string_view part)
    {
        if (isEmpty) {
            context_.scene.notes.add(fmt::format("{} {} {}", kind, number, inQuotes(name)),
                                     fmt::format("has no {}, of which VRM demands one: left out", part));
        }
    }

    template <class Item, class Write>
    void writePlaced(std::string_view key, const std::vector<Item>& items, const WrittenPlaces& places, const Write& write)
    {
        if (places.isEmpty()) {
            return;
        }
        json_.key(key);
        json_.beginArray();
        for (std::size_t number = 0; number < items.size(); ++number) {
            if (places[number]) {
                write(items[number]);
            }
        }
        json_.endArray();
    }

    void writeNumbers(std::string_view key, const std::vector<std::size_t>& numbers, const WrittenPlaces& places)
    {
        if (std::ranges::none_of(numbers, [&](std::size_t number) { return places[number].has_value(); })) {
            return;
        }
        json_.key(key);
        json_.beginArray(JsonWriter::Layout::Inline);
        for (const std::size_t number : numbers) {
            if (places[number]) {
                json_.value(*places[number]);
            }
        }
        json_.endArray();
    }

    /// Writes a collider. Planes and inside colliders need the extension; for readers without it, writes a sphere so far away that it
    /// touches nothing, as the extension recommends.
    void writeCollider(const VrmCollider& collider)
    {
        const bool isExtended = collider.solid.shape == SpringColliderShape::Plane || collider.solid.isInside;
        json_.beginObject(JsonWriter::Layout::Inline);
        json_.member("node", *node(collider.node));
        if (isExtended) {
            writeShape({.offset = {0.f, -10000.f, 0.f}}, false);
            json_.key("extensions");
            json_.beginObject();
            json_.key(extendedCollider);
            json_.beginObject();
            json_.member("specVersion", "1.0");
            writeShape(collider.solid, true);
            json_.endObject();
            json_.endObject();
            context_.extensionsUsed.emplace(extendedCollider);
        } else {
            writeShape(collider.solid, false);
        }
        json_.endObject();
    }

    void writeShape(const SpringSolid& solid, bool isExtended)
    {
        json_.key("shape");
        json_.beginObject();
        json_.key(nameAt(solid.shape, vrm_words::colliderShapes));
        json_.beginObject();
        writeVector("offset", solid.offset);
        if (solid.shape == SpringColliderShape::Plane) {
            writeVector("normal", solid.normal);
        } else {
            json_.member("radius", solid.radius);
            if (solid.shape == SpringColliderShape::Capsule) {
                writeVector("tail", solid.tail);
            }
            if (isExtended) {
                json_.member("inside", solid.isInside);
            }
        }
        json_.endObject();
        json_.endObject();
    }

    void writeSpring(const VrmSpring& spring)
    {
        json_.beginObject();
        context_.memberUnlessEmpty("name", spring.name);
        writeList("joints", spring.joints, [&](const VrmSpringJoint& joint) {
            json_.beginObject(JsonWriter::Layout::Inline);
            json_.member("node", *node(joint.node));
            json_.member("hitRadius", joint.parameters.hitRadius);
            json_.member("stiffness", joint.parameters.stiffness);
            json_.member("gravityPower", joint.parameters.gravityPower);
            writeVector("gravityDir", joint.parameters.gravityDirection);
            json_.member("dragForce", joint.parameters.drag);
            json_.endObject();
        });
        writeNumbers("colliderGroups", spring.colliderGroups, groups_);
        if (const auto center = spring.center ? node(*spring.center) : std::nullopt) {
            json_.member("center", *center);
        }
        json_.endObject();
    }

    const VrmModel& model_;
    WrittenPlaces colliders_;
    WrittenPlaces groups_;
    WrittenPlaces springs_;
};

}  // namespace

void writeVrmSprings(WriterContext& context, ExtensionsWriter& extensions, const VrmModel& model, const std::vector<std::size_t>& nodes)
{
    SpringWriter(context, nodes, model).write(extensions);
}

std::vector<const VrmConstraint*> constraintsByNode(const importing::SceneDescription& scene)
{
    std::vector<const VrmConstraint*> found(scene.nodes.size(), nullptr);
    if (scene.vrm) {
        for (const VrmConstraint& each : scene.vrm->model.constraints) {
            const std::size_t node = scene.vrm->nodes[each.node];
            if (node < found.size() && scene.vrm->nodes[each.source] < found.size()) {
                found[node] = &each;
            }
        }
    }
    return found;
}

void writeNodeConstraint(const WriterContext& context, const VrmConstraint& constraint, ExtensionsWriter& extensions)
{
    const std::size_t place = constraint.rule.axis.x != 0.f ? 0 : constraint.rule.axis.y != 0.f ? 1 : 2;
    JsonWriter& json = extensions.begin("VRMC_node_constraint");
    json.member("specVersion", "1.0");
    json.key("constraint");
    json.beginObject();
    json.key(nameAt(constraint.rule.kind, vrm_words::constraintKinds));
    json.beginObject();
    json.member("source", context.scene.vrm->nodes[constraint.source]);
    if (constraint.rule.kind == NodeConstraintKind::Roll) {
        json.member("rollAxis", vrm_words::rollAxes[place]);
    } else if (constraint.rule.kind == NodeConstraintKind::Aim) {
        const bool isBackwards = constraint.rule.axis.x + constraint.rule.axis.y + constraint.rule.axis.z < 0.f;
        json.member("aimAxis", vrm_words::aimAxes[2 * place + (isBackwards ? 1 : 0)]);
    }
    json.member("weight", constraint.rule.weight);
    json.endObject();
    json.endObject();
    json.endObject();
}

}  // namespace armature::gltf
