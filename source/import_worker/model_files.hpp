#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>

#include "import_worker/channel.hpp"

namespace armature::worker {

/// The files that Assimp sees: the model, and what the library gives out of the model's folder. Nothing can be written.
class ModelFiles final : public Assimp::IOSystem {
public:
    /// `name`: what the model is called here.
    ModelFiles(std::string name, foreign::Descriptor model, Channel& channel);

    bool Exists(const char* path) const override;
    char getOsSeparator() const override { return '/'; }
    Assimp::IOStream* Open(const char* path, const char* mode) override;
    void Close(Assimp::IOStream* stream) override { delete stream; }

private:
    /// Its descriptor, asked for once; -1 if there is none.
    int find(std::string_view path) const;

    mutable std::map<std::string, foreign::Descriptor, std::less<>> files_;
    Channel& channel_;
};

}  // namespace armature::worker
