#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace armature::tools {

/// Returns whether a path is a folder, or is meant as one because it ends with '/'.
[[nodiscard]] bool isFolder(const std::string& path);

/// Checks that writing `outputs` loses nothing: throws Error if an output is one of the files `inputs`, by its name or by a link, or if two
/// outputs are the same file. A .gltf output also stands for the .bin file that saveGltf() puts beside it.
void requireOutputs(const std::vector<std::filesystem::path>& outputs, std::span<const std::string> inputs);

/// Checks the folder of an output file, before any work: throws Error, for example "FILE: cannot be written: there is no folder FOLDER", if
/// the folder is missing or is not a folder.
void requireFolderOf(const std::filesystem::path& file);

/// Creates the folder of a file, and the folders above it. If that fails, throws Error: "FOLDER: cannot be created: REASON".
void createFolderOf(const std::string& file);

}  // namespace armature::tools
