#include "ik/springs/spring_plan.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <glm/gtc/quaternion.hpp>

#include <armature/skeleton/bone.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "ik/kernels/spring_kernels.hpp"
#include "ik/known_rest.hpp"
#include "node/label.hpp"

namespace armature {

namespace {

constexpr std::size_t mostTouched = 1 << 20;  // the most colliders that all chains may touch together; a collider counts once for each
                                              // group list that names it
constexpr std::size_t deepestWait = 1000;     // the most bones that may wait for each other

/// Orders the steps: before it adds a step, it visits the steps that this step depends on.
class SpringPlanner {
public:
    SpringPlanner(SpringPlan& plan, std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                  std::span<const SpringColliderGroup> groups)
        : plan_(plan), chains_(chains), groups_(groups)
    {
        for (const SpringCollider& collider : colliders) {
            plan_.solids.push_back({noPlace, collider});
        }
        for (std::size_t chain = 0; chain < chains.size(); ++chain) {
            addChain(chain);
        }
        for (std::size_t swing = 0; swing < plan_.swings.size(); ++swing) {
            swingOf_[&jointOf(plan_.swings[swing])] = swing;
        }
        visits_.assign(plan_.swings.size(), Visit::Not);
        for (std::size_t swing = 0; swing < plan_.swings.size(); ++swing) {
            visit(swing);
        }
        for (std::size_t solid = 0; solid < plan_.solids.size(); ++solid) {
            placeOfSolid(solid);  // a solid that no chain touches; its node still counts as one of the springs' inputs
        }
        markCarriers();
        groupSwings();
    }

private:
    enum class Visit : std::uint8_t { Not, Begun, Done };

    void addChain(std::size_t number)
    {
        const SpringChain& chain = chains_[number];
        const auto [touched, isNew] = touchedBy_.try_emplace(chain.colliderGroups, plan_.touched.size(), 0);
        if (isNew) {
            for (const std::size_t group : chain.colliderGroups) {
                if (plan_.touched.size() + groups_[group].colliders.size() > mostTouched) {
                    refuseSprings(fmt::format("{}: with it, chains name more than {} colliders", chainLabel(chain, number), mostTouched));
                }
                plan_.touched.insert(plan_.touched.end(), groups_[group].colliders.begin(), groups_[group].colliders.end());
            }
            touched->second.second = plan_.touched.size();
        }
        const std::size_t count = chain.joints.size() - (chain.end ? 0 : 1);
        for (std::size_t joint = 0; joint < count; ++joint) {
            const Bone& bone = *chain.joints[joint].bone;
            SpringSwing swing;
            swing.chain = number;
            swing.joint = joint;
            swing.bone = addBone(bone);
            std::tie(swing.touchBegin, swing.touchEnd) = touched->second;
            swing.rest = glm::normalize(glm::dquat(restOf(bone).rotation));
            SpringPlan::setNumbers(swing, chain.joints[joint].parameters);
            if (joint + 1 < chain.joints.size()) {
                addPath(swing, bone, *chain.joints[joint + 1].bone);
            } else {
                swing.end = *chain.end;
            }
            if (!swingOf_.try_emplace(&bone, plan_.swings.size()).second) {
                refuseSprings(fmt::format("{}: {} swings already", chainLabel(chain, number), label(bone)));
            }
            plan_.swings.push_back(swing);
        }
    }

    [[nodiscard]] const Bone& jointOf(const SpringSwing& swing) const { return *chains_[swing.chain].joints[swing.joint].bone; }

    void addPath(SpringSwing& swing, const Bone& from, const Bone& tail)
    {
        swing.pathBegin = plan_.path.size();
        for (const Bone* each = &tail; each != &from; each = each->getParentBone()) {
            plan_.path.push_back(addHangingBone(*each));
        }
        swing.pathEnd = plan_.path.size();
        std::reverse(plan_.path.begin() + static_cast<std::ptrdiff_t>(swing.pathBegin), plan_.path.end());
    }

    std::size_t addBone(const Bone& bone)
    {
        const auto [found, isNew] = bones_.try_emplace(&bone, plan_.bones.size());
        if (isNew) {
            plan_.bones.push_back({.bone = Handle<const Bone>(bone)});
        }
        return found->second;
    }

    /// Adds a bone whose parent must stay the same.
    std::size_t addHangingBone(const Bone& bone)
    {
        const Bone* const above = bone.getParentBone();
        const std::size_t parent = above != nullptr ? addBone(*above) : SpringBone::root;
        const std::size_t added = addBone(bone);
        plan_.bones[added].parent = parent;
        return added;
    }

