#include <armature/render/skeleton_viewer.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/gtc/type_ptr.hpp>

#include <armature/scene/scene.hpp>

#include "draw_list.hpp"
#include "gl_objects.hpp"
#include "label_layout.hpp"
#include "overlay_geometry.hpp"

namespace armature {

namespace {

constexpr std::size_t largestLetterScale = 16;

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
        : context_(context)
        , solidProgram_("solid.vert", "overlay.frag")
        , lineProgram_("line.vert", "overlay.frag")
        , textProgram_("text.vert", "text.frag")
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

        glBindVertexArray(letterArray_.name());
        glBindBuffer(GL_ARRAY_BUFFER, letterBuffer_.name());
        describe(0, 2, sizeof(PlacedLetter), offsetof(PlacedLetter, place), 1);
        describe(1, 1, sizeof(PlacedLetter), offsetof(PlacedLetter, letter), 1);
        describe(2, 4, sizeof(PlacedLetter), offsetof(PlacedLetter, color), 1);
        glBindVertexArray(0);
        glBindBuffer(GL_ARRAY_BUFFER, 0);
        uploadLetters();
    }

    void draw(std::span<const Skeleton* const> skeletons, const Camera& camera, const SkeletonViewOptions& options)
    {
        const glm::vec3 eye = camera.getPosition();
        geometry_.clear();
        for (const Skeleton* skeleton : skeletons) {
            geometry_.add(*skeleton, options, eye);
        }
        drawGeometry(camera, options);
        if (options.showNames) {
            labels_.clear();
            for (const Skeleton* skeleton : skeletons) {
                addNames(*skeleton, options, eye - options.offset);
            }
            drawLabels(camera, options);
        }
    }

    void draw(std::span<const SkeletonViewer::Label> labels, const Camera& camera, const SkeletonViewOptions& options)
    {
        const glm::vec3 eye = camera.getPosition();
        labels_.clear();
        for (const SkeletonViewer::Label& label : labels) {
            labels_.add(label.position - eye, label.text, label.color);
        }
        drawLabels(camera, options);
    }

    void draw(std::span<const DebugLine> lines, const Camera& camera, const SkeletonViewOptions& options)
    {
        geometry_.clear();
        geometry_.add(lines, camera.getPosition());
        drawGeometry(camera, options);
    }

private:
    void addNames(const Skeleton& skeleton, const SkeletonViewOptions& options, const glm::vec3& origin)
    {
        const glm::mat4 world = skeleton.getWorldMatrix();
        for (const Bone* bone : skeleton.bones()) {
            const glm::vec3 joint((world * drawnMatrix(*bone, options))[3]);
            const bool isSelected = bone == options.selected;
            labels_.add(joint - origin, bone->getName(), isSelected ? options.selectedColor : options.nameColor, isSelected);
        }
    }

