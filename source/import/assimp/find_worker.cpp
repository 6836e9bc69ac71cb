#include "import/assimp/installed_folders.hpp"
#include "import/assimp/worker_session.hpp"

#include <string>
#include <system_error>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

#include "import/notes.hpp"

// The worker's path according to the program's build or the installed package (cmake/import_worker_place.cpp). Null if neither provides it.
extern "C" {
[[gnu::weak]] extern const char armatureImportWorker[];
}

namespace armature::foreign {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view programName = "armature-import-worker";

/// Returns `folder` without the trailing path `last`; empty if `folder` does not end with `last`.
fs::path prefixOf(fs::path folder, const fs::path& last)
{
    for (fs::path rest = last; !rest.empty(); rest = rest.parent_path()) {
        if (rest.is_absolute() || folder.filename() != rest.filename()) {
            return {};
        }
        folder = folder.parent_path();
    }
    return folder;
}

/// Adds `folder`, which contains the program or the library, and the worker's folder in the installation to which `folder` belongs, if it
/// belongs to one.
void addFoldersOf(const fs::path& folder, std::vector<fs::path>& folders)
{
    folders.push_back(folder);
    for (const std::string_view installed : {installedFolders.programs, installedFolders.libraries}) {
        if (const fs::path prefix = prefixOf(folder, installed); !prefix.empty()) {
            folders.push_back(prefix / installedFolders.worker);
        }
    }
}

/// Returns the folders in which the worker may be, in the order of the search. The working directory is never searched.
std::vector<fs::path> foldersToSearch()
{
    std::vector<fs::path> folders;
    std::error_code error;
    if (const fs::path program = fs::read_symlink("/proc/self/exe", error); !error) {
        addFoldersOf(program.parent_path(), folders);
    }
    Dl_info library{};
    // Unlike a library's path, a program's path may be whatever the user typed.
    if (dladdr(reinterpret_cast<const void*>(&findWorker), &library) != 0 && library.dli_fname != nullptr
        && fs::path(library.dli_fname).is_absolute()) {
        addFoldersOf(fs::path(library.dli_fname).parent_path(), folders);
    }
    if (static_cast<const char*>(armatureImportWorker) != nullptr) {
        folders.push_back(fs::path(static_cast<const char*>(armatureImportWorker)).parent_path());
    }
#ifdef ARMATURE_IMPORT_WORKER_FOLDER
    folders.emplace_back(ARMATURE_IMPORT_WORKER_FOLDER);
#endif
    return folders;
}

}  // namespace

fs::path findWorker(std::string_view what, std::string_view does, const ImportOptions& options)
{
    std::error_code error;
    if (!options.worker.empty()) {
        if (!fs::is_regular_file(options.worker, error)) {
            throw importing::Refusal("", fmt::format("{} {} {}, but {} is no such program (ImportOptions::worker)", what, programName, does,
                                                     options.worker.string()));
        }
        return fs::absolute(options.worker, error);
    }
    std::string searched;
    for (const fs::path& folder : foldersToSearch()) {
        fs::path program = folder / programName;
        if (fs::is_regular_file(program, error)) {
            return program;
        }
        if (const std::string name = folder.string(); searched.find(name + ',') == std::string::npos) {
            searched += fmt::format(" {},", name);
        }
    }
    throw importing::Refusal(
        "", fmt::format(
                "{} {} {}, but that is not in{} and ImportOptions::worker does not name it. It is installed where Assimp was found when "
                "armature was built; CMake's find_package(armature) then sets armature_IMPORT_WORKER to its path",
                what, programName, does, searched));
}

}  // namespace armature::foreign
