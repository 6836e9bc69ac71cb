#include <array>
#include <cctype>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include <armature/math/decompose.hpp>
#include <armature/node/descendants.hpp>
#include <armature/skeleton/pose.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "skeleton/mirror_names.hpp"

namespace armature {

namespace {

struct Sides {
    std::string_view left;
    std::string_view right;
    bool isWord;  // whether left and right count only as separate words, as "L" in "arm_L"
};

constexpr std::array sides{Sides{"Left", "Right", false}, Sides{"left", "right", false}, Sides{"LEFT", "RIGHT", false},
                           Sides{"L", "R", true}, Sides{"l", "r", true}};

// Whether `length` characters at `first` form a word of their own: true for "arm_L", "L.arm" and "armL" (a capital after a small letter
// starts a word), false for "Leg" and "tail".
bool isOwnWord(std::string_view name, std::size_t first, std::size_t length)
{
    const bool isCapital = std::isupper(static_cast<unsigned char>(name[first])) != 0;
    const bool startsWord =
        first == 0 || !isLetter(name[first - 1]) || (isCapital && std::islower(static_cast<unsigned char>(name[first - 1])) != 0);
    const bool endsWord = first + length == name.size() || !isLetter(name[first + length]);
    return startsWord && endsWord;
}

/// Removes a trailing number: "arm_L" from "arm_L_012". A name that consists of digits and separators stays.
std::string_view withoutNumber(std::string_view name)
{
    const std::size_t last = name.find_last_not_of("0123456789");
    if (last == std::string_view::npos || last + 1 == name.size()) {
        return name;
    }
    const std::string_view rest = name.substr(0, last + 1);
    const std::size_t end = rest.find_last_not_of("_.- ");
    return end == std::string_view::npos ? name : rest.substr(0, end + 1);
}

/// The tree of a skeleton's bones, by position in bones(): each bone's parent, and an order with parents first.
struct Tree {
    std::vector<std::size_t> parents;  // the position of each bone's parent; for a root, its own position
    std::vector<std::size_t> order;

    explicit Tree(const Skeleton& skeleton)
    {
        std::unordered_map<const Node*, std::size_t> positions;
        for (const Bone* bone : skeleton.bones()) {
            positions.emplace(bone, positions.size());
        }
        for (const Bone* bone : skeleton.bones()) {
            parents.push_back(positions.at(bone->getParent() != nullptr ? bone->getParent() : bone));
        }
        for (const Bone* root : skeleton.getRoots()) {
            order.push_back(positions.at(root));
            for (const Node* below : descendantsOf(*root)) {
                if (below->isBone()) {
                    order.push_back(positions.at(below));
                }
            }
        }
    }

