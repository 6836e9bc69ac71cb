#include <array>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <malloc.h>

#include <benchmark/benchmark.h>
#include <glm/ext/matrix_float3x4.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include <armature/animation/graph_player.hpp>
#include <armature/crowd/crowd.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "game_character.hpp"
#include "rig.hpp"

/// A frame of whole characters, as a game computes it.
namespace armature::bench {

namespace {

constexpr double seconds = 1. / 60.;

enum Step { Graph, Write, Feet, Gaze, Springs, Matrices, Attachments, Culling, Upload, stepCount };
constexpr const char* stepNames[] = {"graph", "write", "feet", "gaze", "springs", "matrices", "attachments", "culling", "upload"};

/// Sums the nanoseconds of each step.
class Clock {
public:
    void begin() { last_ = std::chrono::steady_clock::now(); }
    void end(Step step)
    {
        const auto now = std::chrono::steady_clock::now();
        nanoseconds_[step] += std::chrono::duration<double, std::nano>(now - last_).count();
        last_ = now;
    }
    void report(benchmark::State& state, double characters) const
    {
        for (std::size_t i = 0; i < stepCount; ++i) {
            state.counters[stepNames[i]] = nanoseconds_[i] / characters;
        }
    }

private:
    std::chrono::steady_clock::time_point last_;
    std::array<double, stepCount> nanoseconds_{};
};

/// A character that objects hold: its skeleton, its player, what it carries.
struct Actor {
    Actor(Scene& scene, const GameCharacter& kind, std::size_t number)
        : skeleton(scene.addSkeleton(kind.rig().clone())), host(scene.createTransformNode("")), player(kind.graph())
    {
        skeleton.setHostNode(&host);
        host.setPosition({1.5f * static_cast<float>(number % 32), 0.f, 1.5f * static_cast<float>(number / 32)});
        hat = &scene.createTransformNode("hat", skeleton.bones()[GameCharacter::head]);
        sword = &scene.createTransformNode("sword", skeleton.bones()[GameCharacter::rightHand]);
        player.setParameter("speed", 0.3f * static_cast<float>(number % 9));
        player.setParameter("turn", 0.2f * static_cast<float>(number % 7) - 0.6f);
        player.advance(0.037 * static_cast<double>(number % 50));
        player.apply(skeleton);
    }

    /// Walks in circles, so that the character stays in or out of sight.
    void walk()
    {
        Transform transform = player.getTravel().moved(host.getTransform());
        transform.rotation = transform.rotation * glm::angleAxis(0.015f, glm::vec3(0.f, 1.f, 0.f));
        host.setTransform(transform);
    }

    Skeleton& skeleton;
    TransformNode& host;
    GraphPlayer player;
    TransformNode* hat = nullptr;
    TransformNode* sword = nullptr;
    IkMemory feet;
    IkMemory strands;
};

/// Six planes of a camera that sees about half of the characters: positive is inside.
bool isSeen(const Aabb& box, const glm::mat4& toWorld)
{
    static constexpr glm::vec4 planes[] = {{1.f, 0.f, 0.2f, 0.f},   {-1.f, 0.f, 0.2f, 40.f}, {0.f, 1.f, 0.f, 2.f},
                                           {0.f, -1.f, 0.f, 300.f}, {0.f, 0.f, 1.f, 1.f},    {0.f, 0.f, -1.f, 24.f}};
    const glm::vec3 center(toWorld * glm::vec4(box.getCenter(), 1.f));
    const glm::vec3 half = 0.5f * box.getSize();
    const glm::vec3 reach =
        glm::abs(glm::vec3(toWorld[0])) * half.x + glm::abs(glm::vec3(toWorld[1])) * half.y + glm::abs(glm::vec3(toWorld[2])) * half.z;
    for (const glm::vec4& plane : planes) {
        if (glm::dot(glm::vec3(plane), center) + plane.w + glm::dot(glm::abs(glm::vec3(plane)), reach) < 0.f) {
            return false;
        }
    }
    return true;
}

class Stage {
public:
    Stage(const GameCharacter& kind, std::size_t count) : kind_(kind), buffer_(count * GameCharacter::bones)
    {
        const std::size_t before = mallinfo2().uordblks;
        for (std::size_t i = 0; i < count; ++i) {
            actors_.push_back(std::make_unique<Actor>(scene_, kind_, i));
        }
        frame();  // fills the memories of the solvers
        bytesEach = (mallinfo2().uordblks - before) / count;
        clock = {};
    }

