#include <fmt/format.h>

#include "import/refusal.hpp"
#include "import/validate.hpp"
#include "scene/mesh_access.hpp"

namespace armature::importing {

void validateMaterials(SceneDescription& scene)
{
    for (std::size_t index = 0; index < scene.materials.size(); ++index) {
        if (const auto problem = findProblem(scene.materials[index], scene.images.size())) {
            throw Refusal(fmt::format("/materials/{}", index), *problem);
        }
    }
}

}  // namespace armature::importing
