#include "edit_history.hpp"

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

// Calls `bringBack`, which undoes or redoes edit `number`. If it throws, removes the edit from `edits`, because no edit beyond it could be
// undone or redone otherwise.
template <class Edits>
void orDrop(Edits& edits, std::size_t number, std::optional<std::size_t>& saved, const EditHistory::BringBack& bringBack)
{
    try {
        bringBack();
    } catch (...) {
        edits.erase(edits.begin() + static_cast<std::ptrdiff_t>(number));
        if (saved && *saved > number) {
            --*saved;
        }
        throw;
    }
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

void EditHistory::begin(std::string what, std::span<Node* const> nodes)
{
    Edit edit{.what = std::move(what)};
    for (Node* node : nodes) {
        edit.before.emplace_back(*node);
    }
    start(std::move(edit));
}

void EditHistory::begin(std::string what, Keep keep)
{
    BringBack toBefore = keep();
    start({.what = std::move(what), .keep = std::move(keep), .toBefore = std::move(toBefore)});
}

void EditHistory::start(Edit edit)
{
    commit();
    open_ = std::move(edit);
    isEditing_ = true;
}

void EditHistory::commit()
{
    if (!std::exchange(isEditing_, false)) {
        return;
    }
    if (open_.keep) {
        open_.toAfter = open_.keep();
        add();
        return;
    }
    std::erase_if(open_.before, [](const NodePose& pose) { return pose.isCurrent(); });
    if (open_.before.empty()) {
        return;
    }
    for (const NodePose& pose : open_.before) {
        open_.after.emplace_back(pose.node());
    }
    add();
}

void EditHistory::add()
{
    edits_.resize(done_);
    if (saved_ && *saved_ > done_) {
        saved_.reset();
    }
    if (edits_.size() == mostEdits) {
        edits_.erase(edits_.begin());
        saved_ = saved_ && *saved_ > 0 ? std::optional(*saved_ - 1) : std::nullopt;
    }
    edits_.push_back(std::move(open_));
    done_ = edits_.size();
}

void EditHistory::cancel()
{
    if (std::exchange(isEditing_, false)) {
        restoreAll(open_.before);
        if (open_.keep) {
            open_.toBefore();
        }
    }
}

EditHistory::Step EditHistory::undo()
{
    commit();
    if (done_ == 0) {
        return {};
    }
    --done_;
    const Edit& edit = edits_[done_];
    if (edit.keep) {
        orDrop(edits_, done_, saved_, edit.toBefore);
    }
    restoreAll(edit.before);
    return {edit.what, !edit.keep};
}

EditHistory::Step EditHistory::redo()
{
    commit();
    if (done_ == edits_.size()) {
        return {};
    }
    const Edit& edit = edits_[done_];
    if (edit.keep) {
        orDrop(edits_, done_, saved_, edit.toAfter);
    }
    restoreAll(edit.after);
    ++done_;
    return {edit.what, !edit.keep};
}

bool EditHistory::hasUnsavedPoses() const noexcept
{
    const auto place = [&](std::size_t number) { return edits_.begin() + static_cast<std::ptrdiff_t>(number); };
    const std::size_t saved = saved_.value_or(0);
    return std::any_of(place(std::min(saved, done_)), place(std::max(saved, done_)), [](const Edit& edit) { return !edit.keep; });
}

std::string EditHistory::getUndoName() const
{
    return done_ > 0 ? edits_[done_ - 1].what : std::string();
}

std::string EditHistory::getRedoName() const
{
    return done_ < edits_.size() ? edits_[done_].what : std::string();
}

}  // namespace armature::tools
