#include "register.hpp"

#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <armature/animation/animation_group.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/skin_plan.hpp>

#include "models.hpp"
#include "rig.hpp"

namespace armature::bench {

namespace {

/// A part of a model and the output of its skinned vertices.
struct Part {
    const Primitive* primitive;
    Skeleton* skeleton;
    std::size_t inverseBindSet;
    SkinPlan plan;
    std::vector<glm::vec3> outPositions;
    std::vector<glm::vec3> outNormals;
};

/// The skinned parts of a file, in a pose of its first clip.
struct SkinnedModel {
    explicit SkinnedModel(const Model& model) : scene(loadScene(model.bytes, model.name))
    {
        scene->animationGroups()[0]->play();
        scene->animationGroups()[0]->advance(0.4);
        for (const MeshInstance* instance : scene->meshInstances()) {
            for (const Primitive& primitive : instance->getMesh()->primitives()) {
                const std::size_t count = primitive.positions.size();
                if (instance->getSkeleton() != nullptr && primitive.skin.influencesPerVertex != 0) {
                    parts.push_back({&primitive, instance->getSkeleton(), instance->getInverseBindSet(), SkinPlan(primitive.skin, count),
                                     std::vector<glm::vec3>(count), std::vector<glm::vec3>(primitive.normals.size())});
                    vertices += count;
                }
            }
        }
    }

    std::unique_ptr<Scene> scene;
    std::vector<Part> parts;
    std::size_t vertices = 0;
};

// Skins all vertices of a file's meshes, with normals if `hasNormals` and the file has them; time per vertex.
void skin(benchmark::State& state, const Model& model, bool hasNormals, bool isPlanned)
{
    SkinnedModel skinned(model);
    for (auto _ : state) {
        for (Part& part : skinned.parts) {
            SkinStreams in{.positions = part.primitive->positions};
            SkinnedStreams out{.positions = part.outPositions};
            if (hasNormals) {
                in.normals = part.primitive->normals;
                out.normals = part.outNormals;
            }
            const auto palette = part.skeleton->getFinalMatrices(part.inverseBindSet);
            if (isPlanned) {
                skinVertices(in, part.plan, palette, out);
            } else {
                skinVertices(in, part.primitive->skin, palette, out);
            }
            benchmark::DoNotOptimize(part.outPositions.data());
        }
        benchmark::ClobberMemory();
    }
    countItems(state, skinned.vertices);
    double joints = 0.;
    for (const Part& part : skinned.parts) {
        joints += part.plan.getJointsPerBatch() * static_cast<double>(part.plan.vertexCount());
    }
    state.counters["vertices"] = static_cast<double>(skinned.vertices);
    state.counters["joints_per_batch"] = joints / static_cast<double>(skinned.vertices);
}

}  // namespace

void registerSkinnedMeshes()
{
    const auto add = [](const Model& model) {
        for (const bool isPlanned : {true, false}) {
            const std::string name = isPlanned ? "skin_plan" : "skin";
            benchmark::RegisterBenchmark((name + "_p/" + model.name).c_str(), skin, model, false, isPlanned);
            benchmark::RegisterBenchmark((name + "_pn/" + model.name).c_str(), skin, model, true, isPlanned);
        }
    };
    add(character());
    for (const Model& model : foreignModels()) {
        add(model);
    }
}

}  // namespace armature::bench
