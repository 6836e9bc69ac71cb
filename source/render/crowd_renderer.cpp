#include <armature/render/crowd_renderer.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/scene/scene.hpp>

#include "base/words.hpp"
#include "crowd_surfaces.hpp"
#include "crowd_texels.hpp"
#include "crowd_view.hpp"
#include "draw_list.hpp"
#include "surface_pass.hpp"

namespace armature {

namespace {

// A texture of four floats per texel, refilled for each batch. The contents are written to a separate mapped buffer and then copied to the
// GPU's memory. Mapped memory is in the system's memory, from which each vertex would fetch its matrices over the bus. (On an NVIDIA H200,
// ten thousand characters take 580 ms with the copy, and 753 ms without.)
class TexelBuffer {
public:
    TexelBuffer() noexcept
    {
        glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
        glBindBuffer(GL_TEXTURE_BUFFER, buffer_.name());
        glBufferData(GL_TEXTURE_BUFFER, sizeof(glm::vec4), nullptr, GL_STREAM_COPY);
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer_.name());
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
        glBindTexture(GL_TEXTURE_BUFFER, 0);
    }

    [[nodiscard]] GLuint texture() const noexcept { return texture_.name(); }

    /// Calls fill(texels), which must write all texels. Draws already issued still see the old contents.
    template <class Fill>
    void refill(std::size_t texels, const Fill& fill)
    {
        const auto bytes = static_cast<GLsizeiptr>(texels * sizeof(glm::vec4));
        glBindBuffer(GL_COPY_READ_BUFFER, written_.name());
        glBufferData(GL_COPY_READ_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
        void* const memory = glMapBufferRange(GL_COPY_READ_BUFFER, 0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
        if (memory == nullptr) {
            glBindBuffer(GL_COPY_READ_BUFFER, 0);
            throw RenderError(fmt::format("OpenGL gave no memory for {} bytes of crowd palettes", bytes));
        }
        fill(static_cast<glm::vec4*>(memory));
        glUnmapBuffer(GL_COPY_READ_BUFFER);
        glBindBuffer(GL_TEXTURE_BUFFER, buffer_.name());
        glBufferData(GL_TEXTURE_BUFFER, bytes, nullptr, GL_STREAM_COPY);
        glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_TEXTURE_BUFFER, 0, 0, bytes);
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
        glBindBuffer(GL_COPY_READ_BUFFER, 0);
    }

private:
    GlBuffer written_;
    GlBuffer buffer_;
    GlTexture texture_;
};

}  // namespace

class CrowdRenderer::Implementation {
public:
    Implementation(const GlContext& context, const TextureLimits& textureLimits)
        : context_(context)
        , texels_(context.getCapabilities().textureBufferTexels)
        , pass_(context.getCapabilities().textureSize, textureLimits)
    {
        (void)programOf(false);  // compiled now, so that the first frame of a linearly skinned crowd does not wait
    }

    void draw(const Scene& model, const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements, const Camera& camera,
              const DrawOptions& options)
    {
        context_.requireCurrent();
        requireGhost(options);
        statistics = {};
        cache_.collectGarbage();
        const bool morphs =
            std::ranges::any_of(placements, [](const CrowdPlacement& placement) { return !placement.morphWeights.empty(); });
        surfaces_.collect(model, options.skinning, morphs, texels_, cache_, warnings);
        isDual_ = surfaces_.needsDualQuaternions();
        (void)programOf(isDual_);
        requirePlacements(palettes, placements);
        batch_ = batchSize(palettes.size);
        view_.collect(surfaces_, palettes, placements, camera, options);
        isUploaded_ = false;
        const Frame frame{model, palettes, camera.getPosition()};

        if (castsShadows(options) && pass_.beginShadows(camera, options, view_.bounds())) {
            drawPass(frame, Pass::Shadows);
            pass_.endShadows();
        }
        pass_.begin(camera, options);
        if (options.ghost) {
            drawGhost(frame);
        } else {
            drawPass(frame, Pass::Opaque);
            pass_.drawGround();
            if (surfaces_.hasBlended()) {
                pass_.beginBlended();
                drawPass(frame, Pass::Blended);
            }
        }
        pass_.end();
        statistics.instances = surfaces_.isEmpty() ? 0 : view_.inViewCount();
        statistics.culledInstances = placements.size() - view_.inViewCount();
        statistics.shadowInstances = surfaces_.isEmpty() ? 0 : view_.shadowCount();
    }

