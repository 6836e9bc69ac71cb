#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "import/json.hpp"
#include "import/scene_description.hpp"

namespace armature::gltf {

using importing::Json;

/// Renumbers nodes, materials and the like in extensions that were not read, for the file that is written.
///
/// For some extensions, the places of such numbers are known. These numbers are changed, and references to removed things are left out,
/// elements of lists one by one. Other extensions are kept as they are if no number has changed.
class KeptNumbers {
public:
    explicit KeptNumbers(importing::SceneDescription& scene);

    /// An extension's text, renumbered; nullopt: it can no longer be written. `numbers`: the map of the numbers that it uses; null: the
    /// scene's own. `owner`: the kind of thing that has the extension, if such things are numbered.
    [[nodiscard]] std::optional<std::string> renumbered(std::string_view name, const Json& extension, const SharedFileNumbers& numbers,
                                                        std::optional<NumberedThing> owner, std::string_view place);
    /// KHR_materials_variants of the file's root: the variants of all scenes that were combined.
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
        std::size_t left = 0;  ///< How many elements have been left out.
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

/// A pointer into a file ("/nodes/3/rotation") that uses `numbers` (null: the scene's own), translated for the file to which `written` maps
/// the scene's own numbers; nullopt: its target was removed.
[[nodiscard]] std::optional<std::string> renumberedPointer(const std::string& pointer, const SharedFileNumbers& numbers,
                                                           const FileNumbers& written);

}  // namespace armature::gltf
