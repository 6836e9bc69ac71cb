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

/// The pad on which users place clips to blend them: the contents of a graph that makeBlendGraph() made.
struct BlendPad {
    std::vector<BlendPlace> places = {};
    bool isLine = false;
};

/// Returns the pad of a model; a pad without places if the model has no graph, or if its graph is not a pad.
[[nodiscard]] BlendPad padOf(const OpenModel& model);

/// Blends the clips of `pad` at their places. If a pad was played before, its inputs and its time are kept. Throws Error, and changes
/// nothing, if the pad cannot be played.
void playPad(OpenModel& model, const BlendPad& pad);
/// Blends the clips of `pad` at their places. If there was a pad before, this is an edit that can be undone.
void editPad(OpenModel& model, std::string what, const BlendPad& pad);

/// A drag of a clip on a pad. It is one edit, which begins with the first move and lasts until the history's commit().
class PadDrag final {
public:
    /// `point`: index into the places of padOf(model).
    PadDrag(OpenModel& model, std::size_t point) : model_(&model), point_(point) {}

    /// Moves the clip, but not onto another one.
    void to(const glm::vec2& place);
    /// Returns whether `model` is the model of this drag, and its pad still has the point. Precondition: `model` still exists.
    [[nodiscard]] bool fits(const OpenModel& model) const;

private:
    OpenModel* model_;
    std::size_t point_;
    bool hasMoved_ = false;
};

}  // namespace armature::tools
