#include "import/gltf/draco.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <draco/mesh/mesh.h>
#include <fmt/format.h>

#include "import/gltf/draco_guard.hpp"
#include "text/words.hpp"

// KHR_draco_mesh_compression.
namespace armature::gltf {

namespace {

template <class Component>
bool convertPoints(const draco::PointAttribute& attribute, std::uint32_t points, std::size_t components, std::span<std::byte> out)
{
    std::vector<Component> value(components);
    for (std::uint32_t point = 0; point < points; ++point) {
        const draco::AttributeValueIndex index = attribute.mapped_index(draco::PointIndex(point));
        if (!attribute.ConvertValue(index, static_cast<std::int8_t>(components), value.data())) {
            return false;
        }
        std::memcpy(out.data() + point * components * sizeof(Component), value.data(), components * sizeof(Component));
    }
    return true;
}

bool convertPoints(const draco::PointAttribute& attribute, std::uint32_t points, const Accessor& as, std::span<std::byte> out)
{
    switch (as.componentType) {
    case ComponentType::Byte: return convertPoints<std::int8_t>(attribute, points, as.components, out);
    case ComponentType::UnsignedByte: return convertPoints<std::uint8_t>(attribute, points, as.components, out);
    case ComponentType::Short: return convertPoints<std::int16_t>(attribute, points, as.components, out);
    case ComponentType::UnsignedShort: return convertPoints<std::uint16_t>(attribute, points, as.components, out);
    case ComponentType::UnsignedInt: return convertPoints<std::uint32_t>(attribute, points, as.components, out);
    case ComponentType::Float: return convertPoints<float>(attribute, points, as.components, out);
    }
    return false;
}

/// Decodes the mesh of one primitive and adds its accessors to the document.
class DracoPrimitive {
public:
    DracoPrimitive(Document& document, const Json& primitive, const Json& extension)
        : document_(document)
        , extension_(extension)
        , attributes_(primitive.require("attributes"))
        , indexAccessor_(findAccessor(document, primitive, "indices"))
        , guard_(document.accessors[findAccessor(document, attributes_, "POSITION")].count, document.accessors[indexAccessor_].count / 3,
                 document.budget)
    {}

    DracoAccessors decode(std::span<const std::byte> bytes)
    {
        decodeMesh(bytes);
        std::map<std::string_view, Json> declared;
        attributes_.forEachMember([&](std::string_view name, const Json& accessor) { declared.insert_or_assign(name, accessor); });
        DracoAccessors decoded;
        const Json compressed = extension_.require("attributes");
        compressed.forEachMember([&](std::string_view name, const Json& id) {
            const auto accessor = declared.find(name);
            if (accessor != declared.end() && !decoded.attributes.contains(name)) {
                decoded.attributes.emplace(name, addAttribute(document_.accessorIndex(accessor->second), id));
            }
        });
        decoded.indices = addIndices(indexAccessor_);
        return decoded;
    }

private:
    static std::size_t findAccessor(const Document& document, const Json& owner, std::string_view key)
    {
        const Json reference = owner.require(key);
        return document.accessorIndex(reference);
    }

    void decodeMesh(std::span<const std::byte> bytes)
    {
        constexpr std::uint64_t most = 0xffffffff;
        const bool isSane = guard_.vertices <= most && guard_.faces <= most / 3;
        if (isSane && decodeGuarded(bytes, guard_, mesh_) && mesh_.num_points() == guard_.vertices && mesh_.num_faces() == guard_.faces) {
            return;
        }
        if (guard_.isOverLimit()) {
            extension_.refuse(
                fmt::format("needs more memory to decode than the {} bytes that the file justifies (ImportLimits::unbackedBytes "
                            "raises this)",
                            document_.budget.limit()));
        }
        extension_.refuse(fmt::format("does not decode to the {} and {} that the accessors declare",
                                      counted(guard_.vertices, "vertex", "vertices"), counted(guard_.faces, "triangle")));
    }

    std::size_t addAttribute(std::size_t declared, const Json& id)
    {
        Accessor accessor = document_.accessors[declared];
        const auto* attribute =
            mesh_.GetAttributeByUniqueId(static_cast<std::uint32_t>(std::min<std::uint64_t>(id.asUnsigned(), 0xffffffffu)));
        if (attribute == nullptr) {
            id.refuse(fmt::format("is {}, but the compressed mesh has no attribute of that id", id.asUnsigned()));
        }
        if (accessor.count != guard_.vertices || !accessor.obstacle.empty() || attribute->num_components() != accessor.components) {
            id.refuse(fmt::format("is an attribute with {} components for {} vertices, which /accessors/{} does not describe",
                                  attribute->num_components(), guard_.vertices, declared));
        }
        accessor.stride = accessor.components * sizeOf(accessor.componentType);
        std::vector<std::byte> bytes(takeMemory(accessor.count * accessor.stride));
        if (!convertPoints(*attribute, mesh_.num_points(), accessor, bytes)) {
            id.refuse(fmt::format("has values that componentType {} cannot hold", static_cast<unsigned>(accessor.componentType)));
        }
        accessor.bytes = document_.keep(std::move(bytes));
        accessor.isInvented = false;
        document_.accessors.push_back(std::move(accessor));
        return document_.accessors.size() - 1;
    }

    std::size_t addIndices(std::size_t declared)
    {
        Accessor accessor = document_.accessors[declared];
        accessor.componentType = ComponentType::UnsignedInt;
        accessor.components = 1;
        accessor.count = guard_.faces * 3;
        accessor.stride = sizeof(std::uint32_t);
        accessor.sparse.reset();
        std::vector<std::byte> bytes(takeMemory(accessor.count * accessor.stride));
        for (std::uint32_t face = 0; face < mesh_.num_faces(); ++face) {
            for (std::size_t corner = 0; corner < 3; ++corner) {
                const std::uint32_t vertex = mesh_.face(draco::FaceIndex(face))[corner].value();
                std::memcpy(bytes.data() + (std::size_t{face} * 3 + corner) * sizeof vertex, &vertex, sizeof vertex);
            }
        }
        accessor.bytes = document_.keep(std::move(bytes));
        document_.accessors.push_back(std::move(accessor));
        return document_.accessors.size() - 1;
    }

    std::size_t takeMemory(std::uint64_t bytes)
    {
        document_.charge(bytes, extension_);
        return static_cast<std::size_t>(bytes);
    }

    Document& document_;
    const Json& extension_;
    Json attributes_;
    std::size_t indexAccessor_;
    DracoGuard guard_;
    draco::Mesh mesh_;
};

}  // namespace

DracoAccessors decodeDraco(Document& document, const Json& primitive)
{
    const auto extensions = primitive.findObject("extensions");
    const auto extension = extensions ? extensions->findObject("KHR_draco_mesh_compression") : std::nullopt;
    if (!extension) {
        return {};
    }
    const BufferView& view = document.views[extension->requireIndex("bufferView", document.views.size(), "bufferViews")];
    if (view.isInvented) {
        return {};  // the note about its buffer says so
    }
    document.addCompressed(view.buffer, view.bytes.size());
    return DracoPrimitive(document, primitive, *extension).decode(view.bytes);
}

}  // namespace armature::gltf
