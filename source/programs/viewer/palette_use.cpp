#include "palette_use.hpp"

#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

namespace armature::tools {

namespace {

void countVertices(const SkinWeights& skin, std::vector<PaletteSlot>& slots)
{
    const std::size_t influences = skin.influencesPerVertex;
    for (std::size_t first = 0; influences > 0 && first + influences <= skin.joints.size(); first += influences) {
        for (std::size_t place = first; place < first + influences; ++place) {
            bool isFirst = skin.weights[place] > 0.f && skin.joints[place] < slots.size();
            for (std::size_t before = first; isFirst && before < place; ++before) {  // a joint may be listed twice
                isFirst = skin.joints[before] != skin.joints[place] || !(skin.weights[before] > 0.f);
            }
            if (isFirst) {
                ++slots[skin.joints[place]].vertices;
            }
        }
    }
}

}  // namespace

std::vector<PaletteSlot> paletteUseOf(const Scene& scene, const Skeleton& skeleton)
{
    std::vector<PaletteSlot> slots(skeleton.getFinalMatrices().size());
    for (std::size_t slot = 0; slot < slots.size(); ++slot) {
        slots[slot] = {.slot = slot, .bone = skeleton.getBoneByIndex(slot)};
    }
    for (const MeshInstance* instance : scene.meshInstances()) {
        if (instance->getSkeleton() == &skeleton) {
            for (const Primitive& primitive : instance->getMesh()->primitives()) {
                countVertices(primitive.skin, slots);
            }
        }
    }
    return slots;
}

}  // namespace armature::tools
