#include "ground_program.hpp"

#include <glm/geometric.hpp>
#include <glm/gtc/type_ptr.hpp>

namespace armature {

GroundProgram::GroundProgram()
    : program_("ground.vert", "ground.frag")
    , frame_(program_)
    , corners_(program_.uniform("corners"))
    , normal_(program_.uniform("normal"))
    , ground_(program_.uniform("ground"))
    , groundSurface_(program_.uniform("groundSurface"))
{}

void GroundProgram::draw(const FrameUniforms& frame, const DrawOptions::Ground& ground, const glm::vec3& eye) const noexcept
{
    const glm::vec3 middle(ground.center.x, ground.height, ground.center.y);
    const glm::vec4 disc(middle - eye, ground.patches.empty() ? ground.radius : 0.f);
    const glm::vec4 surface = ground.color ? glm::vec4(*ground.color, 1.f) : glm::vec4(0.f);
    program_.use();
    frame_.set(frame);
    glUniform4fv(ground_, 1, glm::value_ptr(disc));
    glUniform4fv(groundSurface_, 1, glm::value_ptr(surface));
    glBindVertexArray(empty_.name());
    for (const DrawOptions::Ground::Patch& patch : ground.patches) {
        drawPatch(patch, eye);
    }
    if (ground.patches.empty() && ground.radius > 0.f) {
        const auto corner = [&](float x, float z) { return middle + ground.radius * glm::vec3(x, 0.f, z); };
        drawPatch({corner(-1.f, 1.f), corner(1.f, 1.f), corner(-1.f, -1.f), corner(1.f, -1.f)}, eye);
    }
}

void GroundProgram::drawPatch(const DrawOptions::Ground::Patch& patch, const glm::vec3& eye) const noexcept
{
    DrawOptions::Ground::Patch corners = patch;
    for (glm::vec3& corner : corners) {
        corner -= eye;
    }
    const glm::vec3 across = glm::cross(patch[1] - patch[2], patch[3] - patch[0]);  // cross product of the diagonals
    const float length = glm::length(across);
    const glm::vec3 normal = length > 0.f ? across / (across.y < 0.f ? -length : length) : glm::vec3(0.f, 1.f, 0.f);
    glUniform3fv(corners_, static_cast<GLsizei>(corners.size()), glm::value_ptr(corners.front()));
    glUniform3fv(normal_, 1, glm::value_ptr(normal));
    glDrawArrays(GL_TRIANGLE_STRIP, 0, static_cast<GLsizei>(corners.size()));
}

}  // namespace armature