    std::size_t addMover(const void* identity, SpringMover mover)
    {
        const auto [found, isNew] = places_.try_emplace(identity, plan_.places);
        if (isNew) {
            mover.place = plan_.places++;
            if (mover.isCarried) {
                plan_.steps.push_back({SpringPlan::Step::Kind::Carry, plan_.movers.size()});
                carried_.insert(mover.place);
            }
            plan_.movers.push_back(std::move(mover));
        }
        return found->second;
    }

    /// Returns the place of a bone. Walks up to a bone that swings or has a place, and adds the bones below it as movers.
    std::size_t placeOf(const Bone* bone)
    {
        std::vector<const Bone*> below;
        const Bone* top = bone;
        while (top != nullptr && !swingOf_.contains(top) && !places_.contains(top)) {
            below.push_back(top);
            top = top->getParentBone();
        }
        std::size_t place = 0;
        bool isCarried = false;
        if (top == nullptr) {
            place = addMover(&plan_, {.kind = SpringMover::Kind::Skeleton});
        } else if (const auto swing = swingOf_.find(top); swing != swingOf_.end()) {
            visit(swing->second);
            place = plan_.swings[swing->second].place;
            isCarried = true;
        } else {
            place = places_.at(top);
            isCarried = carried_.contains(place);
        }
        for (auto each = below.rbegin(); each != below.rend(); ++each) {
            place =
                addMover(*each, {.kind = SpringMover::Kind::Bone, .bone = addHangingBone(**each), .parent = place, .isCarried = isCarried});
        }
        return place;
    }

    std::size_t placeOf(const Node* node)
    {
        const Bone* const bone = node != nullptr ? node->asBone() : nullptr;
        if (bone != nullptr && &bone->getSkeleton() == plan_.skeleton.get()) {
            return placeOf(bone);
        }
        return node == nullptr ? addMover(nullptr, {.kind = SpringMover::Kind::World})
                               : addMover(node, {.kind = SpringMover::Kind::Node, .node = Handle<const Node>(node)});
    }

    void placeOfSolid(std::size_t number)
    {
        if (plan_.solids[number].place == noPlace) {
            const std::size_t place = placeOf(plan_.solids[number].collider.node);
            plan_.solids[number].place = place;
            plan_.steps.push_back({SpringPlan::Step::Kind::Solid, number});
        }
    }

    std::size_t centerAt(const Node& node)
    {
        const std::size_t place = placeOf(&node);
        const auto found = std::ranges::find(plan_.centers, place);
        const auto center = static_cast<std::size_t>(found - plan_.centers.begin());
        if (found == plan_.centers.end()) {
            plan_.steps.push_back({SpringPlan::Step::Kind::Center, center});
            plan_.centers.push_back(place);
        }
        return center;
    }

    void visit(std::size_t number)
    {
        if (visits_[number] == Visit::Done) {
            return;
        }
        path_.push_back(number);
        if (visits_[number] == Visit::Begun) {
            refuseCircle();
        }
        if (path_.size() > deepestWait) {
            refuseSprings(fmt::format("{}: more than {} bones wait for each other", label(jointOf(plan_.swings[number])), deepestWait));
        }
        visits_[number] = Visit::Begun;
        SpringSwing swing = plan_.swings[number];
        const SpringChain& chain = chains_[swing.chain];
        const Bone& bone = jointOf(swing);
        addHangingBone(bone);
        swing.parent = placeOf(bone.getParentBone());
        swing.center = chain.center != nullptr ? centerAt(*chain.center) : noPlace;
        for (std::size_t i = swing.touchBegin; i < swing.touchEnd; ++i) {
            placeOfSolid(plan_.touched[i]);
        }
        swing.place = plan_.places++;
        plan_.steps.push_back({SpringPlan::Step::Kind::Swing, number});
        plan_.swings[number] = swing;
        visits_[number] = Visit::Done;
        path_.pop_back();
    }

    void markCarriers()
    {
        std::vector<bool> carries(plan_.places);
        for (const SpringSwing& swing : plan_.swings) {
            carries[swing.parent] = true;
        }
        for (const SpringMover& mover : plan_.movers) {
            if (mover.isCarried) {
                carries[mover.parent] = true;
            }
        }
        for (const PlannedCollider& solid : plan_.solids) {
            carries[solid.place] = true;
        }
        for (const std::size_t center : plan_.centers) {
            carries[center] = true;
        }
        for (SpringSwing& swing : plan_.swings) {
            swing.isCarrier = carries[swing.place];
        }
    }

