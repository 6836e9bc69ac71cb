#include <random>
#include <vector>

#include <benchmark/benchmark.h>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_inverse.hpp>
#include <glm/gtc/quaternion.hpp>

#include <armature/mesh/mesh.hpp>
#include <armature/skeleton/skeleton.hpp>
#include <armature/skinning/cpu_skinning.hpp>
#include <armature/skinning/skin_plan.hpp>

#include "rig.hpp"

namespace armature::bench {

namespace {

constexpr std::size_t bones = 64;

/// Vertices of a character: neighbours follow the same few bones.
struct Skin {
    Skin(std::size_t vertices, std::size_t influences, std::size_t neighbours = 6)
    {
        fillSkeleton(skeleton, bones);
        skin.influencesPerVertex = influences;
        std::mt19937 engine(1);
        std::uniform_real_distribution<float> number(-1.f, 1.f);
        for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
            positions.emplace_back(number(engine), number(engine), number(engine));
            normals.push_back(glm::normalize(glm::vec3(number(engine), number(engine), 2.f)));
            tangents.emplace_back(glm::normalize(glm::vec3(2.f, number(engine), number(engine))), 1.f);
            for (std::size_t i = 0; i < influences; ++i) {
                skin.joints.push_back(static_cast<std::uint16_t>((vertex * bones / vertices + engine() % neighbours) % bones));
                skin.weights.push_back(1.f / static_cast<float>(influences));
            }
        }
        outPositions.resize(vertices);
        outNormals.resize(vertices);
        outTangents.resize(vertices);
    }

