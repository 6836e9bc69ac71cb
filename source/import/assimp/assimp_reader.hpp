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

/// Returns the bytes of a file beside the model, valid while the model is read; none if it does not exist.
using FileFinder = std::function<std::optional<std::span<const std::byte>>(std::string_view path)>;

/// The files that Assimp sees: the model, and those files of the model's folder that the library provides. All are read-only.
class ModelFiles final : public Assimp::IOSystem {
public:
    /// `name`: the model's name among these files.
    ModelFiles(std::string name, std::span<const std::byte> model, FileFinder find);

    bool Exists(const char* path) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    /// Requests each file once.
    [[nodiscard]] std::optional<std::span<const std::byte>> find(std::string_view path) const;

    mutable std::map<std::string, std::optional<std::span<const std::byte>>, std::less<>> files_;
    FileFinder find_;
};

/// Reads a model with Assimp, in a worker process or in the library's own, into the bytes that decode() takes. `extension` is how Assimp
/// knows the format, `stem` the model's name without it. Throws std::bad_alloc, or std::runtime_error with Assimp's message.
[[nodiscard]] std::vector<std::byte> readModel(std::span<const std::byte> model, const std::string& extension, const std::string& stem,
                                               FileFinder find);

}  // namespace armature::worker