    /// Returns the depth of each step: the length of the longest series of steps that ends with this step and in which each step waits for
    /// the one before.
    [[nodiscard]] std::vector<std::size_t> depthsOfSteps() const
    {
        std::vector<std::size_t> depths;
        std::vector<std::size_t> places(plan_.places);
        std::vector<std::size_t> solids(plan_.solids.size());
        std::vector<std::size_t> centers(plan_.centers.size());
        for (const SpringPlan::Step step : plan_.steps) {
            std::size_t depth = 0;
            if (step.kind == SpringPlan::Step::Kind::Carry) {
                depth = places[plan_.movers[step.index].parent] + 1;
                places[plan_.movers[step.index].place] = depth;
            } else if (step.kind == SpringPlan::Step::Kind::Solid) {
                depth = solids[step.index] = places[plan_.solids[step.index].place] + 1;
            } else if (step.kind == SpringPlan::Step::Kind::Center) {
                depth = centers[step.index] = places[plan_.centers[step.index]] + 1;
            } else {
                const SpringSwing& swing = plan_.swings[step.index];
                depth = std::max(places[swing.parent], swing.center != noPlace ? centers[swing.center] : 0) + 1;
                for (const std::size_t solid : plan_.touchedBy(swing)) {
                    depth = std::max(depth, solids[solid] + 1);
                }
                places[swing.place] = depth;
            }
            depths.push_back(depth);
        }
        return depths;
    }

    /// Sorts swings of equal depth, which do not wait for each other, next to each other, and groups those that touch the same solids.
    void groupSwings()
    {
        const std::vector<std::size_t> depths = depthsOfSteps();
        const auto key = [&](std::size_t step) {
            const bool isSwing = plan_.steps[step].kind == SpringPlan::Step::Kind::Swing;
            return std::tuple(depths[step], isSwing, isSwing ? plan_.swings[plan_.steps[step].index].touchBegin : 0);
        };
        std::vector<std::size_t> order(plan_.steps.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, key);
        std::vector<SpringPlan::Step> steps;
        std::vector<SpringSwing> swings;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const SpringPlan::Step step = plan_.steps[order[i]];
            if (step.kind != SpringPlan::Step::Kind::Swing) {
                steps.push_back(step);
                continue;
            }
            const bool isLike = !swings.empty() && i > 0 && key(order[i - 1]) == key(order[i])
                                && swings.back().touchEnd == plan_.swings[step.index].touchEnd;
            if (!isLike || plan_.together.back().end - plan_.together.back().begin == springLanes) {
                steps.push_back({SpringPlan::Step::Kind::Swing, plan_.together.size()});
                plan_.together.push_back({swings.size(), swings.size()});
            }
            swings.push_back(plan_.swings[step.index]);
            ++plan_.together.back().end;
        }
        plan_.steps = std::move(steps);
        plan_.swings = std::move(swings);
    }

    [[noreturn]] void refuseCircle() const
    {
        std::string text;
        for (auto each = std::ranges::find(path_, path_.back()); each != path_.end(); ++each) {
            text += (text.empty() ? "" : " -> ") + label(jointOf(plan_.swings[*each]));
        }
        refuseSprings("colliders or centers make bones wait for each other in a circle: " + text);
    }

    SpringPlan& plan_;
    std::span<const SpringChain> chains_;
    std::span<const SpringColliderGroup> groups_;
    std::unordered_map<const Bone*, std::size_t> swingOf_;
    std::unordered_map<const Bone*, std::size_t> bones_;
    std::unordered_map<const void*, std::size_t> places_;  // by bone or node: its place. Key null: the world; key `&plan_`: skeleton space
    std::unordered_set<std::size_t> carried_;              // the places of movers that swinging bones carry
    std::map<std::vector<std::size_t>, std::pair<std::size_t, std::size_t>> touchedBy_;  // by collider groups: the range of their colliders
                                                                                         // in the plan
    std::vector<Visit> visits_;                                                          // by swing
    std::vector<std::size_t> path_;                                                      // the swings being visited
};

}  // namespace

SpringPlan::SpringPlan(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                       std::span<const SpringColliderGroup> groups)
{
    requireSprings(chains, colliders, groups);
    skeleton = Handle<Skeleton>(chains[0].joints[0].bone->getSkeleton());
    const SpringPlanner planner(*this, chains, colliders, groups);
}

void SpringPlan::setNumbers(SpringSwing& swing, const SpringParameters& parameters) noexcept
{
    swing.stiffness = static_cast<double>(parameters.stiffness) / springRate;
    swing.gravity = glm::dvec3(parameters.gravityDirection) * (static_cast<double>(parameters.gravityPower) / springRate);
    swing.kept = 1. - static_cast<double>(parameters.drag);
    swing.hitRadius = static_cast<double>(parameters.hitRadius);
}

}  // namespace armature
