#include <algorithm>

#include <fmt/format.h>
#include <glm/gtc/type_ptr.hpp>

#include "base/words.hpp"
#include "import/gltf/vrm/vrm_source.hpp"
#include "vrm/vrm_rules.hpp"

// Expressions of VRM 1.0 (VRMC_vrm, "expressions").
namespace armature::gltf {

namespace {

class ExpressionReader {
public:
    explicit ExpressionReader(VrmSource& source) : source_(source), document_(source.document) {}

    void readList(const Json& list, bool isPreset)
    {
        list.forEachMember([&](std::string_view name, const Json& value) {
            document_.charge(2 * (sizeof(VrmExpression) + name.size()), value);
            if (const std::string_view problem = names_.add(name, isPreset); !problem.empty()) {
                leaveOut(document_, value, problem);
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
        expression.overrideBlink = readEnumerator<VrmOverride>(document_, value, "overrideBlink", vrm_words::overrides);
        expression.overrideLookAt = readEnumerator<VrmOverride>(document_, value, "overrideLookAt", vrm_words::overrides);
        expression.overrideMouth = readEnumerator<VrmOverride>(document_, value, "overrideMouth", vrm_words::overrides);
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
        const auto color = std::ranges::find(vrm_words::materialColors, type);
        if (material && color == vrm_words::materialColors.end()) {
            leaveOut(document_, value, fmt::format("changes {}, which VRM 1.0 does not know", quoted(type)));
        } else if (material) {
            VrmColorBind bind{*material, static_cast<VrmMaterialColor>(color - vrm_words::materialColors.begin())};
            value.require("targetValue").asFloats({glm::value_ptr(bind.value), 4});
            return bind;
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
    VrmExpressionNames names_;
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
