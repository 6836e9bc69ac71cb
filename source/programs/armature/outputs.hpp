#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace armature::tools {

/// Whether a path is a folder, or meant as one: it ends with '/'.
[[nodiscard]] bool isFolder(const std::string& path);

/// What a command is to write, and must not lose anything by: throws Error if one of `outputs` is one of the files `inputs`, by its name or
/// by a link, or if two of them are the same file. A .gltf file counts with the .bin file that saveGltf() puts beside it.
void requireOutputs(const std::vector<std::filesystem::path>& outputs, std::span<const std::string> inputs);

/// Called before any work for a file that is to be written: throws Error, "FILE: cannot be written: there is no folder FOLDER", if its
/// folder is missing.
void requireFolderOf(const std::filesystem::path& file);

/// Creates the folder of a file, and those above it. Throws Error: "FOLDER: cannot be created: REASON".
void createFolderOf(const std::string& file);

}  // namespace armature::tools