    void frame()
    {
        ++frame_;
        std::size_t slot = 0;
        for (std::size_t i = 0; i < actors_.size(); ++i) {
            Actor& actor = *actors_[i];
            clock.begin();
            if ((frame_ + i) % 120 == 0) {
                actor.player.fire("jump");
            }
            actor.player.advance(seconds);
            footfalls += actor.player.firedEvents().size();
            actor.walk();
            clock.end(Graph);
            actor.player.apply(actor.skeleton);
            clock.end(Write);
            kind_.placement().solve(actor.skeleton, &actor.feet, seconds);
            clock.end(Feet);
            kind_.gaze().solve(actor.skeleton, glm::vec3(20.f, 1.6f, 10.f));
            clock.end(Gaze);
            kind_.springs().solve(actor.skeleton, seconds, actor.strands);
            clock.end(Springs);
            const std::span<const glm::mat3x4> palette = actor.skeleton.getFinalMatrices();
            clock.end(Matrices);
            benchmark::DoNotOptimize(actor.hat->getWorldMatrix()[3] + actor.sword->getWorldMatrix()[3]);
            clock.end(Attachments);
            const bool isVisible = isSeen(kind_.bounds().enclose(palette), actor.host.getWorldMatrix());
            clock.end(Culling);
            if (isVisible) {
                std::memcpy(buffer_.data() + slot, palette.data(), palette.size_bytes());
                slot += palette.size();
            }
            clock.end(Upload);
        }
        seen += slot / GameCharacter::bones;
    }

    Clock clock;
    std::size_t bytesEach = 0;
    std::size_t footfalls = 0;
    std::size_t seen = 0;

private:
    const GameCharacter& kind_;
    Scene scene_;
    std::vector<std::unique_ptr<Actor>> actors_;
    std::vector<glm::mat3x4> buffer_;
    std::size_t frame_ = 0;
};

// A frame of characters that objects hold; time per character, with the share of each step.
void characterFrame(benchmark::State& state)
{
    const auto count = static_cast<std::size_t>(state.range(0));
    const GameCharacter kind;
    Stage stage(kind, count);
    for (auto _ : state) {
        stage.frame();
    }
    countItems(state, count);
    const double frames = static_cast<double>(state.iterations() * state.range(0));
    stage.clock.report(state, frames);
    state.counters["bytes"] = static_cast<double>(stage.bytesEach);
    state.counters["seen"] = static_cast<double>(stage.seen) / frames;
    state.counters["footfalls"] = static_cast<double>(stage.footfalls) / frames;
}
BENCHMARK(characterFrame)->Name("character_frame")->Arg(10)->Arg(200)->Arg(1000)->Arg(10000)->Unit(benchmark::kMicrosecond);

// The same frame, shared by two threads: each has scenes of its own, and all share the character's graph and solvers. Time per character.
void characterFrameThreads(benchmark::State& state)
{
    constexpr std::size_t stagesEach = 4;
    const auto threads = static_cast<std::size_t>(state.range(1));
    const auto count = static_cast<std::size_t>(state.range(0));
    const GameCharacter kind;
    std::vector<std::unique_ptr<Stage>> stages;
    for (std::size_t i = 0; i < threads * stagesEach; ++i) {
        stages.push_back(std::make_unique<Stage>(kind, count / (threads * stagesEach)));
    }
    const auto run = [&](std::size_t thread) {
        for (std::size_t i = thread * stagesEach; i < (thread + 1) * stagesEach; ++i) {
            stages[i]->frame();
        }
    };
    for (auto _ : state) {
        std::vector<std::thread> others;
        for (std::size_t thread = 1; thread < threads; ++thread) {
            others.emplace_back(run, thread);
        }
        run(0);
        for (std::thread& other : others) {
            other.join();
        }
    }
    countItems(state, count);
}
BENCHMARK(characterFrameThreads)
    ->Name("character_frame_threads")
    ->Args({1000, 1})
    ->Args({1000, 2})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

/// A member of a crowd, with the memory of its solvers.
struct Member {
    CrowdInstance instance;
    Transform placement;
    glm::mat4 toWorld{1.f};
    IkMemory feet;
    IkMemory strands;
    glm::vec3 hat{0.f};
    glm::vec3 sword{0.f};
};

/// The same characters as members of a crowd: solvers work on the members' poses, and palettes are written where the renderer reads them.
class CrowdStage {
public:
    explicit CrowdStage(std::size_t count) : members_(count), buffer_(count * GameCharacter::bones)
    {
        const std::size_t before = mallinfo2().uordblks;
        const std::size_t graph = crowd_.addGraph(kind_.graph());
        for (std::size_t i = 0; i < count; ++i) {
            Member& member = members_[i];
            member.instance = crowd_.add();
            member.placement.translation = {1.5f * static_cast<float>(i % 32), 0.f, 1.5f * static_cast<float>(i / 32)};
            crowd_.playGraph(member.instance, graph);
            crowd_.setParameter(member.instance, "speed", 0.3f * static_cast<float>(i % 9));
            crowd_.setParameter(member.instance, "turn", 0.2f * static_cast<float>(i % 7) - 0.6f);
            crowd_.setModifier(member.instance, [this, &member](JointView joints) { pose(member, joints); });
        }
        frame(Threads::Caller);
        bytesEach = (mallinfo2().uordblks - before) / count;
    }

