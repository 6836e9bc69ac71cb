#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace armature {

/// What may be referred to by a number in what a scene keeps of its file's extensions without reading it.
enum class NumberedThing { Node, Material, Camera, Light, Animation };
constexpr std::size_t numberedThings = 5;

/// What numbers that were written for another scene mean in the one that they were copied to. In a scene that nothing was copied to they
/// mean what was made as number so and so, counted from the first, whatever has been removed since: of a loaded scene the file's numbers.
struct FileNumbers {
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// By the number there the number here, or none, for each kind of thing; what is beyond the end has none, too.
    std::vector<std::size_t> tables[numberedThings];
    /// What the root of the other scene's file said by extensions: names what numbers of the extension's own mean.
    std::shared_ptr<const std::string> root;

    [[nodiscard]] std::vector<std::size_t>& of(NumberedThing thing) noexcept { return tables[static_cast<std::size_t>(thing)]; }
    [[nodiscard]] const std::vector<std::size_t>& of(NumberedThing thing) const noexcept { return tables[static_cast<std::size_t>(thing)]; }

    [[nodiscard]] std::size_t numberOf(NumberedThing thing, std::size_t number) const noexcept
    {
        const std::vector<std::size_t>& table = of(thing);
        return number < table.size() ? table[number] : none;
    }
};

/// Null: the scene's own numbers.
using SharedFileNumbers = std::shared_ptr<const FileNumbers>;

/// Numbers that go through others and then through `last`: each way is made once, however many things go it.
class FileNumbersThrough {
public:
    explicit FileNumbersThrough(SharedFileNumbers last) : last_(std::move(last)) {}
    /// Null: they only go through `last`.
    [[nodiscard]] const SharedFileNumbers& from(const SharedFileNumbers& first);

private:
    SharedFileNumbers last_;
    std::map<SharedFileNumbers, SharedFileNumbers> made_;
};

}  // namespace armature