    Statistics statistics;
    std::vector<std::string> warnings;

private:
    enum class Pass { Shadows, Opaque, Blended, Ghost };

    struct Frame {
        const Scene& model;
        const CrowdPalettes& palettes;
        glm::vec3 eye;
    };

    void requirePlacements(const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements) const
    {
        if (palettes.size < surfaces_.jointCount()) {
            throw std::invalid_argument(fmt::format("crowd: the palettes have {}, but the meshes use {}",
                                                    counted(palettes.size, "matrix", "matrices"),
                                                    counted(surfaces_.jointCount(), "joint")));
        }
        const std::size_t count = palettes.size != 0 ? palettes.matrices.size() / palettes.size : 0;
        for (const CrowdPlacement& placement : placements) {
            if (placement.palette >= count) {
                throw std::invalid_argument(fmt::format("crowd: there is no palette {}, only {}", placement.palette, count));
            }
            if (!placement.morphWeights.empty() && placement.morphWeights.size() != surfaces_.morphWeightCount()) {
                throw std::invalid_argument(fmt::format("crowd: a placement has {}, but the meshes have {}",
                                                        counted(placement.morphWeights.size(), "morph weight"),
                                                        counted(surfaces_.morphWeightCount(), "morph target")));
            }
        }
    }

    /// Returns how many instances fit into the buffer texture. Throws RenderError if not even one does.
    [[nodiscard]] std::size_t batchSize(std::size_t paletteSize) const
    {
        // A record holds the index of a texel as a float, which is exact up to 2^24.
        constexpr std::size_t exact = std::size_t{1} << 24;
        const std::size_t each = crowdPaletteTexels(paletteSize, isDual_) + texelsPerRecord + surfaces_.weightTexels();
        const std::size_t fitting = std::min(texels_, exact) / each;
        if (fitting == 0) {
            throw RenderError(fmt::format("crowd: a palette of {} needs {}, a buffer texture holds {}",
                                          counted(paletteSize, "matrix", "matrices"), counted(each, "texel"), texels_));
        }
        return fitting;
    }

    /// Draws the depth of all surfaces, then their colours, so that only the nearest surfaces are blended.
    void drawGhost(const Frame& frame)
    {
        pass_.beginGhost();
        drawPass(frame, Pass::Ghost);
        if (pass_.colorGhost()) {
            drawPass(frame, Pass::Ghost);
        }
    }

    void drawPass(const Frame& frame, Pass pass)
    {
        pass_.usePaletteTexture(buffer_.texture());
        const std::size_t count = view_.members().size();
        for (std::size_t first = 0; first < count; first += batch_) {
            const CrowdRange part{first, std::min(batch_, count - first)};
            const std::array ranges{view_.rangeOf(part, false, pass == Pass::Shadows), view_.rangeOf(part, true, pass == Pass::Shadows)};
            if (ranges[0].count + ranges[1].count == 0) {
                continue;
            }
            if (!isUploaded_) {
                upload(frame, view_.members().subspan(part.first, part.count));
                isUploaded_ = part.count == count;  // otherwise the next batch overwrites the texture
            }
            for (const CrowdSurface& surface : surfaces_.surfaces()) {
                if (pass == Pass::Ghost || surface.isBlended == (pass == Pass::Blended)) {
                    drawSurface(surface, frame, crowdPaletteTexels(frame.palettes.size, isDual_) * part.count, ranges);
                }
            }
        }
    }