    void frame(Threads threads)
    {
        ++frame_;
        for (std::size_t i = 0; i < members_.size(); ++i) {
            Member& member = members_[i];
            if ((frame_ + i) % 120 == 0) {
                crowd_.fire(member.instance, "jump");
            }
            member.placement = crowd_.getTravel(member.instance).moved(member.placement);
            member.placement.rotation = member.placement.rotation * glm::angleAxis(0.015f, glm::vec3(0.f, 1.f, 0.f));
            member.toWorld = toMat4(member.placement);
        }
        crowd_.update(seconds, buffer_, threads);
        for (std::size_t i = 0; i < members_.size(); ++i) {
            footfalls += crowd_.firedEvents(members_[i].instance).size();
            const std::span palette = std::span(buffer_).subspan(i * GameCharacter::bones, GameCharacter::bones);
            seen += isSeen(kind_.bounds().enclose(palette), members_[i].toWorld) ? 1u : 0u;
        }
    }

    std::size_t bytesEach = 0;
    std::size_t footfalls = 0;
    std::size_t seen = 0;

private:
    void pose(Member& member, JointView joints) const
    {
        joints = joints.placedAt(member.toWorld);
        kind_.placement().solve(joints, &member.feet, seconds);
        kind_.gaze().solve(joints, glm::vec3(20.f, 1.6f, 10.f));
        kind_.springs().solve(joints, seconds, member.strands);
        member.hat = joints.getAbsoluteMatrix(GameCharacter::head)[3];
        member.sword = joints.getAbsoluteMatrix(GameCharacter::rightHand)[3];
    }

    GameCharacter kind_;
    Crowd crowd_{kind_.rig()};
    std::vector<Member> members_;
    std::vector<glm::mat3x4> buffer_;
    std::size_t frame_ = 0;
};

// The same frame of members of a crowd; time per character.
void memberFrame(benchmark::State& state, Threads threads)
{
    const auto count = static_cast<std::size_t>(state.range(0));
    CrowdStage stage(count);
    for (auto _ : state) {
        stage.frame(threads);
    }
    countItems(state, count);
    const double frames = static_cast<double>(state.iterations() * state.range(0));
    state.counters["bytes"] = static_cast<double>(stage.bytesEach);
    state.counters["seen"] = static_cast<double>(stage.seen) / frames;
    state.counters["footfalls"] = static_cast<double>(stage.footfalls) / frames;
}
BENCHMARK_CAPTURE(memberFrame, caller, Threads::Caller)
    ->Name("character_frame_crowd")
    ->Arg(10)
    ->Arg(200)
    ->Arg(1000)
    ->Arg(10000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(memberFrame, all, Threads::All)
    ->Name("character_frame_crowd_all_threads")
    ->Arg(1000)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
