#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace armature {

/// The kinds of things that unread extensions of a scene's file may refer to by number.
enum class NumberedThing { Node, Material, Camera, Light, Animation };
constexpr std::size_t numberedThings = 5;

/// Maps numbers written for another scene to those of the scene that it was copied to. In a scene that nothing was copied to, a number
/// means the object created as the n-th, counted from the first, whatever has been removed since: for a loaded scene, the file's numbers.
struct FileNumbers {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// For each kind of thing, its number here by the number there, or none. Numbers beyond the end have none either.
    std::vector<std::size_t> tables[numberedThings];
    /// What the extensions at the root of the other scene's file say: they name what the extension's own numbers mean.
    std::shared_ptr<const std::string> root;

    [[nodiscard]] std::vector<std::size_t>& of(NumberedThing thing) noexcept { return tables[static_cast<std::size_t>(thing)]; }
    [[nodiscard]] const std::vector<std::size_t>& of(NumberedThing thing) const noexcept { return tables[static_cast<std::size_t>(thing)]; }

    [[nodiscard]] std::size_t numberOf(NumberedThing thing, std::size_t number) const noexcept
    {
        const std::vector<std::size_t>& table = of(thing);
        return number < table.size() ? table[number] : none;
    }
};

/// File numbers that several things share. Null stands for the scene's own numbers.
using SharedFileNumbers = std::shared_ptr<const FileNumbers>;

/// Numbers that go through several maps and then through `last`: each chain is built once, however many things share it.
class FileNumbersThrough {
public:
    explicit FileNumbersThrough(SharedFileNumbers last) : last_(std::move(last)) {}
    /// The map through `first` and then through `last`; if `first` is null, through `last` only.
    [[nodiscard]] const SharedFileNumbers& from(const SharedFileNumbers& first);

private:
    SharedFileNumbers last_;
    std::map<SharedFileNumbers, SharedFileNumbers> made_;
};

}  // namespace armature