    Skeleton skeleton;
    SkinWeights skin;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
    std::vector<glm::vec3> outPositions;
    std::vector<glm::vec3> outNormals;
    std::vector<glm::vec4> outTangents;
};

enum class Streams { P, Pn, Pnt };

// `influences` is the model's weights or a plan of them.
template <class Influences, class Palette>
void skin(benchmark::State& state, Skin& model, const Influences& influences, Streams streams, const Palette& palette)
{
    SkinStreams in{.positions = model.positions};
    SkinnedStreams out{.positions = model.outPositions};
    if (streams != Streams::P) {
        in.normals = model.normals;
        out.normals = model.outNormals;
    }
    if (streams == Streams::Pnt) {
        in.tangents = model.tangents;
        out.tangents = model.outTangents;
    }
    for (auto _ : state) {
        skinVertices(in, influences, palette, out);
        benchmark::DoNotOptimize(model.outPositions.data());
        benchmark::ClobberMemory();
    }
    countItems(state, model.positions.size());
}

/// Skins with the weights as they are, or with a plan of them.
template <class Palette>
void skinModel(benchmark::State& state, Skin& model, bool isPlanned, Streams streams, const Palette& palette)
{
    if (!isPlanned) {
        skin(state, model, model.skin, streams, palette);
        return;
    }
    const SkinPlan plan(model.skin, model.positions.size());
    skin(state, model, plan, streams, palette);
    state.counters["joints_per_batch"] = plan.getJointsPerBatch();
}

void linear(benchmark::State& state, Streams streams, std::size_t influences, bool isPlanned)
{
    Skin model(static_cast<std::size_t>(state.range(0)), influences);
    skinModel(state, model, isPlanned, streams, model.skeleton.getFinalMatrices());
}
BENCHMARK_CAPTURE(linear, p, Streams::P, 4, false)->Name("skin_p")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(linear, pn, Streams::Pn, 4, false)->Name("skin_pn")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(linear, pnt, Streams::Pnt, 4, false)->Name("skin_pnt")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(linear, p8, Streams::P, 8, false)->Name("skin_p_8_influences")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(linear, pn8, Streams::Pn, 8, false)->Name("skin_pn_8_influences")->Arg(10'000)->Unit(benchmark::kMicrosecond);

void dual(benchmark::State& state, std::size_t influences, bool isPlanned)
{
    Skin model(static_cast<std::size_t>(state.range(0)), influences);
    DualQuaternionPalette palette;
    palette.assign(model.skeleton.getFinalMatrices());
    skinModel(state, model, isPlanned, Streams::Pn, palette);
}
BENCHMARK_CAPTURE(dual, pn, 4, false)->Name("skin_dqs_pn")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(dual, pn8, 8, false)->Name("skin_dqs_pn_8_influences")->Arg(10'000)->Unit(benchmark::kMicrosecond);

BENCHMARK_CAPTURE(linear, plan_p, Streams::P, 4, true)->Name("skin_plan_p")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(linear, plan_pn, Streams::Pn, 4, true)->Name("skin_plan_pn")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(linear, plan_pnt, Streams::Pnt, 4, true)->Name("skin_plan_pnt")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(linear, plan_pn8, Streams::Pn, 8, true)->Name("skin_plan_pn_8_influences")->Arg(10'000)->Unit(benchmark::kMicrosecond);

BENCHMARK_CAPTURE(dual, plan_pn, 4, true)->Name("skin_plan_dqs_pn")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(dual, plan_pn8, 8, true)->Name("skin_plan_dqs_pn_8_influences")->Arg(10'000)->Unit(benchmark::kMicrosecond);

// The number of bones that neighbouring vertices follow decides whether lanes pay off: measured with a plan, and with the weights as they
// are.
void spread(benchmark::State& state, bool isPlanned)
{
    Skin model(10'000, 4, static_cast<std::size_t>(state.range(0)));
    skinModel(state, model, isPlanned, Streams::Pn, model.skeleton.getFinalMatrices());
}
BENCHMARK_CAPTURE(spread, plan, true)->Name("skin_plan_pn_neighbours")->Arg(2)->Arg(6)->Arg(12)->Arg(24)->Arg(64);
BENCHMARK_CAPTURE(spread, weights, false)->Name("skin_pn_neighbours")->Arg(2)->Arg(6)->Arg(12)->Arg(24)->Arg(64);

// Skinning without a library.
void naiveSkin(benchmark::State& state, Streams streams)
{
    Skin model(static_cast<std::size_t>(state.range(0)), 4);
    std::vector<glm::mat4> palette;
    for (const Bone* bone : model.skeleton.bones()) {
        palette.push_back(bone->getFinalMatrix());
    }
    for (auto _ : state) {
        for (std::size_t vertex = 0; vertex < model.positions.size(); ++vertex) {
            glm::mat4 sum(0.f);
            for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
                sum += model.skin.weights[i] * palette[model.skin.joints[i]];
            }
            model.outPositions[vertex] = glm::vec3(sum * glm::vec4(model.positions[vertex], 1.f));
            if (streams != Streams::P) {
                model.outNormals[vertex] = glm::normalize(glm::inverseTranspose(glm::mat3(sum)) * model.normals[vertex]);
            }
            if (streams == Streams::Pnt) {
                const glm::vec4& tangent = model.tangents[vertex];
                model.outTangents[vertex] = glm::vec4(glm::normalize(glm::mat3(sum) * glm::vec3(tangent)), tangent.w);
            }
        }
        benchmark::DoNotOptimize(model.outPositions.data());
        benchmark::ClobberMemory();
    }
    countItems(state, model.positions.size());
}
BENCHMARK_CAPTURE(naiveSkin, p, Streams::P)->Name("naive_skin_p")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(naiveSkin, pn, Streams::Pn)->Name("naive_skin_pn")->Arg(10'000)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(naiveSkin, pnt, Streams::Pnt)->Name("naive_skin_pnt")->Arg(10'000)->Unit(benchmark::kMicrosecond);

// Dual quaternions without a library, since GLM has none that skin: real and dual parts are summed, the short way from the first.
void naiveSkinDual(benchmark::State& state)
{
    struct Dual {
        glm::quat real;
        glm::quat dual;
    };
    Skin model(static_cast<std::size_t>(state.range(0)), 4);
    std::vector<Dual> palette;
    for (const Bone* bone : model.skeleton.bones()) {
        const glm::mat4 matrix = bone->getFinalMatrix();
        const glm::quat rotation = glm::normalize(glm::quat_cast(glm::mat3(matrix)));
        palette.push_back({rotation, 0.5f * (glm::quat(0.f, glm::vec3(matrix[3])) * rotation)});
    }
    for (auto _ : state) {
        for (std::size_t vertex = 0; vertex < model.positions.size(); ++vertex) {
            const Dual& first = palette[model.skin.joints[4 * vertex]];
            Dual sum{{0.f, 0.f, 0.f, 0.f}, {0.f, 0.f, 0.f, 0.f}};
            for (std::size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
                const Dual& each = palette[model.skin.joints[i]];
                const float weight = glm::dot(each.real, first.real) < 0.f ? -model.skin.weights[i] : model.skin.weights[i];
                sum.real += weight * each.real;
                sum.dual += weight * each.dual;
            }
            const float length = glm::length(sum.real);
            const glm::quat turn = sum.real / length;
            const glm::quat moved = 2.f * ((sum.dual / length) * glm::conjugate(turn));
            model.outPositions[vertex] = turn * model.positions[vertex] + glm::vec3(moved.x, moved.y, moved.z);
            model.outNormals[vertex] = turn * model.normals[vertex];
        }
        benchmark::DoNotOptimize(model.outPositions.data());
        benchmark::ClobberMemory();
    }
    countItems(state, model.positions.size());
}
BENCHMARK(naiveSkinDual)->Name("naive_skin_dqs_pn")->Arg(10'000)->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
