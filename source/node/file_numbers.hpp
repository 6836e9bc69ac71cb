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

/// Maps numbers written for another scene to those of the scene that it was copied to. In a scene that nothing was copied to, a number is
/// an object's place in the order of creation, whatever has been removed since: for a loaded scene, the file's numbers.
struct FileNumbers {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// For each kind of object, maps the number there to the number here, or to none. Numbers beyond the end of a table map to none, too.
    std::vector<std::size_t> tables[numberedThings];
    /// The JSON of the extensions at the root of the other scene's file: it defines what the extension's own numbers mean.
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

/// Maps numbers through another map and then through `last`: each chain of maps is built once, however many objects share it.
class FileNumbersThrough {
public:
    explicit FileNumbersThrough(SharedFileNumbers last) : last_(std::move(last)) {}
    /// Returns the map through `first` and then `last`; if `first` is null, through `last` only.
    [[nodiscard]] const SharedFileNumbers& from(const SharedFileNumbers& first);

private:
    SharedFileNumbers last_;
    std::map<SharedFileNumbers, SharedFileNumbers> made_;
};

}  // namespace armature
