#include "shadow_map.hpp"

#include <cmath>

#include <glm/geometric.hpp>

#include <armature/error.hpp>

namespace armature {

glm::mat4 ShadowView::getProjection() const noexcept
{
    const float scale = 2.f / center.w;
    glm::mat4 projection(1.f);
    for (glm::length_t row = 0; row < 3; ++row) {
        const glm::vec3 along = axes[row] * (row == 2 ? -scale : scale);
        for (glm::length_t column = 0; column < 3; ++column) {
            projection[column][row] = along[column];
        }
        projection[3][row] = -glm::dot(along, glm::vec3(center));
    }
    return projection;
}

ShadowView viewAlong(const glm::vec3& towardsLight, const Aabb& bounds, const glm::vec3& eye) noexcept
{
    if (bounds.isEmpty()) {
        return {};
    }
    const float side = 1.02f * glm::length(bounds.getSize());
    if (!std::isfinite(side) || side == 0.f) {
        return {};
    }
    const glm::vec3 upright = std::abs(towardsLight.y) < 0.99f ? glm::vec3(0.f, 1.f, 0.f) : glm::vec3(1.f, 0.f, 0.f);
    const glm::vec3 right = glm::normalize(glm::cross(upright, towardsLight));
    return {glm::mat3(right, glm::cross(towardsLight, right), towardsLight), glm::vec4(bounds.getCenter() - eye, side)};
}

void ShadowMap::create()
{
    depth_ = GlTexture();
    framebuffer_ = GlFramebuffer();
    glBindTexture(GL_TEXTURE_2D, depth_.name());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, side, side, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    // Outside the map, nothing casts a shadow.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
    const std::array<float, 4> farthest{1.f, 1.f, 1.f, 1.f};
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, farthest.data());
    glBindTexture(GL_TEXTURE_2D, 0);

    GLint read = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &read);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth_.name(), 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    const bool isComplete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(read));
    if (!isComplete) {
        depth_.reset();
        framebuffer_.reset();
        end();
        throw RenderError("OpenGL refuses a framebuffer of depth alone, which shadows need");
    }
}

void ShadowMap::begin()
{
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &outerFramebuffer_);
    glGetIntegerv(GL_VIEWPORT, outerViewport_.data());
    if (!depth_) {
        create();
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer_.name());
    glViewport(0, 0, side, side);
    glClear(GL_DEPTH_BUFFER_BIT);
}

void ShadowMap::end() noexcept
{
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(outerFramebuffer_));
    glViewport(outerViewport_[0], outerViewport_[1], outerViewport_[2], outerViewport_[3]);
}

}  // namespace armature
