#pragma once

#include <string_view>

namespace armature::foreign {

/// The folders of an armature installation, relative to its prefix, so that the installation can be moved. The build writes the values
/// (cmake/installed_folders.cpp.in).
struct InstalledFolders {
    std::string_view programs;
    std::string_view libraries;
    std::string_view worker;
};
extern const InstalledFolders installedFolders;

}  // namespace armature::foreign
