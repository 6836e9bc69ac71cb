#include "view_looks.hpp"

namespace armature::tools {

StageLooks looksOf(ViewerDocument& document)
{
    const ViewerSettings& settings = document.settings;
    StageLooks looks{.showBones = settings.showsBones,
                     .boneShape = settings.boneShape,
                     .isWireframe = settings.isWireframe,
                     .skinning = settings.skinning,
                     .shown = settings.surface};
    if (OpenModel* const model = document.current()) {
        if (settings.showsTrail) {
            looks.lines = model->trail.linesOf(*model->scene, model->playback.current(), model->selected);
        }
        if (settings.showsBind) {
            looks.bindOffset = model->bindBeside.offsetFor(*model->scene);
        }
    }
    return looks;
}

}  // namespace armature::tools
