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

/// Adapts extensions that the library does not read to the file being written, in which the nodes, materials and other objects to which
/// they refer may have other numbers.
///
/// For some extensions, the places of such numbers are known. These numbers are changed. If a referenced object was removed, the list
/// element that contains the reference is left out. A list that becomes empty counts as a removed object in turn. If no list contains the
/// reference, the whole extension is left out.
///
/// Other extensions are kept unchanged. If an extension may contain numbers, and any number has changed, a note warns of it; if these are
/// the numbers of another scene, the extension is left out instead. Extensions of materials are always kept: they refer to textures, which
/// ExtensionsWriter renumbers.
class KeptNumbers {
public:
    explicit KeptNumbers(importing::SceneDescription& scene);

    /// Returns an extension's text with numbers changed; nullopt if the extension is left out. `numbers` is the map of the numbers that the
    /// extension uses; null means the scene's own numbers. `owner` is the kind of object that has the extension, if that kind is numbered.
    /// `place` names that object in notes.
    [[nodiscard]] std::optional<std::string> renumbered(std::string_view name, const Json& extension, const SharedFileNumbers& numbers,
                                                        std::optional<NumberedThing> owner, std::string_view place);
    /// Returns the content of KHR_materials_variants for the file's root: the variants of all combined scenes.
    [[nodiscard]] std::string variants() const;
    [[nodiscard]] bool hasVariants() const noexcept { return !variants_.empty(); }

private:
    /// The kind of object that a number refers to. Own: an entry of the same extension at the file's root. Owner: an object of the kind
    /// that has the extension.
    enum class Kind { Node, Material, Animation, Variant, Own, Owner };
    struct Rule {
        std::vector<std::string_view> path;  ///< The remaining keys; "*" stands for any key or element.
        Kind kind = Kind::Own;
    };
    struct Context {
        const SharedFileNumbers& numbers;
        std::optional<NumberedThing> owner;
        std::size_t left = 0;  ///< The number of list elements left out so far.
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

/// Translates a pointer into a file ("/nodes/3/rotation") to the written file. `numbers` is the map of the numbers that the pointer uses;
/// null means the scene's own. `written` maps the scene's own numbers to those in the written file. Returns nullopt if the pointer's target
/// was removed, or its list is unknown and `numbers` is given.
[[nodiscard]] std::optional<std::string> renumberedPointer(const std::string& pointer, const SharedFileNumbers& numbers,
                                                           const FileNumbers& written);

}  // namespace armature::gltf
