#include <algorithm>
#include <tuple>

#include "retarget/body_shape.hpp"

namespace armature::humanoid {

namespace {

using Bones = std::vector<std::uint32_t>;

std::uint64_t mixed(std::uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;  // splitmix64
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}

/// Returns a hash for each bone's subtree. Subtrees of the same shape have equal hashes; the order of children does not matter.
std::vector<std::uint64_t> hashShapes(const BodyShape& shape)
{
    std::vector<std::uint64_t> hashes(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 0;) {
        hashes[i] = mixed(hashes[i]);
        if (shape.parent[i] != none) {
            hashes[shape.parent[i]] += hashes[i];
        }
    }
    return hashes;
}

class Pairing {
public:
    explicit Pairing(BodyShape& shape) : shape_(shape), shapes_(hashShapes(shape))
    {
        shape_.mate.assign(shape_.size(), none);
        wordKeys_.reserve(shape_.size());
        for (const BoneWords& words : shape_.words) {
            wordKeys_.push_back(words.noun == Noun::None ? 0
                                                         : mixed(static_cast<std::uint64_t>(words.noun) * 8 + (words.isUpper ? 1u : 0u)
                                                                 + (words.isLower ? 2u : 0u) + (words.isHelper ? 4u : 0u)
                                                                 + (static_cast<std::uint64_t>(words.number) + 1) * 4096));
        }
    }

    void run()
    {
        pairAmong(shape_.roots);
        for (std::uint32_t i = 0; i < shape_.size(); ++i) {
            const std::uint32_t mate = shape_.mate[i];
            if (mate == i) {
                pairAmong(shape_.children(i));
            } else if (mate != none && i < mate) {
                pairBetween(shape_.children(i), shape_.children(mate));
            }
        }
    }

private:
    [[nodiscard]] Side named(std::uint32_t bone) const { return shape_.words[bone].side; }

    void pair(std::uint32_t a, std::uint32_t b)
    {
        shape_.mate[a] = b;
        shape_.mate[b] = a;
    }

    static void removePaired(Bones& bones, const BodyShape& shape)
    {
        std::erase_if(bones, [&](std::uint32_t bone) { return shape.mate[bone] != none; });
    }

    /// Pairs siblings whose parent is on the body's middle line. A sibling that gets no mate and whose name has no side is itself on the
    /// middle line.
    void pairAmong(std::span<const std::uint32_t> siblings)
    {
        Bones left;
        Bones right;
        for (const std::uint32_t bone : siblings) {
            if (named(bone) != Side::None) {
                (named(bone) == Side::Left ? left : right).push_back(bone);
            }
        }
        match(left, right, [&](std::uint32_t bone) { return shape_.words[bone].key; });
        match(left, right, [&](std::uint32_t bone) { return wordKeys_[bone]; });
        Bones rest(siblings.begin(), siblings.end());
        removePaired(rest, shape_);
        pairLikeShapes(rest);
        for (const std::uint32_t bone : rest) {
            if (shape_.mate[bone] == none && named(bone) == Side::None) {
                shape_.mate[bone] = bone;
            }
        }
    }

    void pairBetween(std::span<const std::uint32_t> some, std::span<const std::uint32_t> others)
    {
        Bones left(some.begin(), some.end());
        Bones right(others.begin(), others.end());
        match(left, right, [&](std::uint32_t bone) { return shape_.words[bone].key; });
        match(left, right, [&](std::uint32_t bone) { return wordKeys_[bone]; });
        match(left, right, [&](std::uint32_t bone) { return shapes_[bone]; });
        if (left.size() == 1 && right.size() == 1) {
            pair(left.front(), right.front());
        }
    }

    /// Pairs bones with equal keys if there is exactly one such bone on each side; key 0 matches nothing. Keeps the other bones in the
    /// lists.
    template <class KeyOf>
    void match(Bones& left, Bones& right, const KeyOf& keyOf)
    {
        const auto byKey = [&](std::uint32_t a, std::uint32_t b) { return std::tuple(keyOf(a), a) < std::tuple(keyOf(b), b); };
        std::sort(left.begin(), left.end(), byKey);
        std::sort(right.begin(), right.end(), byKey);
        std::size_t r = 0;
        for (std::size_t l = 0; l < left.size(); ++l) {
            const std::uint64_t key = keyOf(left[l]);
            const bool isAlone = (l == 0 || keyOf(left[l - 1]) != key) && (l + 1 == left.size() || keyOf(left[l + 1]) != key);
            while (r < right.size() && keyOf(right[r]) < key) {
                ++r;
            }
            if (key != 0 && isAlone && r < right.size() && keyOf(right[r]) == key
                && (r + 1 == right.size() || keyOf(right[r + 1]) != key)) {
                pair(left[l], right[r]);
            }
        }
        removePaired(left, shape_);
        removePaired(right, shape_);
    }

    [[nodiscard]] bool mayMirror(std::uint32_t a, std::uint32_t b) const
    {
        const glm::vec3 u = shape_.direction[a];
        const glm::vec3 v = shape_.direction[b];
        const bool areKnown = u != glm::vec3(0.f) && v != glm::vec3(0.f);
        const bool areNamed = named(a) != Side::None && named(b) != Side::None;
        return !(areNamed && named(a) == named(b)) && (!areKnown || (u.y * v.y + u.z * v.z - u.x * v.x > 0.9f && u.x * v.x < 1e-3f))
               && haveOneNoun(a, b);
    }

    [[nodiscard]] bool haveOneNoun(std::uint32_t a, std::uint32_t b) const
    {
        const Noun u = shape_.words[a].noun;
        const Noun v = shape_.words[b].noun;
        return u == v || u == Noun::None || v == Noun::None;
    }

    /// Pairs two siblings whose subtrees have the same shape if mayMirror() accepts them, unless a third sibling fits as well. Pairs none
    /// of more than mostAlike siblings of one shape.
    void pairLikeShapes(Bones& bones)
    {
        constexpr std::size_t mostAlike = 16;
        std::sort(bones.begin(), bones.end(),
                  [&](std::uint32_t a, std::uint32_t b) { return std::tuple(shapes_[a], a) < std::tuple(shapes_[b], b); });
        for (std::size_t begin = 0, end = 0; begin < bones.size(); begin = end) {
            while (end < bones.size() && shapes_[bones[end]] == shapes_[bones[begin]]) {
                ++end;
            }
            if (end - begin <= mostAlike) {
                pairAlike({bones.begin() + static_cast<std::ptrdiff_t>(begin), bones.begin() + static_cast<std::ptrdiff_t>(end)});
            }
        }
    }

    void pairAlike(const Bones& alike)
    {
        const auto onlyMirror = [&](std::uint32_t bone) {
            std::uint32_t found = none;
            for (const std::uint32_t other : alike) {
                if (other != bone && mayMirror(bone, other)) {
                    if (found != none) {
                        return none;
                    }
                    found = other;
                }
            }
            return found;
        };
        for (const std::uint32_t bone : alike) {
            const std::uint32_t other = onlyMirror(bone);
            if (other != none && bone < other && onlyMirror(other) == bone) {
                pair(bone, other);
            }
        }
    }

    BodyShape& shape_;
    std::vector<std::uint64_t> shapes_;
    std::vector<std::uint64_t> wordKeys_;
};

}  // namespace

void pairBones(BodyShape& shape)
{
    Pairing(shape).run();
}

}  // namespace armature::humanoid
