#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "import/gltf/writer/write_vrm.hpp"

// VRMC_springBone, VRMC_springBone_extended_collider, VRMC_node_constraint.
namespace armature::gltf {

namespace {

constexpr std::string_view extendedCollider = "VRMC_springBone_extended_collider";

class SpringWriter final : VrmWriter {
public:
    SpringWriter(WriterContext& context, const std::vector<std::size_t>& nodes) : VrmWriter(context, nodes) {}

    void write(const VrmModel& model)
    {
        json_.member("specVersion", "1.0");
        std::vector<std::optional<std::size_t>> places;  // of colliders, in the file
        std::size_t next = 0;
        writeList("colliders", model.colliders, [&](const VrmCollider& collider) {
            places.push_back(node(collider.node) ? std::optional(next++) : std::nullopt);
            if (places.back()) {
                writeCollider(collider);
            }
        });
        writeList("colliderGroups", model.colliderGroups, [&](const VrmColliderGroup& group) {
            json_.beginObject(JsonWriter::Layout::Inline);
            context_.memberUnlessEmpty("name", group.name);
            json_.key("colliders");
            json_.beginArray(JsonWriter::Layout::Inline);
            for (const std::size_t collider : group.colliders) {
                if (places[collider]) {
                    json_.value(*places[collider]);
                }
            }
            json_.endArray();
            json_.endObject();
        });
        writeList("springs", model.springs, [&](const VrmSpring& spring) { writeSpring(spring); });
    }

private:
    /// Readers that know spheres and capsules alone get one that nothing touches instead of a plane or an inside, as the extension advises.
    void writeCollider(const VrmCollider& collider)
    {
        const bool isExtended = collider.shape == SpringColliderShape::Plane || collider.isInside;
        json_.beginObject(JsonWriter::Layout::Inline);
        json_.member("node", *node(collider.node));
        if (isExtended) {
            writeShape({.offset = {0.f, -10000.f, 0.f}}, false);
            json_.key("extensions");
            json_.beginObject();
            json_.key(extendedCollider);
            json_.beginObject();
            json_.member("specVersion", "1.0");
            writeShape(collider, true);
            json_.endObject();
            json_.endObject();
            context_.extensionsUsed.emplace(extendedCollider);
        } else {
            writeShape(collider, false);
        }
        json_.endObject();
    }

    void writeShape(const VrmCollider& collider, bool isExtended)
    {
        constexpr std::array<std::string_view, 3> shapes{"sphere", "capsule", "plane"};
        json_.key("shape");
        json_.beginObject();
        json_.key(nameOf(collider.shape, shapes));
        json_.beginObject();
        writeVector("offset", collider.offset);
        if (collider.shape == SpringColliderShape::Plane) {
            writeVector("normal", collider.normal);
        } else {
            json_.member("radius", collider.radius);
            if (collider.shape == SpringColliderShape::Capsule) {
                writeVector("tail", collider.tail);
            }
            if (isExtended) {
                json_.member("inside", collider.isInside);
            }
        }
        json_.endObject();
        json_.endObject();
    }

    void writeSpring(const VrmSpring& spring)
    {
        json_.beginObject();
        context_.memberUnlessEmpty("name", spring.name);
        json_.key("joints");
        json_.beginArray();
        for (const VrmSpringJoint& joint : spring.joints) {
            if (const auto number = node(joint.node)) {
                json_.beginObject(JsonWriter::Layout::Inline);
                json_.member("node", *number);
                json_.member("hitRadius", joint.hitRadius);
                json_.member("stiffness", joint.stiffness);
                json_.member("gravityPower", joint.gravityPower);
                writeVector("gravityDir", joint.gravityDir);
                json_.member("dragForce", joint.dragForce);
                json_.endObject();
            }
        }
        json_.endArray();
        if (!spring.colliderGroups.empty()) {
            json_.key("colliderGroups");
            json_.beginArray(JsonWriter::Layout::Inline);
            for (const std::size_t group : spring.colliderGroups) {
                json_.value(group);
            }
            json_.endArray();
        }
        if (const auto center = spring.center ? node(*spring.center) : std::nullopt) {
            json_.member("center", *center);
        }
        json_.endObject();
    }
};

}  // namespace

void writeVrmSprings(WriterContext& context, const VrmModel& model, const std::vector<std::size_t>& nodes)
{
    SpringWriter(context, nodes).write(model);
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
    constexpr std::array<std::string_view, 3> kinds{"roll", "aim", "rotation"};
    const std::size_t place = constraint.axis.x != 0.f ? 0 : constraint.axis.y != 0.f ? 1 : 2;
    const std::string axis(1, static_cast<char>('X' + place));
    JsonWriter& json = extensions.begin("VRMC_node_constraint");
    json.member("specVersion", "1.0");
    json.key("constraint");
    json.beginObject();
    json.key(kinds[static_cast<std::size_t>(constraint.kind)]);
    json.beginObject();
    json.member("source", context.scene.vrm->nodes[constraint.source]);
    if (constraint.kind == NodeConstraintKind::Roll) {
        json.member("rollAxis", std::string_view(axis));
    } else if (constraint.kind == NodeConstraintKind::Aim) {
        const bool isBackwards = constraint.axis.x + constraint.axis.y + constraint.axis.z < 0.f;
        json.member("aimAxis", std::string_view((isBackwards ? "Negative" : "Positive") + axis));
    }
    json.member("weight", constraint.weight);
    json.endObject();
    json.endObject();
    json.endObject();
}

}  // namespace armature::gltf
