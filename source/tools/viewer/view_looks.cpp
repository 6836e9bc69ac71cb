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
        if (settings.showsGround) {
            looks.ground = model->ground.below(*model->scene, model->playback.current());
        }
        model->lines.clear();
        if (settings.showsTrail) {
            const auto trail = model->trail.linesOf(*model->scene, model->playback.current(), model->selected);
            model->lines.assign(trail.begin(), trail.end());
        }
        if (settings.showsSprings) {
            model->springs.appendLines(model->lines);
        }
        looks.lines = model->lines;
        if (settings.showsBind) {
            looks.bindOffset = model->bindBeside.offsetFor(*model->scene);
        }
    }
    return looks;
}

}  // namespace armature::tools
