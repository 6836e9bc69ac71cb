#include "message_place.hpp"

#include <charconv>

#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

namespace {

// Returns the number after a word such as "/nodes/"; none if there is none.
std::optional<std::size_t> numberAfter(std::string_view text, std::string_view word)
{
    const std::size_t place = text.find(word);
    if (place == std::string_view::npos) {
        return std::nullopt;
    }
    text.remove_prefix(place + word.size());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

Node* onlyNodeOfName(const Outline& outline, std::string_view name)
{
    Node* found = nullptr;
    for (const OutlineRow& row : outline.rows()) {
        if (row.label == name) {
            if (found != nullptr) {
                return nullptr;
            }
            found = row.node;
        }
    }
    return found;
}

Node* nodeInQuotes(const Outline& outline, std::string_view text)
{
    for (std::size_t open = text.find('"'); open != std::string_view::npos; open = text.find('"', open)) {
        const std::size_t end = text.find('"', open + 1);
        if (end == std::string_view::npos) {
            return nullptr;
        }
        if (Node* node = onlyNodeOfName(outline, text.substr(open + 1, end - open - 1))) {
            return node;
        }
        open = end + 1;
    }
    return nullptr;
}

}  // namespace

MessagePlace findPlace(OpenModel& model, std::string_view message)
{
    const auto nodes = model.scene->nodes();
    const auto skeletons = model.scene->skeletons();
    if (const auto node = numberAfter(message, "/nodes/"); node && *node < nodes.size()) {
        return {.node = nodes[*node]};
    }
    if (const auto skin = numberAfter(message, "/skins/"); skin && *skin < skeletons.size()) {
        Skeleton& skeleton = *skeletons[*skin];
        const auto joint = numberAfter(message, "/joints/");
        Bone* bone = joint ? skeleton.getBoneByIndex(*joint) : nullptr;
        return {.node = bone != nullptr || skeleton.bones().empty() ? bone : skeleton.getRoots().front()};
    }
    if (const auto clip = numberAfter(message, "/animations/"); clip && *clip < model.playback.clips().size()) {
        return {.clip = *clip};
    }
    return {.node = nodeInQuotes(model.outline, message)};
}

}  // namespace armature::tools
