#include "import/gltf/readers.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/gltf/data_decoder.hpp"

// KHR_draco_mesh_compression.
namespace armature::gltf {

namespace {

/// Decodes the mesh of one primitive and adds its accessors to the document.
class DracoPrimitive {
public:
    DracoPrimitive(Document& document, const Json& primitive, const Json& extension)
        : document_(document)
        , extension_(extension)
        , attributes_(primitive.require("attributes"))
        , compressed_(extension.require("attributes"))
        , indexAccessor_(find(primitive, "indices"))
    {
        request_.vertices = document.accessors[find(attributes_, "POSITION")].count;
        request_.faces = document.accessors[indexAccessor_].count / 3;
    }

    DracoAccessors decode(std::span<const std::byte> bytes)
    {
        readWishes();
        DracoMesh mesh = decodeMesh(bytes);
        bytes_ = document_.keep(std::move(mesh.bytes));
        DracoAccessors decoded;
        for (std::size_t wish = 0; wish < wanted_.size(); ++wish) {
            decoded.attributes.emplace(wanted_[wish].name, addAttribute(wanted_[wish], mesh.attributes[wish]));
        }
        decoded.indices = addIndices();
        return decoded;
    }

private:
    struct Wanted {
        std::string_view name;
        std::size_t declared;
        Json id;
    };

    std::size_t find(const Json& owner, std::string_view key) const
    {
        const Json reference = owner.require(key);
        return document_.accessorIndex(reference);
    }

    void readWishes()
    {
        std::map<std::string_view, Json> declared;
        attributes_.forEachMember([&](std::string_view name, const Json& accessor) { declared.insert_or_assign(name, accessor); });
        compressed_.forEachMember([&](std::string_view name, const Json& id) {
            const auto accessor = declared.find(name);
            if (accessor == declared.end()) {
                return;
            }
            const std::size_t index = document_.accessorIndex(accessor->second);
            declared.erase(accessor);
            const Accessor& as = document_.accessors[index];
            wanted_.push_back({name, index, id});
            request_.attributes.push_back({.id = static_cast<std::uint32_t>(std::min<std::uint64_t>(id.asUnsigned(), 0xffffffffu)),
                                           .type = as.componentType,
                                           .components = static_cast<std::uint32_t>(as.components)});
        });
    }

    DracoMesh decodeMesh(std::span<const std::byte> bytes)
    {
        DracoMesh mesh = ask(bytes);
        switch (mesh.outcome) {
        case DracoOutcome::Decoded: return mesh;
        case DracoOutcome::TooMuchMemory:
            extension_.refuse(
                fmt::format("needs more memory to decode than the {} bytes that the file justifies (ImportLimits::unbackedBytes "
                            "raises this)",
                            document_.budget.limit()));
        case DracoOutcome::NotThisMesh: break;
        }
        extension_.refuse(fmt::format("does not decode to the {} and {} that the accessors declare",
                                      counted(request_.vertices, "vertex", "vertices"), counted(request_.faces, "triangle")));
    }

    DracoMesh ask(std::span<const std::byte> bytes)
    {
        try {
            return document_.decoder->decodeDraco(bytes, request_, document_.budget);
        } catch (const DecoderFailure& failure) {
            extension_.refuse(fmt::format("the worker process could not decode it: {}", failure.what()));
        }
    }

    std::size_t addAttribute(const Wanted& wanted, const DracoAttribute& attribute)
    {
        Accessor accessor = document_.accessors[wanted.declared];
        const Json& id = wanted.id;
        if (!attribute.isThere) {
            id.refuse(fmt::format("is {}, but the compressed mesh has no attribute of that id", id.asUnsigned()));
        }
        if (accessor.count != request_.vertices || !accessor.obstacle.empty() || attribute.components != accessor.components) {
            id.refuse(fmt::format("is an attribute with {} components for {} vertices, which /accessors/{} does not describe",
                                  attribute.components, request_.vertices, wanted.declared));
        }
        if (!attribute.isConverted) {
            id.refuse(fmt::format("has values that componentType {} cannot hold", static_cast<unsigned>(accessor.componentType)));
        }
        accessor.stride = accessor.components * sizeOf(accessor.componentType);
        accessor.bytes = takeBytes(accessor.count * accessor.stride);
        accessor.isInvented = false;
        document_.accessors.push_back(std::move(accessor));
        return document_.accessors.size() - 1;
    }

    std::size_t addIndices()
    {
        Accessor accessor = document_.accessors[indexAccessor_];
        accessor.componentType = ComponentType::UnsignedInt;
        accessor.components = 1;
        accessor.count = static_cast<std::size_t>(request_.faces * 3);
        accessor.stride = sizeof(std::uint32_t);
        accessor.sparse.reset();
        accessor.bytes = takeBytes(accessor.count * accessor.stride);
        document_.accessors.push_back(std::move(accessor));
        return document_.accessors.size() - 1;
    }

    /// Takes the next `count` bytes of the decoded data.
    std::span<const std::byte> takeBytes(std::size_t count)
    {
        const auto taken = bytes_.first(count);
        bytes_ = bytes_.subspan(count);
        return taken;
    }

    Document& document_;
    const Json& extension_;
    Json attributes_;
    Json compressed_;  ///< Draco attribute ids by attribute name.
    std::size_t indexAccessor_;
    DracoRequest request_;
    std::vector<Wanted> wanted_;
    std::span<const std::byte> bytes_;
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
        return {};  // the note about the buffer already reports the missing data
    }
    document.addCompressed(view.buffer, view.bytes.size());
    return DracoPrimitive(document, primitive, *extension).decode(view.bytes);
}

}  // namespace armature::gltf
