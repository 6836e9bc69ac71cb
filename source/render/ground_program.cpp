#include "ground_program.hpp"

#include <glm/gtc/type_ptr.hpp>

namespace armature {

GroundProgram::GroundProgram()
    : program_("ground.vert", "ground.frag")
    , frame_(program_)
    , ground_(program_.uniform("ground"))
    , groundSurface_(program_.uniform("groundSurface"))
{}

void GroundProgram::draw(const FrameUniforms& frame, const DrawOptions::Ground& ground, const glm::vec3& eye) const noexcept
{
    const glm::vec4 place(glm::vec3(ground.center.x, ground.height, ground.center.y) - eye, ground.radius);
    const glm::vec4 surface = ground.color ? glm::vec4(*ground.color, 1.f) : glm::vec4(0.f);
    program_.use();
    frame_.set(frame);
    glUniform4fv(ground_, 1, glm::value_ptr(place));
    glUniform4fv(groundSurface_, 1, glm::value_ptr(surface));
    glBindVertexArray(empty_.name());
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

}  // namespace armature
