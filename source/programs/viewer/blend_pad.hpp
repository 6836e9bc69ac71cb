#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/ext/vector_float2.hpp>

#include "programs/armature/blend_graph.hpp"

namespace armature::tools {

struct OpenModel;

/// The clips on a pad and their places: a graph that was made here.
struct BlendPad {
    std::vector<BlendPlace> places = {};
    bool isLine = false;
};

/// The pad of a model; without places if the model has no graph, or another one.
[[nodiscard]] BlendPad padOf(const OpenModel& model);

/// Blends clips at these places: what is set stays set, and it goes on where it was. Throws Error, and changes nothing, if that cannot be.
void playPad(OpenModel& model, const BlendPad& pad);
/// Blends clips at these places as an edit that can be undone, if there was a pad before.
void editPad(OpenModel& model, std::string what, const BlendPad& pad);

/// A clip of a pad in the hand: one edit, from the first move on, that lasts until the history's commit().
class PadDrag final {
public:
    /// `point` of padOf(model).
    PadDrag(OpenModel& model, std::size_t point) : model_(&model), point_(point) {}

    /// Moves the clip, but not onto another one.
    void to(const glm::vec2& place);
    /// Whether the pad still is the one that it was begun on. Precondition: `model` lives.
    [[nodiscard]] bool fits(const OpenModel& model) const;

private:
    OpenModel* model_;
    std::size_t point_;
    bool hasMoved_ = false;
};

}  // namespace armature::tools
