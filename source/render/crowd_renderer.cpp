#include <armature/render/crowd_renderer.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include <armature/error.hpp>
#include <armature/scene/scene.hpp>

#include "draw_list.hpp"
#include "surface_pass.hpp"
#include "view_frustum.hpp"
#include "words/words.hpp"

namespace armature {

namespace {

// An instance's record behind the palettes, as skinning.glsl reads it.
constexpr std::size_t texelsPerMatrix = 3;
constexpr std::size_t texelsPerRecord = 5;

// A buffer that is refilled for each batch, as a texture of four floats per texel.
class TexelBuffer {
public:
    TexelBuffer() noexcept
    {
        glBindTexture(GL_TEXTURE_BUFFER, texture_.name());
        glBindBuffer(GL_TEXTURE_BUFFER, buffer_.name());
        glBufferData(GL_TEXTURE_BUFFER, sizeof(glm::vec4), nullptr, GL_STREAM_DRAW);
        glTexBuffer(GL_TEXTURE_BUFFER, GL_RGBA32F, buffer_.name());
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
        glBindTexture(GL_TEXTURE_BUFFER, 0);
    }

    [[nodiscard]] GLuint texture() const noexcept { return texture_.name(); }

    /// fill(texels) writes them; draws already issued still see the old contents.
    template <class Fill>
    void refill(std::size_t texels, const Fill& fill)
    {
        const auto bytes = static_cast<GLsizeiptr>(texels * sizeof(glm::vec4));
        glBindBuffer(GL_TEXTURE_BUFFER, buffer_.name());
        glBufferData(GL_TEXTURE_BUFFER, bytes, nullptr, GL_STREAM_DRAW);
        void* const memory = glMapBufferRange(GL_TEXTURE_BUFFER, 0, bytes, GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
        if (memory == nullptr) {
            glBindBuffer(GL_TEXTURE_BUFFER, 0);
            throw RenderError(fmt::format("OpenGL gave no memory for {} bytes of crowd palettes", bytes));
        }
        fill(static_cast<glm::vec4*>(memory));
        glUnmapBuffer(GL_TEXTURE_BUFFER);
        glBindBuffer(GL_TEXTURE_BUFFER, 0);
    }

private:
    GlBuffer buffer_;
    GlTexture texture_;
};

}  // namespace

class CrowdRenderer::Implementation {
public:
    Implementation(const GlContext& context, const TextureLimits& textureLimits)
        : context_(context)
        , texels_(context.getCapabilities().textureBufferTexels)
        , program_(PaletteSource::Instances, 0)
        , pass_(context.getCapabilities().textureSize, textureLimits)
    {}

    void draw(const Scene& model, const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements, const Camera& camera,
              const DrawOptions& options)
    {
        context_.requireCurrent();
        statistics = {};
        cache_.collectGarbage();
        if (options.skinning != DrawOptions::Skinning::Linear) {
            warn(fmt::format("crowds are skinned linearly, not by {}, as asked", "dual quaternions"));
        }
        collectSurfaces(model);
        requirePalettes(palettes, placements);
        const std::size_t batch = batchSize(palettes.size);
        collectVisible(palettes, placements, camera, options.cullsOutOfView);

        pass_.begin(camera, options);
        pass_.usePaletteTexture(buffer_.texture());
        const glm::vec3 eye(glm::inverse(camera.view)[3]);
        drawBatches(model, palettes, eye, batch, false);
        if (std::ranges::any_of(surfaces_, &Surface::isBlended)) {
            pass_.beginBlended();
            drawBatches(model, palettes, eye, batch, true);
        }
        pass_.end();
        statistics.instances = surfaces_.empty() ? 0 : visible_.size();
        statistics.culledInstances = placements.size() - visible_.size();
    }

    Statistics statistics;
    std::vector<std::string> warnings;

private:
    struct Surface {
        const GpuPrimitive* gpu;
        const Material* material;
        bool isBlended;
    };

    void collectSurfaces(const Scene& model)
    {
        surfaces_.clear();
        bounds_.clear();
        jointCount_ = 0;
        for (const MeshInstance* instance : model.meshInstances()) {
            if (instance->getSkeleton() == nullptr || !instance->getNode().isEnabled()) {
                continue;
            }
            bounds_.push_back(&cache_.boundsOf(instance->getMesh()));
            const GpuMesh& mesh = cache_.mesh(instance->getMesh());
            for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
                const GpuPrimitive& gpu = mesh.primitives[i];
                if (gpu.needsCpu || gpu.influences == 0) {
                    warn(named("mesh instance", instance->getName()), i,
                         gpu.needsCpu ? "more than eight influences on a vertex" : "no influences");
                    continue;
                }
                const std::optional<std::size_t> number = instance->getMaterial(i);
                const Material& material = number ? model.materials()[*number] : fallback_;
                surfaces_.push_back({&gpu, &material, material.alphaMode == AlphaMode::Blend});
                jointCount_ = std::max(jointCount_, gpu.jointCount);
            }
        }
    }

    void warn(const std::string& instance, std::size_t primitive, std::string_view why)
    {
        warn(fmt::format("{}, primitive {}: not drawn as a crowd: {}", instance, primitive, why));
    }

    void warn(std::string text)
    {
        if (std::ranges::find(warnings, text) == warnings.end()) {
            warnings.push_back(std::move(text));
        }
    }

