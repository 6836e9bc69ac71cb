#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
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

/// Returns the lines that say what was written: "wrote walk.webp: 320x320, 30 frames, 1 s, 84.1 kB". `details` may be empty. A .gltf file
/// also stands for its .bin file. No line for what is not a file: standard output as a file may be the pipe that a reader parses.
[[nodiscard]] std::string describeWritten(const std::string& file, std::string_view details = {});

/// Creates the folder of a file, and the folders above it. If that fails, throws Error: "FOLDER: cannot be created: REASON".
void createFolderOf(const std::string& file);

}  // namespace armature::tools
