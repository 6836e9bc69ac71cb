#include "outline.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "small_letters.hpp"

namespace armature::tools {

namespace {

bool contains(std::string_view text, std::string_view part)
{
    return inSmallLetters(text).find(part) != std::string::npos;
}

}  // namespace

Outline::Outline(Scene& scene)
{
    for (TransformNode* node : scene.nodes()) {
        if (node->getParent() == nullptr) {
            addTree(*node, scene);
        }
    }
    for (Skeleton* skeleton : scene.skeletons()) {
        for (Bone* root : skeleton->getRoots()) {
            if (root->getTransformNode() == nullptr) {
                addTree(*root, scene);
            }
        }
    }
}

// Adds a tree without recursion, because files may nest nodes as deep as the limits of the importers allow.
void Outline::addTree(Node& root, Scene& scene)
{
    std::map<const Node*, Bone*> driven;
    for (Skeleton* skeleton : scene.skeletons()) {
        for (Bone* bone : skeleton->bones()) {
            if (bone->getTransformNode() != nullptr) {
                driven.emplace(bone->getTransformNode(), bone);
            }
        }
    }
    struct Open {
        Node* node;
        std::size_t depth;
    };
    std::vector<Open> open{{&root, 0}};
    std::vector<std::size_t> above;
    while (!open.empty()) {
        const Open next = open.back();
        open.pop_back();
        const auto bone = driven.find(next.node);
        Node* const chosen = bone != driven.end() ? static_cast<Node*>(bone->second) : next.node;
        const TransformNode* place = next.node->asTransformNode();
        above.resize(next.depth);
        for (const std::size_t row : above) {
            ++rows_[row].size;
        }
        above.push_back(rows_.size());
        rows_.push_back({.node = chosen,
                         .label = printable(shown(chosen->getName())),
                         .depth = next.depth,
                         .isBone = chosen->asBone() != nullptr,
                         .meshes = place != nullptr ? place->meshInstances().size() : 0});
        const std::size_t first = open.size();
        for (Node& child : next.node->getChildren()) {
            open.push_back({&child, next.depth + 1});
        }
        std::reverse(open.begin() + static_cast<std::ptrdiff_t>(first), open.end());
    }
}

std::span<const std::size_t> Outline::shownRows() const
{
    if (std::exchange(isStale_, false)) {
        shown_.clear();
        for (std::size_t row = 0; row < rows_.size(); ++row) {
            if (search_.empty() || contains(rows_[row].label, search_)) {
                shown_.push_back(row);
            }
            if (search_.empty() && folded_.contains(row)) {
                row += rows_[row].size - 1;
            }
        }
    }
    return shown_;
}

void Outline::search(std::string_view text)
{
    search_ = inSmallLetters(text);
    isStale_ = true;
}

void Outline::fold(std::size_t row, bool isFolded)
{
    if (isFolded) {
        folded_.insert(row);
    } else {
        folded_.erase(row);
    }
    isStale_ = true;
}

void Outline::reveal(const Node& node)
{
    const std::size_t wanted = find(&node);
    std::erase_if(folded_, [&](std::size_t row) { return row < wanted && wanted < row + rows_[row].size; });
    isStale_ = true;
}

std::size_t Outline::find(const Node* node) const noexcept
{
    const Bone* bone = node != nullptr ? node->asBone() : nullptr;
    const Node* driver = bone != nullptr ? bone->getTransformNode() : node;
    const auto isIt = [node, driver](const OutlineRow& row) {
        const Bone* shown = row.node->asBone();
        return row.node == node || (shown != nullptr && driver != nullptr && shown->getTransformNode() == driver);
    };
    return static_cast<std::size_t>(std::find_if(rows_.begin(), rows_.end(), isIt) - rows_.begin());
}

Node* Outline::findNode(std::string_view name) const
{
    const auto findBy = [this](const auto& isIt) {
        const auto row = std::find_if(rows_.begin(), rows_.end(), isIt);
        return row != rows_.end() ? row->node : nullptr;
    };
    Node* found = findBy([name](const OutlineRow& row) { return row.node->getName() == name; });
    if (found == nullptr) {
        found = findBy([name](const OutlineRow& row) { return row.node->getPath() == name; });
    }
    return found != nullptr ? found : findBy([part = inSmallLetters(name)](const OutlineRow& row) { return contains(row.label, part); });
}

}  // namespace armature::tools
