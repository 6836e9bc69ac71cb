#include "skinning/vertex_influences.hpp"

#include <algorithm>

namespace armature {

void gatherInfluences(const SkinWeights& skin, std::size_t vertex, std::vector<Influence>& outInfluences)
{
    outInfluences.clear();
    for (std::size_t i = vertex * skin.influencesPerVertex; i < (vertex + 1) * skin.influencesPerVertex; ++i) {
        if (skin.weights[i] != 0.f) {
            outInfluences.push_back({skin.joints[i], skin.weights[i]});
        }
    }
    std::stable_sort(outInfluences.begin(), outInfluences.end(), [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
    std::size_t last = 0;
    for (std::size_t i = 1; i < outInfluences.size(); ++i) {
        if (outInfluences[i].joint == outInfluences[last].joint) {
            outInfluences[last].weight += outInfluences[i].weight;
        } else {
            outInfluences[++last] = outInfluences[i];
        }
    }
    outInfluences.resize(std::min(outInfluences.size(), last + 1));
}

}  // namespace armature