    // Writes the palettes, then the records, then for each surface the weights of its morph targets.
    void upload(const Frame& frame, std::span<const CrowdPlacement* const> members)
    {
        const std::size_t each = crowdPaletteTexels(frame.palettes.size, isDual_);
        std::size_t weights = (each + texelsPerRecord) * members.size();
        for (CrowdSurface& surface : surfaces_.surfaces()) {
            surface.firstWeight = weights;
            weights += surface.weightTexels() * members.size();
        }
        buffer_.refill(weights, [&](glm::vec4* texels) {
            glm::vec4* matrices = texels;
            glm::vec4* record = texels + each * members.size();
            for (std::size_t i = 0; i < members.size(); ++i) {
                const CrowdPlacement& member = *members[i];
                const auto palette = frame.palettes.matrices.subspan(member.palette * frame.palettes.size, frame.palettes.size);
                matrices = writeCrowdPalette(palette, isDual_, matrices);
                record = writeCrowdRecord(member, frame.eye, each * i, record);
                for (const CrowdSurface& surface : surfaces_.surfaces()) {
                    if (surface.morphTargets != 0) {
                        surface.writeWeights(surfaces_.parts()[surface.part].weightsOf(member),
                                             texels + surface.firstWeight + surface.weightTexels() * i);
                    }
                }
            }
        });
        ++statistics.uploads;
    }

    void drawSurface(const CrowdSurface& surface, const Frame& frame, std::size_t firstRecord, std::span<const CrowdRange, 2> ranges)
    {
        SurfaceProgram& program = programOf(isDual_);
        pass_.useProgram(program);
        pass_.useMaterial(*surface.material, SurfacePass::shadingOf(*surface.material, *surface.gpu), frame.model,
                          cache_.scene(frame.model), warnings);
        if (surface.morphTargets != 0) {
            pass_.useMorphTexture(surface.gpu->morphs->texture());
        }
        for (const CrowdRange& range : ranges) {
            if (range.count == 0) {
                continue;
            }
            program.setInstances(firstRecord + texelsPerRecord * range.first, surface.gpu->influences > 4);
            if (isDual_) {
                program.setSkinning(surface.skinning);
            }
            setMorphs(surface, range.first, program);
            pass_.setFaces(&range == &ranges[1], surface.material->doubleSided);
            pass_.draw(*surface.gpu, surface.gpu->array.name(), range.count);
            ++statistics.drawCalls;
        }
    }

    static void setMorphs(const CrowdSurface& surface, std::size_t firstMember, SurfaceProgram& program) noexcept
    {
        if (surface.morphTargets == 0) {
            program.setInstanceMorphs(0, 0, 0, 0);
            return;
        }
        const GpuMorphs& morphs = *surface.gpu->morphs;
        program.setInstanceMorphs(surface.firstWeight + surface.weightTexels() * firstMember, surface.morphTargets, morphs.vertexCount(),
                                  morphs.texelsPerVertex());
    }

    SurfaceProgram& programOf(bool isDual)
    {
        std::optional<SurfaceProgram>& program = programs_[isDual ? 1 : 0];
        if (!program) {
            program.emplace(PaletteSource::Instances, 0, isDual);
        }
        return *program;
    }

    const GlContext& context_;
    std::size_t texels_;
    std::array<std::optional<SurfaceProgram>, 2> programs_;  // linear and dual; created when first needed
    SurfacePass pass_;
    SceneCache cache_;
    TexelBuffer buffer_;
    CrowdSurfaces surfaces_;
    CrowdView view_;
    std::size_t batch_ = 0;  // instances per batch
    bool isDual_ = false;
    bool isUploaded_ = false;  // whether the uploaded batch contains all instances
};

CrowdRenderer::CrowdRenderer(const GlContext& context, const TextureLimits& textureLimits)
    : implementation_(std::make_unique<Implementation>(context, textureLimits))
{}
CrowdRenderer::~CrowdRenderer() = default;

void CrowdRenderer::draw(const Scene& model, const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements,
                         const Camera& camera, const DrawOptions& options)
{
    implementation_->draw(model, palettes, placements, camera, options);
}

const CrowdRenderer::Statistics& CrowdRenderer::getStatistics() const noexcept
{
    return implementation_->statistics;
}

std::span<const std::string> CrowdRenderer::warnings() const noexcept
{
    return implementation_->warnings;
}

}  // namespace armature