    [[nodiscard]] std::vector<glm::dmat4> toAbsolute(const std::vector<Transform>& locals) const
    {
        std::vector<glm::dmat4> absolutes(locals.size());
        for (const std::size_t bone : order) {
            const glm::dmat4 local(toMat4(locals[bone]));
            absolutes[bone] = parents[bone] == bone ? local : absolutes[parents[bone]] * local;
        }
        return absolutes;
    }
};

}  // namespace

std::vector<std::string> counterpartNames(std::string_view name)
{
    std::vector<std::string> names;
    for (const auto& [left, right, isWord] : sides) {
        for (const auto& [from, to] : {std::pair(left, right), std::pair(right, left)}) {
            for (std::size_t at = name.find(from); at != std::string_view::npos; at = name.find(from, at + 1)) {
                if (!isWord || isOwnWord(name, at, from.size())) {
                    names.push_back(std::string(name.substr(0, at)).append(to).append(name.substr(at + from.size())));
                }
            }
        }
    }
    return names;
}

MirrorMap mirrorMapByName(const Skeleton& skeleton)
{
    std::unordered_map<std::string_view, std::size_t> positions;
    std::unordered_map<std::string_view, std::vector<std::size_t>> numbered;  // keyed by the name without a trailing number
    for (const Bone* bone : skeleton.bones()) {
        numbered[withoutNumber(bone->getName())].push_back(positions.size());
        positions.try_emplace(bone->getName(), positions.size());
    }
    const auto find = [&](std::string_view own, const std::string& name) -> std::optional<std::size_t> {
        if (const auto found = positions.find(name); found != positions.end()) {
            return found->second;
        }
        const auto found = numbered.find(withoutNumber(name));
        const bool isOnlyOne = found != numbered.end() && found->second.size() == 1 && numbered.at(withoutNumber(own)).size() == 1;
        return isOnlyOne ? std::optional(found->second.front()) : std::nullopt;
    };
    MirrorMap map;
    for (const Bone* bone : skeleton.bones()) {
        std::optional<std::size_t> counterpart;
        for (const std::string& name : counterpartNames(bone->getName())) {
            counterpart = counterpart ? counterpart : find(bone->getName(), name);
        }
        map.push_back(counterpart.value_or(map.size()));
    }
    return map;
}

std::vector<const Bone*> findUnpairedBones(const Skeleton& skeleton, const MirrorMap& map)
{
    const std::span<const Bone* const> bones = skeleton.bones();
    if (map.size() != bones.size()) {
        throw std::invalid_argument(fmt::format("{}: {}, but a mirror map of {}", named("skeleton", skeleton.getName()),
                                                counted(bones.size(), "bone"), map.size()));
    }
    std::vector<const Bone*> unpaired;
    for (std::size_t i = 0; i < bones.size(); ++i) {
        if (map[i] == i && !counterpartNames(bones[i]->getName()).empty()) {
            unpaired.push_back(bones[i]);
        }
    }
    return unpaired;
}

// With A the absolute pose, R the absolute rest and S the reflection, D = A * inverse(R) moves a bone from its rest. The reflection of D is
// S * D * S, so the new absolute pose of the counterpart, whose absolute rest is R', is S * D * S * R'.
Pose mirrorPose(const Skeleton& skeleton, const Pose& pose, const MirrorMap& map)
{
    const std::size_t count = skeleton.bones().size();
    if (pose.bones.size() != count || map.size() != count) {
        throw std::invalid_argument(fmt::format("{}: {}, but a pose of {} and a mirror map of {}", named("skeleton", skeleton.getName()),
                                                counted(count, "bone"), pose.bones.size(), map.size()));
    }
    const Tree tree(skeleton);
    const std::vector<glm::dmat4> rests = tree.toAbsolute(captureRestPose(skeleton).bones);
    const std::vector<glm::dmat4> absolutes = tree.toAbsolute(pose.bones);
    glm::dmat4 reflection(1.);
    reflection[0][0] = -1.;

    std::vector<glm::dmat4> mirrored(count);
    for (std::size_t bone = 0; bone < count; ++bone) {
        const std::size_t source = map[bone];
        if (source >= count) {
            throw std::invalid_argument(fmt::format("{}: the counterpart of bone {} is {}, but {}", named("skeleton", skeleton.getName()),
                                                    bone, source, thereAre(count, "bone")));
        }
        if (!isInvertible(toAffine(rests[source]))) {
            throw std::invalid_argument(fmt::format("{}: the rest of bone {} is singular", named("skeleton", skeleton.getName()), source));
        }
        mirrored[bone] = reflection * absolutes[source] * glm::inverse(rests[source]) * reflection * rests[bone];
    }
    Pose result;
    for (std::size_t bone = 0; bone < count; ++bone) {
        const std::size_t parent = tree.parents[bone];
        const glm::dmat4 local = parent == bone ? mirrored[bone] : glm::inverse(mirrored[parent]) * mirrored[bone];
        result.bones.push_back(decompose(toAffine(local)).transform);
    }
    return result;
}

}  // namespace armature
