#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <armature/error.hpp>
#include <armature/import/import_options.hpp>
#include <armature/scene/scene.hpp>

#include "json_text.hpp"

namespace armature::test {

/// A small glTF asset in memory. Tests replace parts of it with content to be read, or with false claims.
class Asset {
public:
    /// Only {"asset": {"version": "2.0"}}.
    Asset();

    /// A rig in one file: nodes "root" (0), "upper" (1) and "lower" (2) in a chain, and "body" (3) with the mesh, below the root; a quad of
    /// four vertices on joints 1 and 2; inverse binds; a clip "wave" that turns node 2 and moves node 1. See asset.cpp for the numbers.
    static Asset rig();

    /// The asset in a .gltf file whose only buffer is the file `data`.
    static Asset fromFiles(const std::filesystem::path& gltf, const std::filesystem::path& data);

    /// Replaces or adds the member or element at a JSON pointer ("/nodes/-" adds a node).
    Asset& set(std::string_view pointer, std::string_view json);
    Asset& remove(std::string_view pointer);
    JsonText& json() noexcept { return json_; }

    /// Adds a buffer view over `bytes` and returns its index. Views begin at multiples of four.
    std::size_t addView(std::span<const std::byte> bytes, std::string_view moreMembers = {});

    /// Adds a view and an accessor of `type` over `values`; `moreMembers` is JSON like `,"normalized":true`.
    template <class Component>
    std::size_t addAccessor(std::string_view type, const std::vector<Component>& values, std::string_view moreMembers = {})
    {
        return addAccessor(type, componentNumber(Component()), values.size(), std::as_bytes(std::span(values)), moreMembers);
    }
    std::size_t addAccessor(std::string_view type, int componentType, std::size_t components, std::span<const std::byte> bytes,
                            std::string_view moreMembers);

    /// The binary data so far, for tests that falsify it.
    std::vector<std::byte>& binary() noexcept { return binary_; }

    /// Each returns the asset in one file: as .gltf text with the data in a data URI, or as a .glb.
    [[nodiscard]] std::vector<std::byte> gltf() const;
    [[nodiscard]] std::vector<std::byte> glb() const;

    /// Loads gltf() from memory, under the name "asset".
    [[nodiscard]] std::unique_ptr<Scene> load(const ImportOptions& options = {}) const;
    /// Loads the asset and returns its refusal. If loading works, a check fails and the error is empty.
    [[nodiscard]] ImportError refusal(const ImportOptions& options = {}) const;

private:
    static int componentNumber(std::int8_t) { return 5120; }
    static int componentNumber(std::uint8_t) { return 5121; }
    static int componentNumber(std::int16_t) { return 5122; }
    static int componentNumber(std::uint16_t) { return 5123; }
    static int componentNumber(std::uint32_t) { return 5125; }
    static int componentNumber(float) { return 5126; }

    [[nodiscard]] std::string jsonWithBuffer(bool isGlb) const;

    JsonText json_;
    std::vector<std::byte> binary_;
};

/// Loads `bytes` from a heap block of exactly their size, so that a sanitizer sees every read beyond them.
[[nodiscard]] std::unique_ptr<Scene> loadExact(std::span<const std::byte> bytes, const ImportOptions& options = {});

/// True if loading `bytes` throws an ImportError; any other exception passes.
[[nodiscard]] bool isRefused(std::span<const std::byte> bytes, const ImportOptions& options = {});

/// True if one of the scene's warnings contains `part`.
[[nodiscard]] bool hasWarning(const Scene& scene, std::string_view part);

/// The JSON of a scene when it is written, without spaces.
[[nodiscard]] std::string jsonOf(const Scene& scene);

/// The JSON pointer to the Draco extension of the first primitive of the first mesh.
inline const std::string dracoPlace = "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression";

/// Bytes of a text.
[[nodiscard]] std::vector<std::byte> bytesOf(std::string_view text);

}  // namespace armature::test
