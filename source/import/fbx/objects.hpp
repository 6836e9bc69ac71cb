#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include "import/fbx/document.hpp"

namespace armature::fbx {

/// Identifies an object within Objects. 0 is the root, which is the parent of all top-level models and has no element.
using ObjectIndex = std::uint32_t;
constexpr ObjectIndex rootObject = 0;

/// The file's data about one object: a model, a geometry, a material, ...
struct Object {
    ElementIndex element = noElement;
    std::string_view type = {};     ///< "Model", "Geometry", "Deformer", ...
    std::string_view subtype = {};  ///< "Mesh", "LimbNode", "Cluster", ...
    std::string_view name = {};     ///< Without the class name that the file adds before or after it.
    ElementIndex properties = noElement;
    ElementIndex defaults = noElement;  ///< The properties in the template for this type of object.
};

/// States that one object belongs to another or drives one of its properties.
struct Connection {
    ObjectIndex child = rootObject;
    ObjectIndex parent = rootObject;
    std::string_view property;  ///< The driven property of the parent; empty if the child belongs to the parent as a whole.
};

/// The objects of a document and their connections. Files before version 7 identify objects by name and store geometry in models; files
/// before version 6 also store materials and skins in models. Objects hides these differences, except that geometry in a model is no object
/// of its own.
class Objects {
public:
    explicit Objects(Document& document);

    [[nodiscard]] Document& document() const noexcept { return document_; }
    [[nodiscard]] std::size_t size() const noexcept { return objects_.size(); }
    [[nodiscard]] const Object& operator[](ObjectIndex object) const { return objects_[object]; }

    /// Returns the connections from children to `object`, in file order.
    [[nodiscard]] std::span<const Connection> childrenOf(ObjectIndex object) const;
    /// Returns the connections from `object` to its parents, in file order.
    [[nodiscard]] std::span<const Connection> parentsOf(ObjectIndex object) const;
    /// Returns the objects of a type that belong to `object` as a whole.
    [[nodiscard]] std::vector<ObjectIndex> childrenOf(ObjectIndex object, std::string_view type) const;

    /// Returns the object that a value of an element refers to, by number or by name.
    [[nodiscard]] std::optional<ObjectIndex> referenced(ElementIndex element, std::size_t value) const;
    /// Returns the object with that label ("Model::hips"). Only files before version 7 identify objects by label.
    [[nodiscard]] std::optional<ObjectIndex> findByName(std::string_view name) const;

    /// Return the first value of a property, and vector() the first three; nullopt if they are missing or have another type. Properties
    /// that the object does not have come from its type's template. real() and vector() return only finite numbers.
    [[nodiscard]] std::optional<double> real(ObjectIndex object, std::string_view property) const;
    [[nodiscard]] std::optional<std::int64_t> integer(ObjectIndex object, std::string_view property) const;
    [[nodiscard]] std::optional<glm::dvec3> vector(ObjectIndex object, std::string_view property) const;
    [[nodiscard]] std::optional<std::string_view> text(ObjectIndex object, std::string_view property) const;
    /// Return the first value of a property in an element that is not an object, such as "GlobalSettings".
    [[nodiscard]] std::optional<double> realIn(ElementIndex element, std::string_view property) const;

    [[nodiscard]] std::optional<std::string_view> textIn(ElementIndex element, std::string_view property) const;

    /// Returns the object's place in the file, for messages.
    [[nodiscard]] std::string place(ObjectIndex object) const { return document_.place(objects_[object].element); }

private:
    struct Property {
        ElementIndex element = noElement;
        std::size_t firstValue = 0;
    };

    void readTemplates();
    void readObjects();
    void readConnections();
    ObjectIndex addObject(ElementIndex element);
    void addNestedModel(ElementIndex element);
    void connectNested();
    void addConnection(ElementIndex element);
    [[nodiscard]] std::optional<Property> propertyIn(ElementIndex properties, std::string_view name) const;
    [[nodiscard]] std::optional<Property> property(ObjectIndex object, std::string_view name) const;

    Document& document_;
    std::vector<Object> objects_;
    std::map<std::int64_t, ObjectIndex> byNumber_;
    std::map<std::string_view, ObjectIndex, std::less<>> byName_;
    std::map<std::string_view, ElementIndex, std::less<>> templates_;
    /// The properties in each template, shared by all objects of that type.
    std::map<ElementIndex, std::map<std::string_view, Property, std::less<>>> templateProperties_;
    /// For files before version 6: all models, and each cluster with the name of its bone.
    std::vector<ObjectIndex> nestedModels_;
    std::vector<std::pair<std::string_view, ObjectIndex>> nestedBones_;
    std::vector<Connection> byParent_;
    std::vector<Connection> byChild_;
};

/// Returns the name in a label of the file: "Model::hips" or, in binary files, "hips\0\1Model".
[[nodiscard]] std::string_view nameIn(std::string_view label) noexcept;

}  // namespace armature::fbx
