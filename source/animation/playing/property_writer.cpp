#include "animation/playing/property_writer.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "animation/clip/property_owner.hpp"
#include "node/state_archive.hpp"

namespace armature {

PropertyWriter::PropertyWriter(const Handle<AnimationTargets>& scene, std::span<const Part> parts) : scene_(scene)
{
    std::ranges::copy_if(parts, std::back_inserter(parts_), [](const Part& part) { return part.slot.kind != ChannelTarget::Kind::Curve; });
}

void PropertyWriter::writeAll(std::span<const float> pose) const noexcept
{
    AnimationTargets* const scene = scene_.get();
    if (scene == nullptr) {
        return;
    }
    for (const Part& part : parts_) {
        const std::span<const float> value = pose.subspan(part.first, part.count);
        if (isListed(part.slot.kind)) {
            scene->getProperties().write(part.slot, value);
        } else if (Node* const node = part.node.get()) {
            node->setEnabled(value[0] >= 0.5f);
        }
    }
}

// The values of materials, cameras and lights are not part of a scene's state, but the values that clips give them are.
void PropertyWriter::listState(StateArchive& state)
{
    AnimationTargets* const scene = scene_.get();
    state.same("properties", parts_.size());
    for (const Part& part : parts_) {
        if (scene == nullptr || !isListed(part.slot.kind)) {
            continue;  // nodes list their own state
        }
        std::array<float, mostCurveComponents> numbers{};
        const std::span value = std::span(numbers).first(part.count);
        const bool isSet = scene->getProperties().read(part.slot, value);
        const bool wasSet = state.exchange(isSet);
        const bool differs = state.values(value) || isSet != wasSet;
        if (state.isRestoring() && differs) {
            if (wasSet) {
                scene->getProperties().write(part.slot, value);
            } else {
                scene->getProperties().reset(part.slot);
            }
        }
    }
}

}  // namespace armature
