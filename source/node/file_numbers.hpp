#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace armature {

/// The kinds of objects that unread extensions of a scene's file may refer to by number.
enum class NumberedThing { Node, Material, Camera, Light, Animation };
constexpr std::size_t numberedThings = 5;

/// Maps numbers that were written for another scene to the numbers of the scene that their objects were copied to. In a scene that nothing
/// was copied to, an object's number is its place in the order of creation, whatever has been removed since; in a loaded scene, these are
/// the file's numbers.
struct FileNumbers {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// For each kind of object, maps a number of the other scene to a number of this scene, or to `none`. Numbers beyond the end of a table
    /// also map to `none`.
    std::vector<std::size_t> tables[numberedThings];
    /// The JSON of the extensions at the root of the other scene's file, which define what an extension's own numbers mean.
    std::shared_ptr<const std::string> root;

    [[nodiscard]] std::vector<std::size_t>& of(NumberedThing thing) noexcept { return tables[static_cast<std::size_t>(thing)]; }
    [[nodiscard]] const std::vector<std::size_t>& of(NumberedThing thing) const noexcept { return tables[static_cast<std::size_t>(thing)]; }

    [[nodiscard]] std::size_t numberOf(NumberedThing thing, std::size_t number) const noexcept
    {
        const std::vector<std::size_t>& table = of(thing);
        return number < table.size() ? table[number] : none;
    }
};

/// File numbers that several objects share. Null stands for the scene's own numbers.
using SharedFileNumbers = std::shared_ptr<const FileNumbers>;

/// Combines number maps with the map `last`: each combination is built once, however many objects share it.
class FileNumbersThrough {
public:
    explicit FileNumbersThrough(SharedFileNumbers last) : last_(std::move(last)) {}
    /// Returns the map that applies `first`, then `last`; if `first` is null, `last` alone.
    [[nodiscard]] const SharedFileNumbers& from(const SharedFileNumbers& first);

private:
    SharedFileNumbers last_;
    std::map<SharedFileNumbers, SharedFileNumbers> made_;
};

}  // namespace armature
