#include "import_worker/convert.hpp"

namespace armature::worker {

foreign::WorkerScene convert(const aiScene& scene, bool isMotion)
{
    foreign::WorkerScene out;
    out.scene.name = textOf(scene.mName);
    NodeTable nodes(scene, out);
    if (!isMotion) {
        convertMaterials(scene, out);
        convertMeshes(scene, nodes, out);
    }
    convertAnimations(scene, nodes, out);
    return out;
}

}  // namespace armature::worker
