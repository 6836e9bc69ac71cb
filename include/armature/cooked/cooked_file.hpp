#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/cooked/save_cooked.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// The kinds of entries in a cooked file.
enum class CookedKind { Skeleton, Clip, BakedClip, Crowd };

/// How to open a cooked file.
struct ARMATURE_API CookedOptions {
    /// If false, the file is read into memory instead of mapped. Set it to false if another program may shorten the file: shortening a
    /// mapped file ends this program (SIGBUS). Replacing the file, as saveCooked() does, is harmless.
    bool isMapped = true;
    /// Limit on the size of a file in bytes. Larger files are refused; the error names the size and the limit.
    std::uint64_t fileBytes = 8ull << 30;
    /// Limit in bytes on memory that a file demands without containing data for it, such as palettes larger than its skeletons. Together,
    /// all entries taken out of a file may use this much plus 8 times the file's size; the error names the amounts.
    std::uint64_t unbackedBytes = 256ull << 20;
};

/// A cooked file: skeletons, clips, baked clips and crowds written by saveCooked() and used in place from the mapped file.
///
/// Opening checks the header and the table of names, which is O(entries), and reads nothing else. Each entry is checked completely when it
/// is first taken out. A malformed file is refused safely, with an ImportError that names the file, the place in it and, if there are any,
/// the value and the limit. Entries keep alive the memory that they use, so the CookedFile may be destroyed before them.
///
/// Any number of threads may use a CookedFile at once.
class ARMATURE_API CookedFile final {
public:
    /// Opens a file. Throws ImportError if the file is missing, too large or not a cooked file.
    [[nodiscard]] static std::shared_ptr<const CookedFile> open(const std::filesystem::path& file, const CookedOptions& options = {});
    /// Opens a file whose bytes are in memory, and copies them; messages call the file `name`. Of the options, only `unbackedBytes`
    /// applies.
    [[nodiscard]] static std::shared_ptr<const CookedFile> open(std::span<const std::byte> bytes, std::string_view name,
                                                                const CookedOptions& options = {});
    ~CookedFile();
    CookedFile(const CookedFile&) = delete;
    CookedFile& operator=(const CookedFile&) = delete;

    // --- contents, from the table alone ----------------------------------------------------------------------------------

    [[nodiscard]] std::size_t count(CookedKind kind) const noexcept;  ///< Number of entries of that kind. O(1).
    /// The name of an entry. This and all functions below that take an index throw std::out_of_range for a bad index. O(1).
    [[nodiscard]] std::string_view name(CookedKind kind, std::size_t index) const;
    /// The size of an entry in the file, in bytes. O(1).
    [[nodiscard]] std::size_t size(CookedKind kind, std::size_t index) const;
    /// Returns the index of the first entry of that name, or no value if there is none. O(log entries).
    [[nodiscard]] std::optional<std::size_t> find(CookedKind kind, std::string_view name) const noexcept;
    /// All bytes of the file.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept;

    // --- taking entries out -----------------------------------------------------------------------------------------------

    /// Creates a skeleton in its rest pose, independent of others from the same entry; Scene::addSkeleton() can add it to a scene.
    /// Skeletons from one file share unchanged data, as clones do. O(bones).
    [[nodiscard]] std::unique_ptr<Skeleton> createSkeleton(std::size_t index) const;
    /// Returns the clip, always the same object. O(size) the first time, then O(1).
    [[nodiscard]] std::shared_ptr<const AnimationClip> getClip(std::size_t index) const;
    /// Returns the baked clip, always the same object. O(size) the first time, then O(1).
    [[nodiscard]] std::shared_ptr<const BakedClip> getBakedClip(std::size_t index) const;
    /// Returns the description of a crowd.
    [[nodiscard]] CookedCrowd getCrowd(std::size_t index) const;
    /// Creates a crowd with its clips and no members. O(bones + clips), plus the cost of clips taken out for the first time.
    [[nodiscard]] std::unique_ptr<Crowd> createCrowd(std::size_t index) const;

private:
    class ARMATURE_LOCAL State;

    explicit CookedFile(std::unique_ptr<State> state) noexcept;

    std::unique_ptr<State> state_;
};

}  // namespace armature