    void uploadLetters()
    {
        const std::vector<std::uint8_t> atlas = makeLetterAtlas();
        glBindTexture(GL_TEXTURE_2D, letterTexture_.name());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, static_cast<GLsizei>(letterCount * cellColumns), static_cast<GLsizei>(cellRows), 0, GL_RED,
                     GL_UNSIGNED_BYTE, atlas.data());
        glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glBindTexture(GL_TEXTURE_2D, 0);
    }

    static void beginOverlay(const SkeletonViewOptions& options)
    {
        glEnable(GL_BLEND);
        glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        if (!options.encodeSrgb) {
            glEnable(GL_FRAMEBUFFER_SRGB);
        }
    }

    static void endOverlay()
    {
        glUseProgram(0);
        glBindVertexArray(0);
        glDisable(GL_FRAMEBUFFER_SRGB);
        glDisable(GL_BLEND);
        glBlendFunc(GL_ONE, GL_ZERO);
    }

    static glm::vec2 viewportSize()
    {
        std::array<GLint, 4> viewport{};
        glGetIntegerv(GL_VIEWPORT, viewport.data());
        return {static_cast<float>(viewport[2]), static_cast<float>(viewport[3])};
    }

    void drawGeometry(const Camera& camera, const SkeletonViewOptions& options)
    {
        context_.requireCurrent();
        const glm::mat4 viewProjection = relativeViewProjection(camera);
        beginOverlay(options);
        drawTriangles(viewProjection, options);
        drawLines(geometry_.sticks(), 2.f * options.lineWidth, viewProjection, options);
        drawLines(geometry_.lines(), options.lineWidth, viewProjection, options);
        endOverlay();
    }

    void drawTriangles(const glm::mat4& viewProjection, const SkeletonViewOptions& options)
    {
        if (geometry_.triangles().empty()) {
            return;
        }
        fill(solidBuffer_, geometry_.triangles());
        solidProgram_.use();
        glUniformMatrix4fv(solidProgram_.uniform("viewProjection"), 1, GL_FALSE, glm::value_ptr(viewProjection));
        glUniform1i(solidProgram_.uniform("encodesSrgb"), options.encodeSrgb ? 1 : 0);
        glBindVertexArray(solidArray_.name());
        glEnable(GL_CULL_FACE);
        glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(geometry_.triangles().size()));
        glDisable(GL_CULL_FACE);
    }

    void drawLines(std::span<const DebugLine> lines, float lineWidth, const glm::mat4& viewProjection, const SkeletonViewOptions& options)
    {
        if (lines.empty()) {
            return;
        }
        const glm::vec2 viewport = viewportSize();
        fill(lineBuffer_, lines);
        lineProgram_.use();
        glUniformMatrix4fv(lineProgram_.uniform("viewProjection"), 1, GL_FALSE, glm::value_ptr(viewProjection));
        glUniform2f(lineProgram_.uniform("viewportSize"), viewport.x, viewport.y);
        glUniform1f(lineProgram_.uniform("width"), lineWidth);
        glUniform1i(lineProgram_.uniform("encodesSrgb"), options.encodeSrgb ? 1 : 0);
        glBindVertexArray(lineArray_.name());
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(lines.size()));
    }

    void drawLabels(const Camera& camera, const SkeletonViewOptions& options)
    {
        context_.requireCurrent();
        const glm::vec2 viewport = viewportSize();
        const std::size_t scale = std::clamp<std::size_t>(options.letterScale, 1, largestLetterScale);
        labels_.layOut({.viewProjection = relativeViewProjection(camera), .size = viewport, .scale = scale});
        const std::span<const PlacedLetter> letters = labels_.letters();
        if (letters.empty()) {
            return;
        }
        beginOverlay(options);
        fill(letterBuffer_, letters);
        textProgram_.use();
        glUniform2f(textProgram_.uniform("viewportSize"), viewport.x, viewport.y);
        glUniform1f(textProgram_.uniform("scale"), static_cast<float>(scale));
        glUniform2f(textProgram_.uniform("cell"), static_cast<float>(cellColumns), static_cast<float>(cellRows));
        glUniform1i(textProgram_.uniform("encodesSrgb"), options.encodeSrgb ? 1 : 0);
        glUniform1i(textProgram_.uniform("letters"), 0);
        glBindTexture(GL_TEXTURE_2D, letterTexture_.name());
        glBindVertexArray(letterArray_.name());
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(letters.size()));
        glBindTexture(GL_TEXTURE_2D, 0);
        endOverlay();
    }

    const GlContext& context_;
    GlProgram solidProgram_;
    GlProgram lineProgram_;
    GlProgram textProgram_;
    GlBuffer solidBuffer_;
    GlBuffer lineBuffer_;
    GlBuffer letterBuffer_;
    GlVertexArray solidArray_;
    GlVertexArray lineArray_;
    GlVertexArray letterArray_;
    GlTexture letterTexture_;
    OverlayGeometry geometry_;
    LabelLayout labels_;
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

void SkeletonViewer::draw(std::span<const Label> labels, const Camera& camera, const SkeletonViewOptions& options)
{
    implementation_->draw(labels, camera, options);
}

}  // namespace armature
