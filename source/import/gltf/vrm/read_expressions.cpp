#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "import/gltf/vrm/vrm_source.hpp"
#include "words/words.hpp"

// Expressions of VRM 1.0 (VRMC_vrm, "expressions").
namespace armature::gltf {

namespace {

constexpr std::array<std::pair<std::string_view, VrmMaterialColor>, 6> colors{{{"color", VrmMaterialColor::Color},
                                                                               {"emissionColor", VrmMaterialColor::EmissionColor},
                                                                               {"shadeColor", VrmMaterialColor::ShadeColor},
                                                                               {"matcapColor", VrmMaterialColor::MatcapColor},
                                                                               {"rimColor", VrmMaterialColor::RimColor},
                                                                               {"outlineColor", VrmMaterialColor::OutlineColor}}};

VrmOverride readOverride(Document& document, const Json& expression, std::string_view key)
{
    const std::string name = readChoice(document, expression, key, {"none", "block", "blend"});
    return name == "block" ? VrmOverride::Block : name == "blend" ? VrmOverride::Blend : VrmOverride::None;
}

class ExpressionReader {
public:
    explicit ExpressionReader(VrmSource& source) : source_(source), document_(source.document) {}

    void readList(const Json& list, bool isPreset)
    {
        list.forEachMember([&](std::string_view name, const Json& value) {
            document_.charge(2 * (sizeof(VrmExpression) + name.size()), value);
            if (name.empty() || isPreset != isPresetExpression(name) || !names_.insert(name).second) {
                leaveOut(document_, value,
                         isPreset ? "is no preset of VRM's" : "has no name, that of a preset, or one that is there already");
                return;
            }
            source_.model.expressions.push_back(read(value, name, isPreset));
        });
    }

private:
    VrmExpression read(const Json& value, std::string_view name, bool isPreset)
    {
        VrmExpression expression{.name = std::string(name), .isPreset = isPreset};
        expression.isBinary = value.findBool("isBinary", false);
        expression.overrideBlink = readOverride(document_, value, "overrideBlink");
        expression.overrideLookAt = readOverride(document_, value, "overrideLookAt");
        expression.overrideMouth = readOverride(document_, value, "overrideMouth");
        readBinds(value, "morphTargetBinds", expression.morphs, [this](const Json& bind) { return readMorph(bind); });
        readBinds(value, "materialColorBinds", expression.colors, [this](const Json& bind) { return readColor(bind); });
        readBinds(value, "textureTransformBinds", expression.textures, [this](const Json& bind) { return readTexture(bind); });
        return expression;
    }

    template <class Bind, class Read>
    void readBinds(const Json& expression, std::string_view key, std::vector<Bind>& binds, const Read& readBind)
    {
        if (const auto list = expression.findArray(key)) {
            document_.reserve(binds, *list);
            list->forEach([&](std::size_t, const Json& value) {
                if (const std::optional<Bind> bind = readBind(value)) {
                    binds.push_back(*bind);
                }
            });
        }
    }

    std::optional<VrmMorphBind> readMorph(const Json& value)
    {
        const auto node = source_.nodes.readMember(value, "node");
        if (!node) {
            return std::nullopt;
        }
        const std::uint64_t target = value.requireUnsigned("index");
        const std::size_t count = source_.targets[source_.nodes.fileNodes()[*node]];
        if (target >= count) {
            leaveOut(document_, value,
                     fmt::format("names morph target {} of node {}, whose mesh has {}", target, source_.nodes.fileNodes()[*node], count));
            return std::nullopt;
        }
        return VrmMorphBind{*node, static_cast<std::size_t>(target), value.findFloat("weight", 1.f)};
    }

    std::optional<std::size_t> readMaterial(const Json& value)
    {
        const std::uint64_t material = value.requireUnsigned("material");
        if (material >= source_.scene.materials.size()) {
            leaveOut(document_, value, fmt::format("names material {}, but there are {}", material, source_.scene.materials.size()));
            return std::nullopt;
        }
        return static_cast<std::size_t>(material);
    }

    std::optional<VrmColorBind> readColor(const Json& value)
    {
        const auto material = readMaterial(value);
        const std::string_view type = value.findString("type");
        for (const auto& [name, color] : colors) {
            if (material && name == type) {
                VrmColorBind bind{*material, color};
                value.require("targetValue").asFloats({glm::value_ptr(bind.value), 4});
                return bind;
            }
        }
        if (material) {
            leaveOut(document_, value, fmt::format("changes {}, which VRM 1.0 does not know", quoted(type)));
        }
        return std::nullopt;
    }

    std::optional<VrmTextureBind> readTexture(const Json& value)
    {
        const auto material = readMaterial(value);
        if (!material) {
            return std::nullopt;
        }
        VrmTextureBind bind{*material};
        static_cast<void>(value.findFloats("scale", {glm::value_ptr(bind.scale), 2}));
        static_cast<void>(value.findFloats("offset", {glm::value_ptr(bind.offset), 2}));
        return bind;
    }

    VrmSource& source_;
    Document& document_;
    std::set<std::string_view> names_;
};

}  // namespace

void readExpressions(VrmSource& source, const Json& expressions)
{
    ExpressionReader reader(source);
    if (const auto presets = expressions.findObject("preset")) {
        reader.readList(*presets, true);
    }
    if (const auto custom = expressions.findObject("custom")) {
        reader.readList(*custom, false);
    }
}

}  // namespace armature::gltf
