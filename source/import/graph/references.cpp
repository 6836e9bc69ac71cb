#include <unordered_set>

#include <fmt/format.h>

#include <armature/skeleton/skeleton.hpp>

#include "import/graph/graph_document.hpp"
#include "import/notes.hpp"
#include "words/nearest_name.hpp"

namespace armature::importing {

namespace {

/// Follows every name in the nodes.
class References {
public:
    References(const GraphDocument& document, const Skeleton& rig) : document_(document), rig_(rig)
    {
        for (const GraphNode& node : document.nodes) {
            nodes_.insert(node.name);
        }
        for (const GraphClipEntry& clip : document.clips) {
            clips_.insert(clip.name);
        }
        for (const GraphParameter& parameter : document.parameters) {
            parameters_.insert(parameter.name);
        }
    }

    void run()
    {
        for (std::size_t i = 0; i < document_.nodes.size(); ++i) {
            const std::string place = fmt::format("/nodes/{}", i);
            std::visit([&](const auto& kind) { follow(kind, place); }, document_.nodes[i].kind);
        }
        input(document_.root, "/root");
    }

private:
    void follow(const ClipNode& node, const std::string& place)
    {
        if (!clips_.contains(node.clip)) {
            refuse(place + "/clip", "clip of the graph", node.clip, {clips_.begin(), clips_.end()});
        }
        value(node.speed, place + "/speed");
    }

    void follow(const BlendNode& node, const std::string& place)
    {
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            input(node.inputs[i].node, fmt::format("{}/inputs/{}/node", place, i));
            value(node.inputs[i].weight, fmt::format("{}/inputs/{}/weight", place, i));
        }
    }

    void follow(const BlendSpaceNode& node, const std::string& place)
    {
        parameter(node.x, place + "/x");
        if (!node.y.empty()) {
            parameter(node.y, place + "/y");
        }
        for (std::size_t i = 0; i < node.points.size(); ++i) {
            input(node.points[i].node, fmt::format("{}/points/{}/node", place, i));
        }
    }

    void follow(const AdditiveNode& node, const std::string& place)
    {
        input(node.base, place + "/base");
        input(node.difference, place + "/difference");
        value(node.weight, place + "/weight");
    }

    void follow(const OverlayNode& node, const std::string& place)
    {
        input(node.base, place + "/base");
        input(node.overlay, place + "/overlay");
        value(node.weight, place + "/weight");
        for (std::size_t i = 0; i < node.masks.size(); ++i) {
            if (rig_.findBone(node.masks[i].bone) == nullptr) {
                std::vector<std::string_view> bones;
                for (const Bone* const bone : rig_.bones()) {
                    bones.push_back(bone->getName());
                }
                refuse(fmt::format("{}/masks/{}/bone", place, i), "bone of the rig", node.masks[i].bone, bones);
            }
        }
    }

    void follow(const MirrorNode& node, const std::string& place)
    {
        input(node.input, place + "/input");
        value(node.amount, place + "/amount");
    }

    void follow(const ModifierNode& node, const std::string& place)
    {
        input(node.input, place + "/input");
        value(node.weight, place + "/weight");
    }

    void follow(const StateMachineNode& node, const std::string& place)
    {
        std::unordered_set<std::string_view> states;
        for (std::size_t i = 0; i < node.states.size(); ++i) {
            input(node.states[i].node, fmt::format("{}/states/{}/node", place, i));
            states.insert(node.states[i].name);
        }
        const auto requireState = [&](const std::string& name, const std::string& at) {
            if (!states.contains(name)) {
                refuse(at, "state of this node", name, {states.begin(), states.end()});
            }
        };
        for (std::size_t i = 0; i < node.transitions.size(); ++i) {
            const GraphTransition& transition = node.transitions[i];
            const std::string at = fmt::format("{}/transitions/{}", place, i);
            if (!transition.from.empty()) {
                requireState(transition.from, at + "/from");
            }
            requireState(transition.to, at + "/to");
            for (std::size_t j = 0; j < transition.conditions.size(); ++j) {
                parameter(transition.conditions[j].parameter, fmt::format("{}/conditions/{}/parameter", at, j));
            }
        }
    }

    void input(const std::string& name, const std::string& place)
    {
        if (!nodes_.contains(name) && !clips_.contains(name)) {
            refuse(place, "node or clip", name, nodesAndClips());
        }
    }

    void parameter(const std::string& name, const std::string& place)
    {
        if (!parameters_.contains(name)) {
            refuse(place, "parameter", name, {parameters_.begin(), parameters_.end()});
        }
    }

    void value(const GraphValue& given, const std::string& place)
    {
        if (!given.parameter.empty()) {
            parameter(given.parameter, place + "/parameter");
        }
    }

    [[nodiscard]] std::vector<std::string_view> nodesAndClips() const
    {
        std::vector<std::string_view> names(clips_.begin(), clips_.end());
        names.insert(names.end(), nodes_.begin(), nodes_.end());
        return names;
    }

    [[noreturn]] static void refuse(const std::string& place, std::string_view kind, std::string_view name,
                                    const std::vector<std::string_view>& names)
    {
        throw Refusal(place, fmt::format("{} is no {}{}", quoted(name), kind, insteadOf(name, names)));
    }

    const GraphDocument& document_;
    const Skeleton& rig_;
    std::unordered_set<std::string_view> nodes_;
    std::unordered_set<std::string_view> clips_;
    std::unordered_set<std::string_view> parameters_;
};

}  // namespace

void requireReferences(const GraphDocument& document, const Skeleton& rig)
{
    References(document, rig).run();
}

}  // namespace armature::importing
