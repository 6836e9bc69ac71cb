#include "frame_locations.hpp"

#include <glm/gtc/type_ptr.hpp>

namespace armature {

FrameLocations::FrameLocations(const GlProgram& program)
    : viewProjection_(program.uniform("viewProjection"))
    , viewer_(program.uniform("viewer"))
    , keyDirection_(program.uniform("keyDirection"))
    , keyColor_(program.uniform("keyColor"))
    , skyColor_(program.uniform("skyColor"))
    , groundColor_(program.uniform("groundColor"))
    , softBoxes_(program.uniform("softBoxes"))
    , studio_(program.uniform("studio"))
    , shadowAxes_(program.uniform("shadowAxes"))
    , shadowCenter_(program.uniform("shadowCenter"))
    , shown_(program.uniform("shown"))
    , showsJoints_(program.uniform("showsJoints"))
    , exposure_(program.uniform("exposure"))
    , compressesHighlights_(program.uniform("compressesHighlights"))
    , encodesSrgb_(program.uniform("encodesSrgb"))
    , ghost_(program.uniform("ghost"))
    , setback_(program.uniform("setback"))
{
    program.use();
    glUniform1i(program.uniform("shadowMap"), shadowUnit);
    glUseProgram(0);
}

void FrameLocations::set(const FrameUniforms& frame) const noexcept
{
    glUniformMatrix4fv(viewProjection_, 1, GL_FALSE, glm::value_ptr(frame.viewProjection));
    glUniform4fv(viewer_, 1, glm::value_ptr(frame.viewer));
    const Lighting& lighting = frame.options.lighting;
    glUniform3fv(keyDirection_, 1, glm::value_ptr(frame.keyDirection));
    glUniform3fv(keyColor_, 1, glm::value_ptr(lighting.keyColor));
    glUniform3fv(skyColor_, 1, glm::value_ptr(lighting.skyColor));
    glUniform3fv(groundColor_, 1, glm::value_ptr(lighting.groundColor));
    glUniform1f(softBoxes_, lighting.softBoxes);
    glUniformMatrix3fv(studio_, 1, GL_FALSE, glm::value_ptr(frame.studio));
    glUniformMatrix3fv(shadowAxes_, 1, GL_FALSE, glm::value_ptr(frame.shadow.axes));
    glUniform4fv(shadowCenter_, 1, glm::value_ptr(frame.shadow.center));
    glUniform1i(shown_, static_cast<GLint>(frame.options.shown));
    glUniform1i(showsJoints_, frame.options.shown == DrawOptions::Shown::Joints ? 1 : 0);
    const DrawOptions::Ghost none{.tint = glm::vec3(0.f), .opacity = -1.f};
    const DrawOptions::Ghost& ghost = frame.options.ghost ? *frame.options.ghost : none;
    glUniform4f(ghost_, ghost.tint.r, ghost.tint.g, ghost.tint.b, ghost.opacity);
    glUniform1f(setback_, ghost.setback);
    glUniform1f(exposure_, frame.options.exposure);
    glUniform1i(compressesHighlights_, frame.options.toneMapping == DrawOptions::ToneMapping::Neutral ? 1 : 0);
    glUniform1i(encodesSrgb_, frame.options.encodeSrgb ? 1 : 0);
}

}  // namespace armature
