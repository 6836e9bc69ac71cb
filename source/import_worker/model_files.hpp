#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

namespace armature::worker {

/// The bytes of a file beside the model, for as long as the model is read; none if there is none.
using FileFinder = std::function<std::optional<std::span<const std::byte>>(std::string_view path)>;

/// The files that Assimp sees: the model, and what the library gives out of the model's folder. Nothing can be written.
class ModelFiles final : public Assimp::IOSystem {
public:
    /// `name`: what the model is called here.
    ModelFiles(std::string name, std::span<const std::byte> model, FileFinder find);

    bool Exists(const char* path) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    /// Each is asked for once.
    [[nodiscard]] std::optional<std::span<const std::byte>> find(std::string_view path) const;

    mutable std::map<std::string, std::optional<std::span<const std::byte>>, std::less<>> files_;
    FileFinder find_;
};

}  // namespace armature::worker
