#include "command_tables.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/words.hpp"

namespace armature::tools {

OpenModel& requireModel(ViewerDocument& document)
{
    if (document.current() == nullptr) {
        throw CommandError("nothing is open");
    }
    return *document.current();
}

std::size_t requireClip(const OpenModel& model, std::string_view nameOrNumber)
{
    const Playback& playback = model.playback;
    if (const std::optional<std::size_t> clip = playback.find(nameOrNumber)) {
        return *clip;
    }
    constexpr std::size_t mostNamed = 8;
    std::string names;
    for (std::size_t clip = 0; clip < playback.clips().size() && clip < mostNamed; ++clip) {
        names += fmt::format("{}{} \"{}\"", clip == 0 ? "; it has " : ", ", clip, playback.nameOf(clip));
    }
    names += playback.clips().size() > mostNamed ? fmt::format(" and {} more", playback.clips().size() - mostNamed) : std::string();
    throw CommandError(fmt::format("{} has no clip \"{}\"{}", printable(model.name), printable(nameOrNumber), names));
}

std::optional<std::size_t> findOpen(const ViewerDocument& document, std::string_view which)
{
    for (std::size_t number = 0; number < document.modelCount(); ++number) {
        if (number != document.getShown() && (document.model(number).name == which || std::to_string(number + 1) == which)) {
            return number;
        }
    }
    return std::nullopt;
}

std::size_t findOther(const ViewerDocument& document, std::string_view which)
{
    if (const std::optional<std::size_t> number = findOpen(document, which)) {
        return *number;
    }
    throw CommandError(fmt::format("no other open file is called \"{}\"", printable(which)));
}

bool switched(bool isOn, std::string_view text)
{
    if (text.empty() || text == "toggle") {
        return !isOn;
    }
    if (text != "on" && text != "off") {
        throw CommandError(fmt::format("on, off or toggle, not \"{}\"", printable(text)));
    }
    return text == "on";
}

std::size_t oneOf(std::string_view text, std::span<const std::string_view> names)
{
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) {
        throw CommandError(fmt::format("one of {}, not \"{}\"", fmt::join(names, ", "), printable(text)));
    }
    return static_cast<std::size_t>(found - names.begin());
}

}  // namespace armature::tools
