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

/// What a cooked file holds of each.
enum class CookedKind { Skeleton, Clip, BakedClip, Crowd };

/// How to open a cooked file.
struct CookedOptions {
    /// Off: the file is read into memory. Do that where somebody else may shorten it meanwhile: of a mapped file that is the end of the
    /// program (SIGBUS). Replacing it as saveCooked() does is harmless.
    bool isMapped = true;
    /// A larger file is refused; the error names both numbers.
    std::uint64_t fileBytes = 8ull << 30;
};

/// A cooked file: skeletons, clips, baked clips and crowds that saveCooked() has written, used where they lie in the mapped file.
///
/// Opening checks the header and the table of names, which is O(entries) and touches nothing else. What is taken out is checked completely,
/// once, when it is taken for the first time; whatever a file says, it is used safely or refused by ImportError that names the file, the
/// place in it, the value and the limit. What was taken keeps the memory that it lies in, so the CookedFile may go first.
///
/// Any number of threads may use one at once.
class CookedFile final {
public:
    [[nodiscard]] static std::shared_ptr<const CookedFile> open(const std::filesystem::path& file, const CookedOptions& options = {});
    /// The same from memory, which is copied; `name` stands for the file in messages.
    [[nodiscard]] static std::shared_ptr<const CookedFile> open(std::span<const std::byte> bytes, std::string_view name);
    ~CookedFile();
    CookedFile(const CookedFile&) = delete;
    CookedFile& operator=(const CookedFile&) = delete;

    // --- what there is: touches only the table ----------------------------------------------------------------------------

    [[nodiscard]] std::size_t count(CookedKind kind) const noexcept;
    /// Throws std::out_of_range, as do all that take an index. O(1).
    [[nodiscard]] std::string_view name(CookedKind kind, std::size_t index) const;
    /// Bytes in the file. O(1).
    [[nodiscard]] std::size_t size(CookedKind kind, std::size_t index) const;
    /// The first of that name, if there is one. O(log entries).
    [[nodiscard]] std::optional<std::size_t> find(CookedKind kind, std::string_view name) const noexcept;
    /// All bytes of the file.
    [[nodiscard]] std::span<const std::byte> bytes() const noexcept;

    // --- taking it out ----------------------------------------------------------------------------------------------------

    /// A skeleton of its own in its rest pose; Scene::addSkeleton() takes it into a scene. All that one file makes share what they do not
    /// change, as clones do. O(bones).
    [[nodiscard]] std::unique_ptr<Skeleton> createSkeleton(std::size_t index) const;
    /// The clip, always the same one. O(size) the first time, then O(1).
    [[nodiscard]] std::shared_ptr<const AnimationClip> getClip(std::size_t index) const;
    [[nodiscard]] std::shared_ptr<const BakedClip> getBakedClip(std::size_t index) const;
    /// What a crowd is made of.
    [[nodiscard]] CookedCrowd getCrowd(std::size_t index) const;
    /// A crowd without members that knows its clips. O(bones + clips), and what the clips take the first time.
    [[nodiscard]] std::unique_ptr<Crowd> createCrowd(std::size_t index) const;

private:
    class State;

    explicit CookedFile(std::unique_ptr<State> state) noexcept;

    std::unique_ptr<State> state_;
};

}  // namespace armature
