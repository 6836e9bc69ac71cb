#include "import/fbx/objects.hpp"

#include <algorithm>
#include <cmath>

#include "import/scene_description.hpp"

namespace armature::fbx {

namespace {

/// The memory of an object, including its share of the look-up tables.
constexpr std::uint64_t bytesOfObject = sizeof(Object) + 128;
constexpr std::uint64_t bytesOfConnection = 2 * sizeof(Connection) + 16;

ElementIndex propertiesOf(const Document& document, ElementIndex element)
{
    const ElementIndex newer = document.find(element, "Properties70");
    return newer != noElement ? newer : document.find(element, "Properties60");
}

/// Returns the index of a property's first value. The name, the type, a second type field (not in version 6) and the flags precede it.
std::size_t firstValueOf(const Document& document, ElementIndex property)
{
    return document[property].name == "Property" ? 3 : 4;
}

}  // namespace

std::string_view nameIn(std::string_view label) noexcept
{
    const std::size_t separator = label.find(std::string_view("\0\1", 2));
    if (separator != std::string_view::npos) {
        return label.substr(0, separator);
    }
    const std::size_t colons = label.find("::");
    return colons == std::string_view::npos ? label : label.substr(colons + 2);
}

Objects::Objects(Document& document) : document_(document)
{
    objects_.push_back({.type = "Root", .name = "RootNode"});
    byNumber_.emplace(0, rootObject);
    byName_.emplace("Model::Scene", rootObject);
    byName_.emplace(std::string_view("Scene\0\1Model", 12), rootObject);
    readTemplates();
    readObjects();
    readConnections();
}

void Objects::readTemplates()
{
    document_.forEachChild(document_.find(0, "Definitions"), [&](ElementIndex type) {
        const auto name = document_.text(type, 0);
        const ElementIndex properties = propertiesOf(document_, document_.find(type, "PropertyTemplate"));
        if (!name || properties == noElement || !templates_.emplace(*name, properties).second) {
            return;
        }
        auto& known = templateProperties_[properties];
        document_.forEachChild(properties, [&](ElementIndex property) {
            document_.charge(128, property);
            if (const auto propertyName = document_.text(property, 0)) {
                known.insert_or_assign(*propertyName, Property{property, firstValueOf(document_, property)});
            }
        });
    });
}

void Objects::readObjects()
{
    document_.forEachChild(document_.find(0, "Objects"), [&](ElementIndex element) { addObject(element); });
    if (document_.isNested()) {
        document_.forEachChild(0, [&](ElementIndex element) {
            if (document_[element].name == "Model") {
                addNestedModel(element);
            }
        });
    }
}

void Objects::addNestedModel(ElementIndex element)
{
    const ObjectIndex model = addObject(element);
    objects_[model].subtype = document_.text(document_.find(element, "Type"), 0).value_or(std::string_view());
    nestedModels_.push_back(model);
    std::optional<ObjectIndex> skin;
    document_.forEachChild(element, [&](ElementIndex child) {
        const std::string_view kind = document_[child].name;
        if (kind == "Material") {
            document_.charge(bytesOfConnection, child);
            byParent_.push_back({addObject(child), model, {}});
        } else if (kind == "Link") {
            document_.charge(3 * bytesOfConnection, child);
            if (!skin) {
                skin = static_cast<ObjectIndex>(objects_.size());
                objects_.push_back({.element = element, .type = "Deformer", .subtype = "Skin"});
                byParent_.push_back({*skin, model, {}});
            }
            const auto cluster = static_cast<ObjectIndex>(objects_.size());
            const std::string_view bone = document_.text(child, 0).value_or(std::string_view());
            objects_.push_back({.element = child, .type = "Deformer", .subtype = "Cluster", .name = nameIn(bone)});
            byParent_.push_back({cluster, *skin, {}});
            nestedBones_.emplace_back(bone, cluster);
        }
    });
}

void Objects::connectNested()
{
    for (const auto& [name, cluster] : nestedBones_) {
        if (const auto bone = findByName(name)) {
            byParent_.push_back({*bone, cluster, {}});
        }
    }
    for (const ObjectIndex model : nestedModels_) {
        const ElementIndex children = document_.find(objects_[model].element, "Children");
        for (std::size_t number = 0; number < document_.values(children).size(); ++number) {
            if (const auto child = referenced(children, number)) {
                document_.charge(bytesOfConnection, children);
                byParent_.push_back({*child, model, {}});
            }
        }
    }
}

ObjectIndex Objects::addObject(ElementIndex element)
{
    document_.charge(bytesOfObject, element);
    // The values of the record are number, label and subtype in version 7, but only label and subtype in version 6.
    const bool hasNumber = document_.integer(element, 0).has_value();
    const std::size_t labelAt = hasNumber ? 1 : 0;
    const std::string_view label = document_.text(element, labelAt).value_or(std::string_view());
    const auto index = static_cast<ObjectIndex>(objects_.size());
    Object object;
    object.element = element;
    object.type = document_[element].name;
    object.subtype = document_.text(element, labelAt + 1).value_or(std::string_view());
    object.name = nameIn(label).substr(0, importing::longestName);  // limited because every user of the object copies the name
    object.properties = propertiesOf(document_, element);
    if (const auto known = templates_.find(object.type); known != templates_.end()) {
        object.defaults = known->second;
    }
    if (hasNumber) {
        byNumber_.emplace(*document_.integer(element, 0), index);
    } else if (!label.empty()) {
        byName_.emplace(label, index);
    }
    objects_.push_back(object);
    return index;
}

std::optional<ObjectIndex> Objects::referenced(ElementIndex element, std::size_t value) const
{
    if (const auto number = document_.integer(element, value)) {
        const auto found = byNumber_.find(*number);
        return found == byNumber_.end() ? std::nullopt : std::optional(found->second);
    }
    const auto name = document_.text(element, value);
    return name ? findByName(*name) : std::nullopt;
}

std::optional<ObjectIndex> Objects::findByName(std::string_view name) const
{
    const auto found = byName_.find(name);
    return found == byName_.end() ? std::nullopt : std::optional(found->second);
}

void Objects::addConnection(ElementIndex element)
{
    document_.charge(bytesOfConnection, element);
    const auto kind = document_.text(element, 0);
    const auto child = referenced(element, 1);
    const auto parent = referenced(element, 2);
    if (!kind || !child || !parent || (*kind != "OO" && *kind != "OP")) {
        return;  // an object is unknown, or the child is a property, as in constraints, which are not read
    }
    byParent_.push_back({*child, *parent, document_.text(element, 3).value_or(std::string_view())});
}

void Objects::readConnections()
{
    document_.forEachChild(document_.find(0, "Connections"), [&](ElementIndex element) { addConnection(element); });
    connectNested();
    byChild_ = byParent_;
    std::ranges::stable_sort(byParent_, {}, &Connection::parent);
    std::ranges::stable_sort(byChild_, {}, &Connection::child);
}

// Returns the connections in a sorted list whose `end` is `object`. Replaces std::ranges::equal_range, which Clang 14 does not compile.
static std::span<const Connection> connectionsOf(const std::vector<Connection>& sorted, ObjectIndex object, ObjectIndex Connection::*end)
{
    const auto first = std::ranges::lower_bound(sorted, object, {}, end);
    return {first, std::ranges::upper_bound(first, sorted.end(), object, {}, end)};
}

std::span<const Connection> Objects::childrenOf(ObjectIndex object) const
{
    return connectionsOf(byParent_, object, &Connection::parent);
}

std::span<const Connection> Objects::parentsOf(ObjectIndex object) const
{
    return connectionsOf(byChild_, object, &Connection::child);
}

std::vector<ObjectIndex> Objects::childrenOf(ObjectIndex object, std::string_view type) const
{
    std::vector<ObjectIndex> found;
    const auto connections = childrenOf(object);
    document_.payForSearch(connections.size(), objects_[object].element);
    for (const Connection& connection : connections) {
        if (connection.property.empty() && objects_[connection.child].type == type) {
            found.push_back(connection.child);
        }
    }
    return found;
}

std::optional<Objects::Property> Objects::propertyIn(ElementIndex properties, std::string_view name) const
{
    if (properties == noElement) {
        return std::nullopt;
    }
    if (const auto known = templateProperties_.find(properties); known != templateProperties_.end()) {
        const auto found = known->second.find(name);
        return found == known->second.end() ? std::nullopt : std::optional(found->second);
    }
    std::uint64_t visited = 0;
    ElementIndex last = noElement;  // of several properties with the same name, the last counts
    document_.forEachChild(properties, [&](ElementIndex property) {
        last = document_.text(property, 0) == name ? property : last;
        ++visited;
    });
    document_.payForSearch(visited, properties);
    return last == noElement ? std::nullopt : std::optional(Property{last, firstValueOf(document_, last)});
}

std::optional<Objects::Property> Objects::property(ObjectIndex object, std::string_view name) const
{
    const auto own = propertyIn(objects_[object].properties, name);
    if (!own && document_.isNested() && objects_[object].element != noElement) {
        const ElementIndex record = document_.find(objects_[object].element, name);
        return record != noElement ? std::optional(Property{record, 0}) : std::nullopt;
    }
    return own ? own : propertyIn(objects_[object].defaults, name);
}

std::optional<double> Objects::real(ObjectIndex object, std::string_view name) const
{
    const auto found = property(object, name);
    const auto value = found ? document_.real(found->element, found->firstValue) : std::nullopt;
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::optional<std::int64_t> Objects::integer(ObjectIndex object, std::string_view name) const
{
    const auto found = property(object, name);
    return found ? document_.integer(found->element, found->firstValue) : std::nullopt;
}

std::optional<glm::dvec3> Objects::vector(ObjectIndex object, std::string_view name) const
{
    const auto found = property(object, name);
    if (!found) {
        return std::nullopt;
    }
    glm::dvec3 result(0.);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto value = document_.real(found->element, found->firstValue + axis);
        if (!value || !std::isfinite(*value)) {
            return std::nullopt;
        }
        result[static_cast<glm::length_t>(axis)] = *value;
    }
    return result;
}

std::optional<std::string_view> Objects::text(ObjectIndex object, std::string_view name) const
{
    const auto found = property(object, name);
    return found ? document_.text(found->element, found->firstValue) : std::nullopt;
}

std::optional<double> Objects::realIn(ElementIndex element, std::string_view name) const
{
    const auto found = propertyIn(propertiesOf(document_, element), name);
    return found ? document_.real(found->element, found->firstValue) : std::nullopt;
}

std::optional<std::string_view> Objects::textIn(ElementIndex element, std::string_view name) const
{
    const auto found = propertyIn(propertiesOf(document_, element), name);
    return found ? document_.text(found->element, found->firstValue) : std::nullopt;
}

}  // namespace armature::fbx
