#include <array>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"
#include "import/gltf/readers.hpp"
#include "import/gltf/vrm/vrm_source.hpp"
#include "vrm/vrm_rules.hpp"

// VRMC_springBone 1.0, VRMC_springBone_extended_collider 1.0, VRMC_node_constraint 1.0.
namespace armature::gltf {

namespace {

/// For each item of a list in the file, its index in the model; nullopt for items that were left out.
using Places = std::vector<std::optional<std::size_t>>;

void readSphere(Document& document, const Json& json, SpringSolid& solid)
{
    static_cast<void>(json.findFloats("offset", {glm::value_ptr(solid.offset), 3}));
    solid.radius = readWithin(document, json, "radius", 0.f, 0.f);
    solid.isInside = json.findBool("inside", false);
}

/// Reads a collider's shape. Returns false if the shape is unknown or a plane whose normal is zero.
bool readShape(Document& document, const Json& shape, SpringSolid& solid)
{
    if (const auto sphere = shape.findObject("sphere")) {
        readSphere(document, *sphere, solid);
        return true;
    }
    if (const auto capsule = shape.findObject("capsule")) {
        solid.shape = SpringColliderShape::Capsule;
        readSphere(document, *capsule, solid);
        static_cast<void>(capsule->findFloats("tail", {glm::value_ptr(solid.tail), 3}));
        return true;
    }
    const auto plane = shape.findObject("plane");
    if (plane) {
        solid.shape = SpringColliderShape::Plane;
        solid.normal = {0.f, 0.f, 1.f};  // the specification's default
        static_cast<void>(plane->findFloats("offset", {glm::value_ptr(solid.offset), 3}));
        static_cast<void>(plane->findFloats("normal", {glm::value_ptr(solid.normal), 3}));
    }
    return plane && solid.normal != glm::vec3(0.f);
}

std::optional<VrmCollider> readCollider(VrmSource& source, const Json& json)
{
    const auto node = source.nodes.readMember(json, "node");
    if (!node) {
        return std::nullopt;
    }
    VrmCollider collider{.node = *node};
    const auto extensions = json.findObject("extensions");
    const auto extended = extensions ? extensions->findObject("VRMC_springBone_extended_collider") : std::nullopt;
    const auto extendedShape = extended ? extended->findObject("shape") : std::nullopt;
    if (extendedShape && readShape(source.document, *extendedShape, collider.solid)) {
        return collider;
    }
    const auto shape = json.findObject("shape");
    collider = {.node = *node};
    if (shape && readShape(source.document, *shape, collider.solid)) {
        return collider;
    }
    leaveOut(source.document, json, "has neither sphere, capsule nor plane with a normal");
    return std::nullopt;
}

/// Reads the array `key`, which lists items by their index in the file, and returns their indices in the model, which `places` gives.
/// Leaves out, with a note, items that do not exist or were left out.
std::vector<std::size_t> readPlaces(Document& document, const Json& owner, std::string_view key, const Places& places)
{
    std::vector<std::size_t> found;
    if (const auto list = owner.findArray(key)) {
        document.reserve(found, *list);
        list->forEach([&](std::size_t, const Json& value) {
            const std::uint64_t number = value.asUnsigned();
            if (number < places.size() && places[number]) {
                found.push_back(*places[number]);
            } else {
                leaveOut(document, value, fmt::format("names {}, which is not there", number));
            }
        });
    }
    return found;
}

std::optional<VrmSpringJoint> readJoint(VrmSource& source, const Json& json)
{
    const auto node = source.nodes.readMember(json, "node");
    if (!node) {
        return std::nullopt;
    }
    VrmSpringJoint joint{.node = *node};
    SpringParameters& parameters = joint.parameters;
    parameters.hitRadius = readWithin(source.document, json, "hitRadius", parameters.hitRadius, 0.f);
    parameters.stiffness = readWithin(source.document, json, "stiffness", parameters.stiffness, 0.f);
    parameters.gravityPower = json.findFloat("gravityPower", parameters.gravityPower);
    static_cast<void>(json.findFloats("gravityDir", {glm::value_ptr(parameters.gravityDirection), 3}));
    parameters.drag = readWithin(source.document, json, "dragForce", parameters.drag, 0.f, 1.f);
    return joint;
}

VrmSpring readSpring(VrmSource& source, const Json& json, const Places& groups)
{
    VrmSpring spring{.name = readText(source.document, json, "name")};
    if (const auto joints = json.findArray("joints")) {
        source.document.reserve(spring.joints, *joints);
        joints->forEach([&](std::size_t, const Json& value) {
            if (const auto joint = readJoint(source, value)) {
                spring.joints.push_back(*joint);
            }
        });
    }
    spring.colliderGroups = readPlaces(source.document, json, "colliderGroups", groups);
    if (const auto center = json.find("center")) {
        spring.center = source.nodes.read(*center);
    }
    return spring;
}

std::optional<VrmConstraint> readConstraint(Document& document, const Json& json, std::size_t node, std::size_t nodeCount)
{
    for (std::size_t kind = 0; kind < vrm_words::constraintKinds.size(); ++kind) {
        const auto value = json.findObject(vrm_words::constraintKinds[kind]);
        if (!value) {
            continue;
        }
        const std::uint64_t sourceNode = value->requireUnsigned("source");
        if (sourceNode >= nodeCount) {
            leaveOut(document, *value, fmt::format("its source is node {}, but there are {}", sourceNode, nodeCount));
            return std::nullopt;
        }
        NodeConstraintRule rule{.kind = static_cast<NodeConstraintKind>(kind), .axis = glm::vec3(0.f)};
        rule.weight = readWithin(document, *value, "weight", 1.f, 0.f, 1.f);
        if (rule.kind == NodeConstraintKind::Aim) {
            const std::size_t axis = readChoice(document, *value, "aimAxis", vrm_words::aimAxes);
            rule.axis[static_cast<glm::length_t>(axis / 2)] = axis % 2 == 0 ? 1.f : -1.f;
        } else {
            const bool isRoll = rule.kind == NodeConstraintKind::Roll;
            const std::size_t axis = isRoll ? readChoice(document, *value, "rollAxis", vrm_words::rollAxes) : 0;
            rule.axis[static_cast<glm::length_t>(axis)] = 1.f;
        }
        return VrmConstraint{.node = node, .source = static_cast<std::size_t>(sourceNode), .rule = rule};
    }
    leaveOut(document, json, "is neither roll, aim nor rotation");
    return std::nullopt;
}

}  // namespace

/// Charges for collisions: the file contains a shared collider only once, but each update tests it against every joint of every spring that
/// uses it.
void chargeMeetings(VrmSource& source, const Json& place)
{
    constexpr std::uint64_t costOfMeeting = 100;  // bytes per collision; the default budget then allows about 50 ms per update
    for (const VrmSpring& spring : source.model.springs) {
        std::uint64_t colliders = 0;
        for (const std::size_t group : spring.colliderGroups) {
            colliders += source.model.colliderGroups[group].colliders.size();
        }
        source.document.charge(productOf(costOfMeeting, productOf(colliders, spring.joints.size())), place);
    }
}

void readSprings(VrmSource& source, const Json& extension)
{
    Document& document = source.document;
    VrmModel& model = source.model;
    noteVersion(document, extension);
    Places colliders;
    if (const auto list = extension.findArray("colliders")) {
        document.reserve(model.colliders, *list);
        document.reserve(colliders, *list);
        list->forEach([&](std::size_t, const Json& json) {
            const auto collider = readCollider(source, json);
            colliders.push_back(collider ? std::optional(model.colliders.size()) : std::nullopt);
            if (collider) {
                model.colliders.push_back(*collider);
            }
        });
    }
    Places groups;
    if (const auto list = extension.findArray("colliderGroups")) {
        document.reserve(model.colliderGroups, *list);
        document.reserve(groups, *list);
        list->forEach([&](std::size_t, const Json& json) {
            groups.emplace_back(model.colliderGroups.size());
            model.colliderGroups.push_back({readText(document, json, "name"), readPlaces(document, json, "colliders", colliders)});
        });
    }
    if (const auto list = extension.findArray("springs")) {
        document.reserve(model.springs, *list);
        list->forEach([&](std::size_t, const Json& json) { model.springs.push_back(readSpring(source, json, groups)); });
    }
    chargeMeetings(source, extension);
}

void readNodeConstraint(Document& document, const Json& node, std::size_t index, importing::SceneDescription& scene)
{
    const auto extensions = node.findObject("extensions");
    const auto extension = extensions ? extensions->findObject("VRMC_node_constraint") : std::nullopt;
    const auto constraint = extension ? extension->findObject("constraint") : std::nullopt;
    if (!extension) {
        return;
    }
    noteVersion(document, *extension);
    if (!constraint) {
        leaveOut(document, *extension, "has no constraint");
    } else if (const auto read = readConstraint(document, *constraint, index, scene.nodes.size())) {
        document.charge(4 * sizeof *read, node);
        scene.constraints.push_back(*read);
    }
}

}  // namespace armature::gltf
