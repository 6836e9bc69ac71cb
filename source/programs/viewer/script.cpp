#include "script.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "commands.hpp"
#include "shortcuts.hpp"
#include "viewer_state.hpp"

namespace armature::tools {

namespace {

constexpr double longestWait = 60.;
constexpr std::size_t mostFrames = 100'000;
constexpr int dragSteps = 8;

using Kind = InputEvent::Kind;

glm::vec2 parsePair(std::string_view text)
{
    const auto [x, y] = splitLine(text);
    return {static_cast<float>(parseNumber(x, "x")), static_cast<float>(parseNumber(y, "y"))};
}

glm::vec2 requirePlace(std::string_view text, const FindPlace& findPlace)
{
    const bool isNumber = !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
    if (isNumber) {
        return parsePair(text);
    }
    const std::optional<glm::vec2> place = findPlace(text);
    if (!place) {
        throw CommandError(fmt::format("nothing that is shown is called \"{}\"", printable(text)));
    }
    return *place;
}

// Removes the button from the beginning of a text such as "right tree:arm", and returns it; returns the left button if none is named.
int takeButton(std::string_view& text)
{
    constexpr std::array<std::string_view, 3> names{"left", "right", "middle"};
    const auto [word, rest] = splitLine(text);
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) {
        return 0;
    }
    text = rest;
    return static_cast<int>(found - names.begin());
}

std::vector<InputEvent> lettersOf(std::string_view text)
{
    std::vector<InputEvent> letters;
    for (const char letter : text) {
        letters.push_back({.kind = Kind::Letter, .code = static_cast<unsigned char>(letter)});
    }
    return letters;
}

}  // namespace

ViewerScript::ViewerScript(std::string_view text)
{
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto [word, rest] = splitLine(text.substr(0, end));
        if (!word.empty() && word[0] != '#') {
            lines_.push_back({number, rest.empty() ? std::string(word) : fmt::format("{} {}", word, rest)});
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

void ViewerScript::playFrame(ViewerDocument& document, InputQueue& queue, const FindPlace& findPlace, double seconds)
{
    now_ = seconds;
    if (frames_.empty() && pause_ == 0 && next_ < lines_.size()) {
        const Line& line = lines_[next_];
        try {
            play(line, document, findPlace);
        } catch (const std::exception& error) {
            throw CommandError(fmt::format("line {}: {}: {}", line.number, printable(line.text), error.what()));
        }
        next_ += waitsSince_ ? 0u : 1u;
    }
    if (!frames_.empty()) {
        std::for_each(frames_.front().begin(), frames_.front().end(), [&queue](const InputEvent& event) { queue.push(event); });
        frames_.pop_front();
    } else if (pause_ > 0) {
        --pause_;
    }
}

void ViewerScript::play(const Line& line, ViewerDocument& document, const FindPlace& findPlace)
{
    const auto [word, rest] = splitLine(line.text);
    if (word == "expect" || word == "await") {
        expect(rest, document, word == "await");
    } else if (word == "wait") {
        const double frames = parseNumber(rest, "a number of frames");
        pause_ = static_cast<std::size_t>(std::clamp(frames, 0., static_cast<double>(mostFrames)));
    } else if (word == "try") {
        tryCommand(document, rest);
    } else if (!playInput(word, rest, findPlace, document.facts.panelScale)) {
        runCommand(document, line.text);
    }
}

bool ViewerScript::playInput(std::string_view word, std::string_view rest, const FindPlace& findPlace, float panelScale)
{
    if (word == "key") {
        const std::optional<NamedKey> key = findKey(rest);
        if (!key) {
            throw CommandError("no such key");
        }
        const InputEvent down{.kind = Kind::Key, .code = key->key, .isDown = true, .control = key->control, .shift = key->shift};
        frames_ = {{down}, {{.kind = Kind::Key, .code = key->key}}};
    } else if (word == "type") {
        frames_ = {lettersOf(rest)};
    } else if (word == "mouse") {
        frames_ = {{{.kind = Kind::Move, .place = requirePlace(rest, findPlace)}}};
    } else if (word == "click") {
        const int button = takeButton(rest);
        press(button, requirePlace(rest, findPlace), glm::vec2(0.f));
    } else if (word == "drag") {
        const int button = takeButton(rest);
        const std::size_t by = rest.rfind(" by ");
        if (by == std::string_view::npos) {
            throw CommandError("drag PLACE by X Y");
        }
        press(button, requirePlace(rest.substr(0, by), findPlace), panelScale * parsePair(rest.substr(by + 4)));
    } else if (word == "wheel") {
        frames_ = {{{.kind = Kind::Wheel, .amount = static_cast<float>(parseNumber(rest, "a number of clicks"))}}};
    } else if (word == "drop") {
        frames_ = {{{.kind = Kind::Drop, .text = std::string(rest)}}};
    } else {
        return false;
    }
    return true;
}

void ViewerScript::press(int button, const glm::vec2& place, const glm::vec2& drag)
{
    const InputEvent there{.kind = Kind::Move, .place = place};
    frames_ = {{there}, {{.kind = Kind::Button, .code = button, .isDown = true}}};
    const int steps = drag == glm::vec2(0.f) ? 0 : dragSteps;
    for (int step = 1; step <= steps; ++step) {
        const float part = static_cast<float>(step) / static_cast<float>(dragSteps);
        frames_.push_back({{.kind = Kind::Move, .place = place + part * drag}});
    }
    frames_.push_back({{.kind = Kind::Button, .code = button}});
    frames_.push_back({});  // the effect is visible in the frame after the release
}

void ViewerScript::expect(std::string_view condition, const ViewerDocument& document, bool waits)
{
    auto [name, wanted] = splitLine(condition);
    const std::string state = describeState(document, name);
    const bool isPart = wanted.starts_with("~");
    if (isPart) {
        wanted.remove_prefix(std::min(wanted.find_first_not_of(" \t", 1), wanted.size()));
    }
    if (isPart ? state.find(wanted) != std::string::npos : state == wanted) {
        waitsSince_.reset();
        return;
    }
    if (!waits || now_ - waitsSince_.value_or(now_) > longestWait) {
        throw CommandError(fmt::format("it is {}", state));
    }
    waitsSince_ = waitsSince_.value_or(now_);
}

}  // namespace armature::tools
