#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

namespace armature::worker {

/// Returns the bytes of a file beside the model, valid while the model is being read; none if the file does not exist.
using FileFinder = std::function<std::optional<std::span<const std::byte>>(std::string_view path)>;

/// The only files that Assimp can access: the model itself, and files of the model's folder that the library provides. All are read-only.
class ModelFiles final : public Assimp::IOSystem {
public:
    /// `name`: the name under which Assimp opens the model.
    ModelFiles(std::string name, std::span<const std::byte> model, FileFinder find);

    bool Exists(const char* path) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    /// Returns the bytes of the file at `path`; none if there is no such file. Calls the FileFinder at most once for each path.
    [[nodiscard]] std::optional<std::span<const std::byte>> find(std::string_view path) const;

    mutable std::map<std::string, std::optional<std::span<const std::byte>>, std::less<>> files_;
    FileFinder find_;
};

/// Reads a model with Assimp, either in a worker process or in the program's own process. Returns the bytes that foreign::decode() expects.
/// `extension` tells Assimp the format; `stem` is the model's name without the extension. Throws std::bad_alloc if memory runs out,
/// std::runtime_error if Assimp cannot read the model, and std::length_error if a mesh has too many bones.
[[nodiscard]] std::vector<std::byte> readModel(std::span<const std::byte> model, const std::string& extension, const std::string& stem,
                                               FileFinder find);

}  // namespace armature::worker