    void requirePalettes(const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements) const
    {
        if (palettes.size < jointCount_) {
            throw std::invalid_argument(fmt::format("crowd: the palettes have {}, but the meshes use {}",
                                                    counted(palettes.size, "matrix", "matrices"), counted(jointCount_, "joint")));
        }
        const std::size_t count = palettes.size != 0 ? palettes.matrices.size() / palettes.size : 0;
        for (const CrowdPlacement& placement : placements) {
            if (placement.palette >= count) {
                throw std::invalid_argument(fmt::format("crowd: there is no palette {}, only {}", placement.palette, count));
            }
        }
    }

    /// Those of which the view may show something, by the boxes of their joints.
    void collectVisible(const CrowdPalettes& palettes, std::span<const CrowdPlacement> placements, const Camera& camera, bool culls)
    {
        visible_.clear();
        const ViewFrustum frustum(camera);
        for (const CrowdPlacement& placement : placements) {
            Aabb box;
            for (std::size_t i = 0; culls && i < bounds_.size(); ++i) {
                box.extend(bounds_[i]->enclose(palettes.matrices.subspan(placement.palette * palettes.size, palettes.size)));
            }
            if (!culls || frustum.sees(box, placement.world)) {
                visible_.push_back(&placement);
            }
        }
    }

    /// How many instances fit the buffer texture.
    [[nodiscard]] std::size_t batchSize(std::size_t paletteSize) const
    {
        // A record holds the number of a texel as a float, which is exact up to 2^24.
        constexpr std::size_t exact = std::size_t{1} << 24;
        const std::size_t each = texelsPerMatrix * paletteSize + texelsPerRecord;
        const std::size_t fitting = std::min(texels_, exact) / each;
        if (fitting == 0) {
            throw RenderError(fmt::format("crowd: a palette of {} needs {}, a buffer texture holds {}",
                                          counted(paletteSize, "matrix", "matrices"), counted(each, "texel"), texels_));
        }
        return fitting;
    }

    void drawBatches(const Scene& model, const CrowdPalettes& palettes, const glm::vec3& eye, std::size_t batch, bool isBlended)
    {
        for (std::size_t first = 0; first < visible_.size(); first += batch) {
            const auto part = std::span(visible_).subspan(first, std::min(batch, visible_.size() - first));
            if (!isBlended || visible_.size() > batch) {  // otherwise the contents are this batch
                upload(palettes, part, eye);
            }
            for (const Surface& surface : surfaces_) {
                if (surface.isBlended == isBlended) {
                    drawSurface(surface, model, palettes.size * part.size());
                }
            }
        }
    }

    // Palettes, followed by the records: first those of placements that do not mirror, then the mirroring ones.
    void upload(const CrowdPalettes& palettes, std::span<const CrowdPlacement* const> placements, const glm::vec3& eye)
    {
        const auto isMirrored = [&](const CrowdPlacement* placement) {
            return (glm::determinant(glm::mat3(placement->world)) < 0.f)
                   != (determinant(palettes.matrices[placement->palette * palettes.size]) < 0.);
        };
        mirrored_ = static_cast<std::size_t>(std::ranges::count_if(placements, isMirrored));
        straight_ = placements.size() - mirrored_;
        const std::size_t paletteTexels = texelsPerMatrix * palettes.size;
        buffer_.refill((paletteTexels + texelsPerRecord) * placements.size(), [&](glm::vec4* texels) {
            glm::vec4* record = texels + paletteTexels * placements.size();
            glm::vec4* mirroredRecord = record + texelsPerRecord * straight_;
            for (std::size_t i = 0; i < placements.size(); ++i) {
                const CrowdPlacement& placement = *placements[i];
                const glm::mat3x4* palette = &palettes.matrices[placement.palette * palettes.size];
                std::copy_n(&palette[0][0], paletteTexels, texels + paletteTexels * i);

                const Affine world = relativeTo(placement.world, eye);
                glm::vec4*& out = isMirrored(&placement) ? mirroredRecord : record;
                *out++ = world[0];
                *out++ = world[1];
                *out++ = world[2];
                *out++ = placement.tint;
                *out++ = glm::vec4(static_cast<float>(paletteTexels * i), 0.f, 0.f, 0.f);
            }
        });
        ++statistics.uploads;
    }

    void drawSurface(const Surface& surface, const Scene& model, std::size_t matrices)
    {
        pass_.useProgram(program_);
        pass_.useMaterial(*surface.material, SurfacePass::shadingOf(*surface.material, *surface.gpu), model, cache_.scene(model), warnings);
        const std::size_t firstRecord = texelsPerMatrix * matrices;
        const auto drawSome = [&](std::size_t first, std::size_t count, bool isMirrored) {
            if (count != 0) {
                program_.setInstances(firstRecord + texelsPerRecord * first, surface.gpu->influences > 4);
                pass_.setFaces(isMirrored, surface.material->doubleSided);
                pass_.draw(*surface.gpu, surface.gpu->array.name(), count);
                ++statistics.drawCalls;
            }
        };
        drawSome(0, straight_, false);
        drawSome(straight_, mirrored_, true);
    }

    const GlContext& context_;
    const Material fallback_{};
    std::size_t texels_;
    SurfaceProgram program_;
    SurfacePass pass_;
    SceneCache cache_;
    TexelBuffer buffer_;
    std::vector<Surface> surfaces_;
    std::vector<const JointBounds*> bounds_;  // of the meshes
    std::vector<const CrowdPlacement*> visible_;
    std::size_t jointCount_ = 0;
    std::size_t straight_ = 0;  // in the batch that is uploaded
    std::size_t mirrored_ = 0;
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
