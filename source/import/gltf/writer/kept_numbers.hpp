#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/gltf/json.hpp"
#include "import/scene_description.hpp"

namespace armature::gltf {

/// Numbers of nodes, materials and the like in what extensions say that were not read, as the file that is written has them.
///
/// Of some extensions it is known where they have such numbers: those are renumbered, and what refers to something that has gone is left
/// out, an element of a list by itself. What others say stays as it is while all numbers are what they were.
class KeptNumbers {
public:
    explicit KeptNumbers(importing::SceneDescription& scene);

    /// What an extension says, renumbered; nullopt: it cannot be said any more. `numbers`: which ones it has; null: the scene's own.
    /// `owner`: of what it is an extension, if that is counted among the things.
    [[nodiscard]] std::optional<std::string> renumbered(std::string_view name, const Json& extension, const SharedFileNumbers& numbers,
                                                        std::optional<NumberedThing> owner, std::string_view place);
    /// What the root of the file says by KHR_materials_variants: those of all scenes that were put together.
    [[nodiscard]] std::string variants() const;
    [[nodiscard]] bool hasVariants() const noexcept { return !variants_.empty(); }

private:
    enum class Kind { Node, Material, Animation, Variant, Own, Owner };
    struct Rule {
        std::vector<std::string_view> path;  ///< Keys from here on; "*" is any key or element.
        Kind kind = Kind::Own;
    };
    struct Context {
        const SharedFileNumbers& numbers;
        std::optional<NumberedThing> owner;
        std::size_t left = 0;  ///< How many elements were left out.
    };

    [[nodiscard]] static std::vector<Rule> rulesOf(std::string_view extension);
    [[nodiscard]] std::optional<std::size_t> numberOf(NumberedThing thing, std::size_t number, const SharedFileNumbers& numbers) const;
    [[nodiscard]] std::optional<std::size_t> numberOf(Kind kind, std::size_t number, const Context& context) const;
    [[nodiscard]] std::optional<std::string> rewritten(const Json& value, const std::vector<Rule>& rules, Context& context) const;
    [[nodiscard]] bool isUnchanged(const SharedFileNumbers& numbers);
    void addVariants(const std::string& root, const SharedFileNumbers& numbers);

    importing::SceneDescription& scene_;
    std::map<SharedFileNumbers, bool> isUnchanged_;
    std::vector<std::string> variants_;  ///< JSON texts.
    std::map<std::string, std::size_t, std::less<>> variantByName_;
    std::map<SharedFileNumbers, std::vector<std::size_t>> variantNumbers_;
};

/// A pointer into a file ("/nodes/3/rotation") whose numbers are `numbers` (null: the scene's own), as the file has it to which `written` are
/// the ways from the scene's own; nullopt: what it means has gone.
[[nodiscard]] std::optional<std::string> renumberedPointer(const std::string& pointer, const SharedFileNumbers& numbers,
                                                           const FileNumbers& written);

}  // namespace armature::gltf
