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

/// Identifies an object within Objects. 0 is the root, which is above all models and has no element.
using ObjectIndex = std::uint32_t;
constexpr ObjectIndex rootObject = 0;

/// A file's data about one thing: a model, a geometry, a material, ...
struct Object {
    ElementIndex element = noElement;
    std::string_view type = {};     ///< "Model", "Geometry", "Deformer", ...
    std::string_view subtype = {};  ///< "Mesh", "LimbNode", "Cluster", ...
    std::string_view name = {};     ///< Without the class that the file puts before or after it.
    ElementIndex properties = noElement;
    ElementIndex defaults = noElement;  ///< Properties of the template for its kind.
};

/// States that one object belongs to another, or drives a property of it.
struct Connection {
    ObjectIndex child = rootObject;
    ObjectIndex parent = rootObject;
    std::string_view property;  ///< Empty: the child belongs to the object as a whole.
};

/// The objects of a document and their connections. Files of version 6 identify objects by name and keep the geometry in the model; earlier
/// ones also keep materials and skins there. Here all versions look alike, except that such a geometry is the model's own element.
class Objects {
public:
    explicit Objects(Document& document);

    [[nodiscard]] Document& document() const noexcept { return document_; }
    [[nodiscard]] std::size_t size() const noexcept { return objects_.size(); }
    [[nodiscard]] const Object& operator[](ObjectIndex object) const { return objects_[object]; }

    /// The connections to `object` from its children, in the file's order.
    [[nodiscard]] std::span<const Connection> childrenOf(ObjectIndex object) const;
    /// The connections from `object` to its parents, in the file's order.
    [[nodiscard]] std::span<const Connection> parentsOf(ObjectIndex object) const;
    /// The objects of a type that belong to `object` as a whole.
    [[nodiscard]] std::vector<ObjectIndex> childrenOf(ObjectIndex object, std::string_view type) const;

    /// The object that a value of an element names, by number or by name.
    [[nodiscard]] std::optional<ObjectIndex> referenced(ElementIndex element, std::size_t value) const;
    /// The object of that name in version 6 ("Model::hips").
    [[nodiscard]] std::optional<ObjectIndex> findByName(std::string_view name) const;

    /// The first value of a property, taken from the object or else from the template for its kind.
    [[nodiscard]] std::optional<double> real(ObjectIndex object, std::string_view property) const;
    [[nodiscard]] std::optional<std::int64_t> integer(ObjectIndex object, std::string_view property) const;
    [[nodiscard]] std::optional<glm::dvec3> vector(ObjectIndex object, std::string_view property) const;
    [[nodiscard]] std::optional<std::string_view> text(ObjectIndex object, std::string_view property) const;
    /// The same for the properties below any element, such as "GlobalSettings".
    [[nodiscard]] std::optional<double> realIn(ElementIndex element, std::string_view property) const;

    [[nodiscard]] std::optional<std::string_view> textIn(ElementIndex element, std::string_view property) const;

    /// The place in the file, for messages.
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
    /// Properties of templates, shared by all objects of the kind.
    std::map<ElementIndex, std::map<std::string_view, Property, std::less<>>> templateProperties_;
    /// For files before version 6: models, and the bone's name for each cluster.
    std::vector<ObjectIndex> nestedModels_;
    std::vector<std::pair<std::string_view, ObjectIndex>> nestedBones_;
    std::vector<Connection> byParent_;
    std::vector<Connection> byChild_;
};

/// The name in a label of the file: "Model::hips" or, in binary files, "hips\0\1Model".
[[nodiscard]] std::string_view nameIn(std::string_view label) noexcept;

}  // namespace armature::fbx
