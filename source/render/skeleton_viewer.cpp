#include <armature/render/skeleton_viewer.hpp>

#include <array>
#include <cstddef>
#include <span>

#include <glm/gtc/type_ptr.hpp>

#include <armature/scene/scene.hpp>

#include "draw_list.hpp"
#include "gl_objects.hpp"
#include "overlay_geometry.hpp"

namespace armature {

namespace {

void describe(GLuint index, GLint components, std::size_t stride, std::size_t offset, GLuint divisor)
{
    glEnableVertexAttribArray(index);
    glVertexAttribPointer(index, components, GL_FLOAT, GL_FALSE, static_cast<GLsizei>(stride), reinterpret_cast<const void*>(offset));
    glVertexAttribDivisor(index, divisor);
}

template <typename Element>
void fill(const GlBuffer& buffer, std::span<const Element> elements)
{
    glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(elements.size_bytes()), elements.data(), GL_STREAM_DRAW);
    glBindBuffer(GL_ARRAY_BUFFER, 0);
}

}  // namespace

class SkeletonViewer::Implementation {
public:
    explicit Implementation(const GlContext& context)
        : context_(context), solidProgram_("solid.vert", "overlay.frag"), lineProgram_("line.vert", "overlay.frag")
    {
        glBindVertexArray(solidArray_.name());
        glBindBuffer(GL_ARRAY_BUFFER, solidBuffer_.name());
        describe(0, 3, sizeof(SolidVertex), offsetof(SolidVertex, position), 0);
        describe(1, 4, sizeof(SolidVertex), offsetof(SolidVertex, color), 0);

        glBindVertexArray(lineArray_.name());
        glBindBuffer(GL_ARRAY_BUFFER, lineBuffer_.name());
        describe(0, 3, sizeof(DebugLine), offsetof(DebugLine, from), 1);
        describe(1, 3, sizeof(DebugLine), offsetof(DebugLine, to), 1);
        describe(2, 4, sizeof(DebugLine), offsetof(DebugLine, color), 1);
        glBindVertexArray(0);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
    }

    void draw(std::span<const Skeleton* const> skeletons, const Camera& camera, const SkeletonViewOptions& options)
    {
        const glm::vec3 eye = camera.getPosition();
        geometry_.clear();
        for (const Skeleton* skeleton : skeletons) {
            geometry_.add(*skeleton, options, eye);
        }
        drawGeometry(camera, options);
    }

    void draw(std::span<const DebugLine> lines, const Camera& camera, const SkeletonViewOptions& options)
    {
        geometry_.clear();
        geometry_.add(lines, camera.getPosition());
        drawGeometry(camera, options);
    }

private:
    void drawGeometry(const Camera& camera, const SkeletonViewOptions& options)
    {
        context_.requireCurrent();
        const glm::mat4 viewProjection = relativeViewProjection(camera);
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        if (!options.encodeSrgb) {
            glEnable(GL_FRAMEBUFFER_SRGB);
        }
        drawTriangles(viewProjection, options);
        drawLines(viewProjection, options);
        glUseProgram(0);
        glBindVertexArray(0);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glDisable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ZERO);
    }

    void drawTriangles(const glm::mat4& viewProjection, const SkeletonViewOptions& options)
    {
        fill(solidBuffer_, geometry_.triangles());
        solidProgram_.use();
        glUniformMatrix4fv(solidProgram_.uniform("viewProjection"), 1, GL_FALSE, glm::value_ptr(viewProjection));
        glUniform1i(solidProgram_.uniform("encodesSrgb"), options.encodeSrgb ? 1 : 0);
        glBindVertexArray(solidArray_.name());
        glEnable(GL_CULL_FACE);
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(geometry_.triangles().size()));
        glDisable(GL_CULL_FACE);
    }

    void drawLines(const glm::mat4& viewProjection, const SkeletonViewOptions& options)
    {
        std::array<GLint, 4> viewport{};
        glGetIntegerv(GL_VIEWPORT, viewport.data());
        fill(lineBuffer_, geometry_.lines());
        lineProgram_.use();
        glUniformMatrix4fv(lineProgram_.uniform("viewProjection"), 1, GL_FALSE, glm::value_ptr(viewProjection));
        glUniform2f(lineProgram_.uniform("viewportSize"), static_cast<float>(viewport[2]), static_cast<float>(viewport[3]));
        glUniform1f(lineProgram_.uniform("width"), options.lineWidth);
        glUniform1i(lineProgram_.uniform("encodesSrgb"), options.encodeSrgb ? 1 : 0);
        glBindVertexArray(lineArray_.name());
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(geometry_.lines().size()));
    }

    const GlContext& context_;
    GlProgram solidProgram_;
    GlProgram lineProgram_;
    GlBuffer solidBuffer_;
    GlBuffer lineBuffer_;
    GlVertexArray solidArray_;
    GlVertexArray lineArray_;
    OverlayGeometry geometry_;
};

SkeletonViewer::SkeletonViewer(const GlContext& context) : implementation_(std::make_unique<Implementation>(context)) {}
SkeletonViewer::~SkeletonViewer() = default;

void SkeletonViewer::draw(const Skeleton& skeleton, const Camera& camera, const SkeletonViewOptions& options)
{
    const Skeleton* const one = &skeleton;
    implementation_->draw({&one, 1}, camera, options);
}

void SkeletonViewer::draw(const Scene& scene, const Camera& camera, const SkeletonViewOptions& options)
{
    implementation_->draw(scene.skeletons(), camera, options);
}

void SkeletonViewer::draw(std::span<const DebugLine> lines, const Camera& camera, const SkeletonViewOptions& options)
{
    implementation_->draw(lines, camera, options);
}

}  // namespace armature
