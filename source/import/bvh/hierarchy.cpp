#include "import/bvh/tokens.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/notes.hpp"
#include "import/scene_description.hpp"

namespace armature::bvh {

namespace {

Channel channelNamed(std::string_view word) noexcept
{
    constexpr std::array<std::string_view, 3> positions{"xposition", "yposition", "zposition"};
    constexpr std::array<std::string_view, 3> rotations{"xrotation", "yrotation", "zrotation"};
    for (unsigned char axis = 0; axis < 3; ++axis) {
        if (isWord(word, positions[axis])) {
            return {Channel::Kind::Position, axis};
        }
        if (isWord(word, rotations[axis])) {
            return {Channel::Kind::Rotation, axis};
        }
    }
    return {};
}

class HierarchyReader {
public:
    HierarchyReader(Tokens& tokens, const ImportLimits& limits, importing::MemoryBudget& budget, importing::Notes& notes)
        : tokens_(tokens), limits_(limits), budget_(budget), notes_(notes)
    {}

    std::vector<Joint> read()
    {
        if (!tokens_.take("HIERARCHY")) {
            tokens_.refuse("must begin with HIERARCHY");
        }
        std::size_t line = tokens_.line();
        while (tokens_.hasNext() && !tokens_.take("MOTION")) {
            readWord();
            line = tokens_.line();
        }
        if (!open_.empty()) {
            Tokens::refuse(joints_[open_.back().joint].line,
                           fmt::format("opens {} and does not close it; the file is cut off", nameOf(open_.back().joint)));
        }
        if (joints_.empty()) {
            Tokens::refuse(line, "reaches the end of the hierarchy without a ROOT");
        }
        return std::move(joints_);
    }

private:
    struct Open {
        std::size_t joint = 0;
        bool hasOffset = false;
        bool hasChannels = false;
    };

    void readWord()
    {
        const std::size_t line = tokens_.line();
        const std::string_view word = tokens_.next();
        if (isWord(word, "ROOT")) {
            if (!open_.empty()) {
                Tokens::refuse(line, fmt::format("has a ROOT inside {}", nameOf(open_.back().joint)));
            }
            open(line, std::string(tokens_.restOfLine()), false);
        } else if (isWord(word, "JOINT")) {
            requireOpen(line, "JOINT");
            open(line, std::string(tokens_.restOfLine()), false);
        } else if (isWord(word, "End") || isWord(word, "EndSite")) {
            requireOpen(line, "End Site");
            static_cast<void>(tokens_.restOfLine());
            open(line, joints_[open_.back().joint].name + ":end", true);
        } else if (isWord(word, "OFFSET")) {
            readOffset(line);
        } else if (isWord(word, "CHANNELS")) {
            readChannels(line);
        } else if (word == "}") {
            requireOpen(line, "}");
            open_.pop_back();
        } else {
            Tokens::refuse(line, fmt::format("has {} where ROOT, JOINT, End Site, OFFSET, CHANNELS, MOTION or a brace should be",
                                             importing::quoted(word)));
        }
    }

    void open(std::size_t line, std::string name, bool isEnd)
    {
        if (!tokens_.take("{")) {
            tokens_.refuse(fmt::format("lacks the brace {{ after {}", importing::quoted(name)));
        }
        if (joints_.size() >= limits_.nodes) {
            Tokens::refuse(line, fmt::format("is one more than the limit of {} (ImportLimits::nodes)", counted(limits_.nodes, "joint")));
        }
        if (open_.size() >= limits_.hierarchyDepth) {
            Tokens::refuse(line, fmt::format("is {} deep, but the limit is {} (ImportLimits::hierarchyDepth)",
                                             counted(open_.size() + 1, "joint"), limits_.hierarchyDepth));
        }
        name.resize(std::min(name.size(), importing::longestName));
        charge(importing::bytesOfNode + sizeof(Joint) + 2 * name.size(), line);
        Joint& joint = joints_.emplace_back();
        joint.name = std::move(name);
        joint.parent = open_.empty() ? std::nullopt : std::optional(open_.back().joint);
        joint.line = line;
        joint.isEnd = isEnd;
        open_.push_back({joints_.size() - 1});
    }

    void readOffset(std::size_t line)
    {
        requireOpen(line, "OFFSET");
        requireFirst(line, open_.back().hasOffset, "OFFSET");
        glm::dvec3& offset = joints_[open_.back().joint].offset;
        for (glm::length_t axis = 0; axis < 3; ++axis) {
            offset[axis] = tokens_.number("a number of OFFSET");
        }
    }

    void readChannels(std::size_t line)
    {
        requireOpen(line, "CHANNELS");
        requireFirst(line, open_.back().hasChannels, "CHANNELS");
        Joint& joint = joints_[open_.back().joint];
        const double count = tokens_.number("the number of CHANNELS");
        for (double number = 0.; number < count; ++number) {
            const std::string_view word = tokens_.next();
            const Channel channel = channelNamed(word);
            // If the announced number is too high, other words follow the channel names; without this check, the rest of the hierarchy
            // would be read as channel names.
            if (word.empty() || word == "{" || word == "}" || isWord(word, "JOINT") || isWord(word, "End")) {
                Tokens::refuse(line, fmt::format("announces {} CHANNELS of {}, but names {}", count, nameOf(open_.back().joint), number));
            }
            if (channel.kind == Channel::Kind::Unknown) {
                notes_.add(fmt::format("line {}", line),
                           fmt::format("has a channel {}, which is neither a position nor a rotation: left out", importing::quoted(word)));
            }
            charge(2 * sizeof(Channel), line);
            joint.channels.push_back(channel);
        }
    }

    void requireOpen(std::size_t line, std::string_view what) const
    {
        if (open_.empty()) {
            Tokens::refuse(line, fmt::format("has {} outside of any ROOT", what));
        }
    }

    void requireFirst(std::size_t line, bool& hasOne, std::string_view what) const
    {
        if (std::exchange(hasOne, true)) {
            Tokens::refuse(line, fmt::format("has a second {} of {}", what, nameOf(open_.back().joint)));
        }
    }

    void charge(std::uint64_t bytes, std::size_t line)
    {
        if (!budget_.charge(bytes)) {
            budget_.refuse(bytes, fmt::format("line {}", line));
        }
    }

    [[nodiscard]] std::string nameOf(std::size_t joint) const { return importing::quoted(joints_[joint].name); }

    Tokens& tokens_;
    const ImportLimits& limits_;
    importing::MemoryBudget& budget_;
    importing::Notes& notes_;
    std::vector<Joint> joints_;
    std::vector<Open> open_;  ///< The joints that enclose the current line, innermost last.
};

}  // namespace

std::vector<Joint> readHierarchy(Tokens& tokens, const ImportLimits& limits, importing::MemoryBudget& budget, importing::Notes& notes)
{
    return HierarchyReader(tokens, limits, budget, notes).read();
}

}  // namespace armature::bvh
