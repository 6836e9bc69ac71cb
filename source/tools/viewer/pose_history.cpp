#include "pose_history.hpp"

#include <algorithm>
#include <utility>

#include <armature/node/transform_node.hpp>
#include <armature/skeleton/bone.hpp>

namespace armature::tools {

namespace {

constexpr std::size_t mostEdits = 1000;

void restoreAll(const std::vector<NodePose>& poses)
{
    std::for_each(poses.begin(), poses.end(), [](const NodePose& pose) { pose.restore(); });
}

}  // namespace

Node& posedBy(Node& node) noexcept
{
    Bone* bone = node.asBone();
    const bool isDriven = bone != nullptr && bone->getTransformNode() != nullptr && bone->getLinkMode() == LinkMode::NodeDrives;
    return isDriven ? static_cast<Node&>(*bone->getTransformNode()) : node;
}

NodePose::NodePose(Node& node)
    : node_(&posedBy(node))
    , transform_(node_->getTransform())
    , matrix_(node_->getLocalMatrix())
    , isSheared_(!node_->getDecomposition(Space::Local).isExact())
{}

void NodePose::restore() const
{
    if (isSheared_) {
        node_->setLocalMatrix(matrix_);
    } else {
        node_->setTransform(transform_);
    }
}

bool NodePose::isCurrent() const
{
    return node_->getLocalMatrix() == matrix_;
}

void PoseHistory::begin(std::string what, std::span<Node* const> nodes)
{
    commit();
    open_ = {.what = std::move(what)};
    for (Node* node : nodes) {
        open_.before.emplace_back(*node);
    }
    isEditing_ = true;
}

void PoseHistory::commit()
{
    if (!std::exchange(isEditing_, false)) {
        return;
    }
    std::erase_if(open_.before, [](const NodePose& pose) { return pose.isCurrent(); });
    if (open_.before.empty()) {
        return;
    }
    for (const NodePose& pose : open_.before) {
        open_.after.emplace_back(pose.node());
    }
    edits_.resize(done_);
    if (edits_.size() == mostEdits) {
        edits_.erase(edits_.begin());
    }
    edits_.push_back(std::move(open_));
    done_ = edits_.size();
}

void PoseHistory::cancel()
{
    if (std::exchange(isEditing_, false)) {
        restoreAll(open_.before);
    }
}

std::string PoseHistory::undo()
{
    commit();
    if (done_ == 0) {
        return {};
    }
    --done_;
    restoreAll(edits_[done_].before);
    return edits_[done_].what;
}

std::string PoseHistory::redo()
{
    commit();
    if (done_ == edits_.size()) {
        return {};
    }
    restoreAll(edits_[done_].after);
    return edits_[done_++].what;
}

std::string PoseHistory::getUndoName() const
{
    return done_ > 0 ? edits_[done_ - 1].what : std::string();
}

std::string PoseHistory::getRedoName() const
{
    return done_ < edits_.size() ? edits_[done_].what : std::string();
}

}  // namespace armature::tools
