#include <armature/ik/spring_bones.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <armature/handle.hpp>
#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/moved_from.hpp"
#include "ik/memory_numbers.hpp"
#include "ik/springs/spring_plan.hpp"
#include "ik/springs/spring_work.hpp"
#include "math/numbers.hpp"
#include "math/work_pool.hpp"
#include "node/label.hpp"
#include "node/updater.hpp"

namespace armature {

namespace {

constexpr const char* springBonesName = "a SpringBones";  // the class's name in messages

}  // namespace

class SpringBones::State : public Updatable {
public:
    State(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders, std::span<const SpringColliderGroup> groups)
        : plan_(chains, colliders, groups)
        , work_(SpringWork(plan_))
        , chains_(chains.begin(), chains.end())
        , colliders_(colliders.begin(), colliders.end())
        , groups_(groups.begin(), groups.end())
    {
        for (const SpringChain& chain : chains_) {
            centers_.emplace_back(chain.center);
            for (const SpringJoint& joint : chain.joints) {
                joints_.emplace_back(joint.bone);
            }
        }
        for (const SpringCollider& collider : colliders_) {
            nodes_.emplace_back(collider.node);
        }
    }

    [[nodiscard]] std::vector<SpringChain> chains() const
    {
        std::vector<SpringChain> chains = chains_;
        auto joint = joints_.begin();
        for (std::size_t i = 0; i < chains.size(); ++i) {
            chains[i].center = centers_[i].get();
            for (SpringJoint& each : chains[i].joints) {
                each.bone = (joint++)->get();
            }
        }
        return chains;
    }

    [[nodiscard]] std::vector<SpringCollider> colliders() const
    {
        std::vector<SpringCollider> colliders = colliders_;
        for (std::size_t i = 0; i < colliders.size(); ++i) {
            colliders[i].node = nodes_[i].get();
        }
        return colliders;
    }

    [[nodiscard]] bool hasCollider(std::size_t collider) const noexcept
    {
        return collider < colliders_.size() && (colliders_[collider].node == nullptr || nodes_[collider].get() != nullptr);
    }

    [[nodiscard]] const std::vector<SpringColliderGroup>& groups() const noexcept { return groups_; }

    void setJoint(const SpringJoint& joint)
    {
        const auto swing = std::ranges::find_if(plan_.swings, [&](const SpringSwing& each) {
            return joint.bone != nullptr && plan_.bones[each.bone].bone.get() == joint.bone;
        });
        if (swing == plan_.swings.end()) {
            refuseSprings(joint.bone == nullptr ? std::string("no bone was given") : fmt::format("{} does not swing", label(*joint.bone)));
        }
        requireSpringNumbers(chainLabel(chains_[swing->chain], swing->chain), joint);
        plan_.setNumbers(*swing, joint.parameters);
        chains_[swing->chain].joints[swing->joint] = joint;
    }

    IkStatus update(double seconds)
    {
        Skeleton* const skeleton = plan_.skeleton.get();
        return skeleton != nullptr ? solve(*skeleton, seconds, memory_) : IkStatus::Gone;
    }

    IkStatus solve(JointView joints, double seconds, IkMemory& memory) const
    {
        requireMemorySize("spring bones", memory, SpringMemory::sizeFor(plan_));
        const auto work = work_.borrow();
        return work->solve(plan_, joints, seconds, memory);
    }

    void teleport(const glm::mat4& motion, IkMemory& memory) const;
    void teleport(const glm::mat4& motion) { teleport(motion, memory_); }

    IkStatus jump()
    {
        Skeleton* const skeleton = plan_.skeleton.get();
        return skeleton != nullptr ? jump(*skeleton, memory_) : IkStatus::Gone;
    }

    IkStatus jump(JointView joints, IkMemory& memory) const
    {
        requireMemorySize("spring bones", memory, SpringMemory::sizeFor(plan_));
        const auto work = work_.borrow();
        return work->jump(plan_, joints, memory);
    }

