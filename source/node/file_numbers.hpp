#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace armature {

/// The kinds of objects to which unread extensions of a scene's file may refer by number.
enum class NumberedThing { Node, Material, Camera, Light, Animation };
constexpr std::size_t numberedThings = 5;

/// Maps object numbers of one scene to those of another, into which the objects were copied. In a scene into which nothing was copied, an
/// object's number is its index in the order of creation, and removals do not change it. In a loaded scene, these are the numbers of the
/// file.
struct FileNumbers {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// For each kind of object, maps a number of the other scene to a number of this scene, or to `none`. Numbers beyond the end of a table
    /// also map to `none`.
    std::vector<std::size_t> tables[numberedThings];
    /// The JSON of the extensions at the root of the other scene's file. It defines the meaning of an extension's own numbers.
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

/// Combines number maps with the map `last`. Builds each combination only once, and shares it between objects.
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
