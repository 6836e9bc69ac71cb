#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include <armature/cooked/save_cooked.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// The kinds of things in a cooked file.
enum class CookedKind { Skeleton, Clip, BakedClip, Crowd };

/// How to open a cooked file.
struct CookedOptions {
    /// If false, the file is read into memory. Do so if another program may shorten the file: if it is mapped, that ends the program
    /// (SIGBUS). Replacing the file as saveCooked() does is harmless.
    bool isMapped = true;
    /// Larger files are refused; the error names both numbers.
    std::uint64_t fileBytes = 8ull << 30;
    /// Memory for what a file claims without containing the bytes, such as palettes larger than its skeletons. Everything that is taken out
    /// of a file may use this much on top of 8 times the file's size; the error names the numbers.
    std::uint64_t unbackedBytes = 256ull << 20;
};

/// A cooked file: skeletons, clips, baked clips and crowds written by saveCooked() and used in place from the mapped file.
///
/// Opening checks the header and the table of names, which is O(entries), and reads nothing else. Each entry is checked completely when it
/// is first taken out. Whatever a file contains, it is used safely or refused with an ImportError that names the file, the place in it, the
/// value and the limit. Entries taken out keep their memory alive, so the CookedFile may be destroyed first.
///
/// Any number of threads may use a CookedFile at once.
class CookedFile final {
public:
    /// Opens a file. Throws ImportError if it is missing, too large or not a cooked file.
    [[nodiscard]] static std::shared_ptr<const CookedFile> open(const std::filesystem::path& file, const CookedOptions& options = {});
    /// Opens a file that is in memory, and copies it; `name` stands for the file in messages. Of the options, only `unbackedBytes` applies.
    [[nodiscard]] static std::shared_ptr<const CookedFile> open(std::span<const std::byte> bytes, std::string_view name,
                                                                const CookedOptions& options = {});
    ~CookedFile();
    CookedFile(const CookedFile&) = delete;
    CookedFile& operator=(const CookedFile&) = delete;

    // --- contents: reads only the table ----------------------------------------------------------------------------------

    [[nodiscard]] std::size_t count(CookedKind kind) const noexcept;  ///< Number of entries of that kind. O(1).
    /// The name of an entry. Throws std::out_of_range for a bad index, as do all functions below that take one. O(1).
    [[nodiscard]] std::string_view name(CookedKind kind, std::size_t index) const;
    /// The size of an entry in the file, in bytes. O(1).
    [[nodiscard]] std::size_t size(CookedKind kind, std::size_t index) const;
    /// The index of the first entry of that name, if any. O(log entries).
    [[nodiscard]] std::optional<std::size_t> find(CookedKind kind, std::string_view name) const noexcept;
    /// All bytes of the file.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept;

    // --- taking it out ----------------------------------------------------------------------------------------------------

    /// Creates an independent skeleton in its rest pose; Scene::addSkeleton() takes it into a scene. Skeletons from one file share what
    /// they do not change, as clones do. O(bones).
    [[nodiscard]] std::unique_ptr<Skeleton> createSkeleton(std::size_t index) const;
    /// The clip, always the same one. O(size) the first time, then O(1).
    [[nodiscard]] std::shared_ptr<const AnimationClip> getClip(std::size_t index) const;
    /// The baked clip, always the same one. O(size) the first time, then O(1).
    [[nodiscard]] std::shared_ptr<const BakedClip> getBakedClip(std::size_t index) const;
    /// The description of a crowd.
    [[nodiscard]] CookedCrowd getCrowd(std::size_t index) const;
    /// Creates a crowd with its clips and no members. O(bones + clips), plus the cost of clips taken out for the first time.
    [[nodiscard]] std::unique_ptr<Crowd> createCrowd(std::size_t index) const;

private:
    class State;

    explicit CookedFile(std::unique_ptr<State> state) noexcept;

    std::unique_ptr<State> state_;
};

}  // namespace armature