    void reset() noexcept { memory_.clear(); }
    [[nodiscard]] std::span<const double> memory() const noexcept { return memory_; }
    void setMemory(std::span<const double> memory)
    {
        requireMemory("spring bones", memory, SpringMemory::sizeFor(plan_));
        const std::span<const double> times = memory.first(std::min(memory.size(), SpringMemory::times));
        if (std::ranges::any_of(times, [](double time) { return time < 0.; }) || (!memory.empty() && memory[0] >= 1.)) {
            refuseSprings("the memory holds a time out of range");
        }
        memory_.assign(memory.begin(), memory.end());
    }

private:
    SpringPlan plan_;
    mutable WorkPool<SpringWork> work_;
    IkMemory memory_;
    std::vector<SpringChain> chains_;  // as given; the pointers in it may dangle, unlike the handles below
    std::vector<SpringCollider> colliders_;
    std::vector<SpringColliderGroup> groups_;
    std::vector<Handle<Bone>> joints_;  // the bones of all chains
    std::vector<Handle<const Node>> centers_;
    std::vector<Handle<const Node>> nodes_;  // the nodes of the colliders
};

void SpringBones::State::teleport(const glm::mat4& motion, IkMemory& memory) const
{
    requireMemorySize("spring bones", memory, SpringMemory::sizeFor(plan_));
    if (!isFinite(motion)) {
        refuseSprings("the motion of a teleport is not finite");
    }
    if (memory.empty()) {
        return;
    }
    SpringMemory moved(plan_, memory);
    const Frame frame = Frame::of(motion);
    for (std::size_t i = 0; i < plan_.movers.size(); ++i) {
        if (plan_.movers[i].kind == SpringMover::Kind::Skeleton) {
            const SpringPart last = moved.last(i);
            const auto partAt = [&](const SpringTurn& turn) { return SpringPlace::of(frame * SpringPart{turn, last.shape}.frame()).part; };
            moved.setLast(i, partAt(last.turn));
            for (std::size_t back = 0; back < SpringStencil::mostEarlier; ++back) {
                moved.setEarlier(i, back, partAt(moved.earlier(i, back)).turn);
            }
        }
    }
    for (const SpringSwing& swing : plan_.swings) {
        if (swing.center == noPlace) {
            const SpringTail tail = moved.tail(swing);
            moved.setTail(swing, {frame.point(tail.now), frame.point(tail.before), tail.rotation});
        }
    }
}

SpringBones::SpringBones(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                         std::span<const SpringColliderGroup> groups)
    : state_(std::make_unique<State>(chains, colliders, groups))
{}

SpringBones::~SpringBones() = default;
SpringBones::SpringBones(SpringBones&&) noexcept = default;
SpringBones& SpringBones::operator=(SpringBones&&) noexcept = default;

std::vector<SpringChain> SpringBones::getChains() const
{
    return stateOf(state_, springBonesName).chains();
}

std::vector<SpringCollider> SpringBones::getColliders() const
{
    return stateOf(state_, springBonesName).colliders();
}

bool SpringBones::hasCollider(std::size_t collider) const
{
    return stateOf(state_, springBonesName).hasCollider(collider);
}

std::vector<SpringColliderGroup> SpringBones::getGroups() const
{
    return stateOf(state_, springBonesName).groups();
}

void SpringBones::setJoint(const SpringJoint& joint)
{
    stateOf(state_, springBonesName).setJoint(joint);
}

IkStatus SpringBones::update(double seconds)
{
    return stateOf(state_, springBonesName).update(seconds);
}

IkStatus SpringBones::solve(JointView joints, double seconds, IkMemory& memory) const
{
    const State& state = stateOf(state_, springBonesName);
    return state.solve(joints, seconds, memory);
}

void SpringBones::reset()
{
    stateOf(state_, springBonesName).reset();
}

void SpringBones::teleport(const glm::mat4& motion)
{
    stateOf(state_, springBonesName).teleport(motion);
}

void SpringBones::teleport(const glm::mat4& motion, IkMemory& memory) const
{
    const State& state = stateOf(state_, springBonesName);
    state.teleport(motion, memory);
}

IkStatus SpringBones::jump()
{
    return stateOf(state_, springBonesName).jump();
}

IkStatus SpringBones::jump(JointView joints, IkMemory& memory) const
{
    const State& state = stateOf(state_, springBonesName);
    return state.jump(joints, memory);
}

std::span<const double> SpringBones::getMemory() const
{
    return stateOf(state_, springBonesName).memory();
}

void SpringBones::setMemory(std::span<const double> memory)
{
    stateOf(state_, springBonesName).setMemory(memory);
}

std::function<bool(double seconds)> SpringBones::getUpdater()
{
    return updaterOf(stateOf(state_, springBonesName), "SpringBones");
}

const Updatable& SpringBones::updatable() const
{
    return stateOf(state_, springBonesName);
}

}  // namespace armature
