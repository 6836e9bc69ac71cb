#include "import/gltf/writer/kept_numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "base/json_writer.hpp"
#include "base/words.hpp"
#include "import/gltf/readers.hpp"

namespace armature::gltf {

namespace {

/// Whether a value contains anything that may be an object's number or a pointer into the file.
bool mayHaveNumbers(const Json& value, int depth = 0)
{
    constexpr int deepest = 64;
    bool isFound = value.isUnsigned() || (value.isString() && value.asString().starts_with('/')) || depth > deepest;
    if (value.isObject()) {
        value.forEachMember([&](std::string_view, const Json& member) { isFound = isFound || mayHaveNumbers(member, depth + 1); });
    } else if (value.isArray()) {
        value.forEach([&](std::size_t, const Json& element) { isFound = isFound || mayHaveNumbers(element, depth + 1); });
    }
    return isFound;
}

std::optional<std::size_t> numberIn(const FileNumbers& written, NumberedThing thing, std::size_t number, const SharedFileNumbers& numbers)
{
    const std::size_t own = numbers != nullptr ? numbers->numberOf(thing, number) : number;
    const std::size_t known = own != FileNumbers::none ? written.numberOf(thing, own) : own;
    return known != FileNumbers::none ? std::optional(known) : std::nullopt;
}

}  // namespace

KeptNumbers::KeptNumbers(importing::SceneDescription& scene) : scene_(scene)
{
    if (!scene.written) {
        scene.written.emplace();
    }
    addVariants(scene.extensions, nullptr);
    for (const SharedFileNumbers& root : scene.written->roots) {
        addVariants(*root->root, root);
    }
}

// Returns where an extension stores numbers of the file's objects; no rules if it is not in the table. An extension in the table stores
// such numbers nowhere else; one with an empty path stores none at all.
std::vector<KeptNumbers::Rule> KeptNumbers::rulesOf(std::string_view extension)
{
    struct Row {
        std::string_view extension;
        std::string_view path;
        Kind kind;
    };
    static constexpr std::array<Row, 11> rows{{
        {"KHR_materials_variants", "mappings/*/material", Kind::Material},
        {"KHR_materials_variants", "mappings/*/variants/*", Kind::Variant},
        {"KHR_character", "rootNode", Kind::Node},
        {"KHR_character_expression", "expressions/*/animation", Kind::Animation},
        {"KHR_skeleton_bone", "", Kind::Own},
        {"KHR_character_reference_pose", "", Kind::Own},
        {"KHR_animation_reference_pose", "", Kind::Own},
        {"KHR_xmp_json_ld", "packet", Kind::Own},
        {"KHR_xmp", "packet", Kind::Own},
        {"EXT_lights_image_based", "light", Kind::Own},
        {"MSFT_lod", "ids/*", Kind::Owner},
    }};
    std::vector<Rule> rules;
    for (const Row& row : rows) {
        if (row.extension != extension) {
            continue;
        }
        Rule rule{{}, row.kind};
        for (std::size_t begin = 0; begin <= row.path.size();) {
            const std::size_t end = std::min(row.path.find('/', begin), row.path.size());
            rule.path.push_back(row.path.substr(begin, end - begin));
            begin = end + 1;
        }
        rules.push_back(std::move(rule));
    }
    return rules;
}

void KeptNumbers::addVariants(const std::string& root, const SharedFileNumbers& numbers)
{
    simdjson::dom::parser parser;
    simdjson::dom::element parsed;
    std::vector<std::size_t>& table = variantNumbers_[numbers];
    if (root.empty() || !table.empty() || parser.parse(root).get(parsed) != simdjson::SUCCESS || !parsed.is_object()) {
        return;
    }
    const Json extensions(parsed);
    const auto extension = extensions.find("KHR_materials_variants");
    const auto variants = extension && extension->isObject() ? extension->find("variants") : std::nullopt;
    if (!variants || !variants->isArray()) {
        return;
    }
    variants->forEach([&](std::size_t, const Json& variant) {
        const auto name = variant.isObject() ? variant.find("name") : std::nullopt;
        const std::string key = name && name->isString() ? std::string(name->asString()) : std::string();
        const auto [known, isNew] = variantByName_.try_emplace(key, variants_.size());
        if (isNew || numbers == nullptr) {
            variants_.push_back(variant.asText());
            table.push_back(variants_.size() - 1);
        } else {
            table.push_back(known->second);
        }
    });
}

std::string KeptNumbers::variants() const
{
    JsonWriter json;
    json.beginObject(JsonWriter::Layout::Inline);
    json.key("variants");
    json.beginArray(JsonWriter::Layout::Inline);
    for (const std::string& variant : variants_) {
        json.raw(variant);
    }
    json.endArray();
    json.endObject();
    return textOf(json);
}

std::optional<std::size_t> KeptNumbers::numberOf(NumberedThing thing, std::size_t number, const SharedFileNumbers& numbers) const
{
    return numberIn(scene_.written->own, thing, number, numbers);
}

std::optional<std::size_t> KeptNumbers::numberOf(Kind kind, std::size_t number, const Context& context) const
{
    switch (kind) {
    case Kind::Node: return numberOf(NumberedThing::Node, number, context.numbers);
    case Kind::Material: return numberOf(NumberedThing::Material, number, context.numbers);
    case Kind::Animation: return numberOf(NumberedThing::Animation, number, context.numbers);
    case Kind::Variant: {
        const auto table = variantNumbers_.find(context.numbers);
        if (table != variantNumbers_.end() && number < table->second.size()) {
            return table->second[number];
        }
        for (const auto& [numbers, known] : variantNumbers_) {  // copies of one file have different maps, but the same root and variants
            if (numbers != nullptr && context.numbers != nullptr && numbers->root == context.numbers->root && number < known.size()) {
                return known[number];
            }
        }
        return std::nullopt;
    }
    case Kind::Own: return context.numbers == nullptr ? std::optional(number) : std::nullopt;
    case Kind::Owner: break;
    }
    return context.owner ? numberOf(*context.owner, number, context.numbers) : std::nullopt;
}

std::optional<std::string> KeptNumbers::rewritten(const Json& value, const std::vector<Rule>& rules, Context& context) const
{
    if (rules.empty()) {
        return value.asText();
    }
    if (rules.front().path.empty()) {
        const auto number =
            value.isUnsigned() ? numberOf(rules.front().kind, static_cast<std::size_t>(value.asUnsigned()), context) : std::nullopt;
        return number ? std::optional(fmt::to_string(*number)) : std::nullopt;
    }
    const auto below = [&](std::string_view key) {
        std::vector<Rule> found;
        for (const Rule& rule : rules) {
            if (rule.path.front() == "*" || rule.path.front() == key) {
                found.push_back({{rule.path.begin() + 1, rule.path.end()}, rule.kind});
            }
        }
        return found;
    };
    JsonWriter json;
    bool isWhole = true;
    if (value.isObject()) {
        json.beginObject(JsonWriter::Layout::Inline);
        value.forEachMember([&](std::string_view key, const Json& member) {
            const auto text = rewritten(member, below(key), context);
            isWhole = isWhole && text;
            json.key(key);
            json.raw(text.value_or("null"));
        });
        json.endObject();
    } else if (value.isArray()) {
        std::size_t count = 0;
        json.beginArray(JsonWriter::Layout::Inline);
        value.forEach([&](std::size_t, const Json& element) {
            if (const auto text = rewritten(element, below("*"), context)) {
                json.raw(*text);
                ++count;
            } else {
                ++context.left;
            }
        });
        json.endArray();
        isWhole = count > 0 || value.size() == 0;
    } else {
        return value.asText();
    }
    return isWhole ? std::optional(textOf(json)) : std::nullopt;
}

bool KeptNumbers::isUnchanged(const SharedFileNumbers& numbers)
{
    const auto [known, isNew] = isUnchanged_.try_emplace(numbers, true);
    for (std::size_t each = 0; each < numberedThings && isNew; ++each) {
        const auto thing = static_cast<NumberedThing>(each);
        const std::size_t count = (numbers != nullptr ? *numbers : scene_.written->own).of(thing).size();
        for (std::size_t number = 0; number < count && known->second; ++number) {
            known->second = numberOf(thing, number, numbers) == number;
        }
    }
    return known->second;
}

std::optional<std::string> KeptNumbers::renumbered(std::string_view name, const Json& extension, const SharedFileNumbers& numbers,
                                                   std::optional<NumberedThing> owner, std::string_view place)
{
    const std::vector<Rule> rules = rulesOf(name);
    if (!rules.empty()) {
        Context context{numbers, owner};
        auto text = rewritten(extension, rules, context);
        if (!text || context.left > 0) {
            scene_.notes.add(std::string(place),
                             fmt::format("says by {} what refers to something that is not in the scene: {}", name,
                                         text ? counted(context.left, "entry", "entries") + " of it left out" : std::string("left out")));
        }
        return text;
    }
    if (owner == NumberedThing::Material || isUnchanged(numbers) || !mayHaveNumbers(extension)) {
        return extension.asText();
    }
    if (numbers != nullptr) {
        scene_.notes.add(std::string(place), fmt::format("says something by {}, whose numbers may be of another scene: left out", name));
        return std::nullopt;
    }
    scene_.notes.add(std::string(place), fmt::format("says something by {}, which is kept as it was; where it has numbers of nodes or "
                                                     "the like, these may be others now",
                                                     name));
    return extension.asText();
}

std::optional<std::string> renumberedPointer(const std::string& pointer, const SharedFileNumbers& numbers, const FileNumbers& written)
{
    constexpr std::array<std::pair<std::string_view, NumberedThing>, 4> lists{
        {{"/nodes/", NumberedThing::Node},
         {"/materials/", NumberedThing::Material},
         {"/cameras/", NumberedThing::Camera},
         {"/extensions/KHR_lights_punctual/lights/", NumberedThing::Light}}};
    for (const auto& [list, thing] : lists) {
        if (pointer.starts_with(list)) {
            std::size_t number = 0;
            const char* const end = pointer.data() + pointer.size();
            const auto [rest, error] = std::from_chars(pointer.data() + list.size(), end, number);
            const auto known = error == std::errc() ? numberIn(written, thing, number, numbers) : std::nullopt;
            return known ? std::optional(fmt::format("{}{}{}", list, *known, std::string_view(rest, static_cast<std::size_t>(end - rest))))
                         : std::nullopt;
        }
    }
    return numbers == nullptr ? std::optional(pointer) : std::nullopt;
}

}  // namespace armature::gltf
