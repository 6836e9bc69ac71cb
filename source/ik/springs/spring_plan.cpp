#include "ik/springs/spring_plan.hpp"

#include <algorithm>
#include <array>
#include <compare>
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

constexpr std::size_t mostTouched = 1 << 20;  // the most colliders in the groups of all chains together, repeats included; chains with
                                              // equal lists of groups count once
constexpr std::size_t deepestWait = 1000;     // limit for the number of bones in a row of which each waits for the next

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
            mostJoints_ = std::max(mostJoints_, chains[chain].joints.size());
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
        groupSwings();
        numberPlaces();
        finishGroups();
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

    /// Returns the depth of each step: the length of the longest series of steps that ends with this step and in which each step waits for
    /// the one before.
    [[nodiscard]] std::vector<std::size_t> depthsOfSteps() const
    {
        // Objects that no swinging bone carries have depth 0, so that chains with colliders and those without any have the same depths.
        const auto after = [](std::size_t depth) { return depth > 0 ? depth + 1 : 0; };
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
                depth = solids[step.index] = after(places[plan_.solids[step.index].place]);
            } else if (step.kind == SpringPlan::Step::Kind::Center) {
                depth = centers[step.index] = after(places[plan_.centers[step.index]]);
            } else {
                const SpringSwing& swing = plan_.swings[step.index];
                depth = std::max(places[swing.parent], swing.center != noPlace ? centers[swing.center] : 0) + 1;
                for (std::size_t i = swing.touchBegin; i < swing.touchEnd; ++i) {
                    depth = std::max(depth, solids[plan_.touched[i]] + 1);
                }
                places[swing.place] = depth;
            }
            depths.push_back(depth);
        }
        return depths;
    }

    /// The kind of a step. Swings of the same kind, that is with the same depth and centre, may be taken together.
    struct Kind {
        std::size_t depth = 0;
        bool isSwing = false;
        std::size_t center = noPlace;

        friend auto operator<=>(const Kind&, const Kind&) = default;
    };

    [[nodiscard]] Kind kindOf(SpringPlan::Step step, std::size_t depth) const
    {
        const bool isSwing = step.kind == SpringPlan::Step::Kind::Swing;
        return {depth, isSwing, isSwing ? plan_.swings[step.index].center : noPlace};
    }

    /// Returns the key by which swings of one kind are sorted: swings that touch the same solids become neighbours. Swings of chains with
    /// more joints to come are first, so that a chain that ends does not move the others to other lanes.
    [[nodiscard]] std::array<std::size_t, 3> orderOf(SpringPlan::Step step) const
    {
        if (step.kind != SpringPlan::Step::Kind::Swing) {
            return {};
        }
        const SpringSwing& swing = plan_.swings[step.index];
        return {swing.touchBegin, swing.touchEnd, mostJoints_ - (chains_[swing.chain].joints.size() - swing.joint)};
    }

    /// Sorts swings that can be taken together next to each other, and groups them.
    void groupSwings()
    {
        const std::vector<std::size_t> depths = depthsOfSteps();
        const auto kind = [&](std::size_t step) { return kindOf(plan_.steps[step], depths[step]); };
        std::vector<std::size_t> order(plan_.steps.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, {}, [&](std::size_t step) { return std::pair(kind(step), orderOf(plan_.steps[step])); });
        std::vector<SpringPlan::Step> steps;
        std::vector<SpringSwing> swings;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const SpringPlan::Step step = plan_.steps[order[i]];
            if (step.kind != SpringPlan::Step::Kind::Swing) {
                steps.push_back(step);
                continue;
            }
            if (i == 0 || kind(order[i - 1]) != kind(order[i]) || plan_.together.back().size() == springLanes) {
                steps.push_back({SpringPlan::Step::Kind::Swing, plan_.together.size()});
                plan_.together.push_back({swings.size(), swings.size()});
            }
            swings.push_back(plan_.swings[step.index]);
            swings.back().group = plan_.together.size() - 1;
            swings.back().lane = plan_.together.back().size();
            ++plan_.together.back().end;
        }
        plan_.steps = std::move(steps);
        plan_.swings = std::move(swings);
    }

    void numberPlaces()
    {
        std::vector<std::size_t> places(plan_.places);
        for (std::size_t i = 0; i < plan_.movers.size(); ++i) {
            places[plan_.movers[i].place] = i;
        }
        for (const SpringSwing& swing : plan_.swings) {
            places[swing.place] = plan_.movers.size() + swing.group * springLanes + swing.lane;
        }
        const auto number = [&](std::size_t& place) { place = place != noPlace ? places[place] : noPlace; };
        for (SpringMover& mover : plan_.movers) {
            number(mover.place);
            number(mover.parent);
        }
        for (SpringSwing& swing : plan_.swings) {
            number(swing.place);
            number(swing.parent);
        }
        for (PlannedCollider& solid : plan_.solids) {
            number(solid.place);
        }
        std::ranges::for_each(plan_.centers, number);
    }

    [[nodiscard]] SpringPlan::Group::Above aboveOf(std::span<const SpringSwing> swings) const
    {
        const std::size_t first = swings[0].parent;
        const bool isBelowGroup = first >= plan_.movers.size() && (first - plan_.movers.size()) % springLanes == 0;
        if (isBelowGroup && std::ranges::all_of(swings, [&](const SpringSwing& each) { return each.parent == first + each.lane; })) {
            return SpringPlan::Group::Above::Group;
        }
        const bool isOne = std::ranges::all_of(swings, [&](const SpringSwing& each) { return each.parent == first; });
        return isOne ? SpringPlan::Group::Above::One : SpringPlan::Group::Above::Any;
    }

    void addContacts(SpringPlan::Group& group)
    {
        group.contactBegin = plan_.contacts.size();
        for (std::size_t i = group.begin; i < group.end; ++i) {
            const SpringSwing& swing = plan_.swings[i];
            const bool isFirst = plan_.contacts.size() == group.contactBegin;
            if (swing.touchBegin == swing.touchEnd) {
                continue;
            }
            if (!isFirst && plan_.contacts.back().touchBegin == swing.touchBegin && plan_.contacts.back().end == swing.lane) {
                ++plan_.contacts.back().end;
            } else {
                plan_.contacts.push_back({swing.lane, swing.lane + 1, swing.touchBegin, swing.touchEnd});
            }
        }
        group.contactEnd = plan_.contacts.size();
    }

    /// Completes the groups: finds what is above each group and what depends on it, and sets its contacts and parameters.
    void finishGroups()
    {
        const auto carry = [&](std::size_t place) {
            if (place != noPlace && place >= plan_.movers.size()) {
                plan_.together[(place - plan_.movers.size()) / springLanes].isCarrier = true;
            }
        };
        std::ranges::for_each(plan_.movers, carry, &SpringMover::parent);
        std::ranges::for_each(plan_.swings, carry, &SpringSwing::parent);
        std::ranges::for_each(plan_.solids, carry, &PlannedCollider::place);
        std::ranges::for_each(plan_.centers, carry);
        for (SpringPlan::Group& group : plan_.together) {
            group.above = aboveOf({plan_.swings.data() + group.begin, group.size()});
            addContacts(group);
        }
        plan_.numbers.resize(plan_.together.size());
        for (const SpringSwing& swing : plan_.swings) {
            const SpringJoint& joint = chains_[swing.chain].joints[swing.joint];
            plan_.numbers[swing.group].set(SpringNumbers::rest, swing.lane, glm::normalize(glm::dquat(restOf(*joint.bone).rotation)));
            plan_.setNumbers(swing, joint.parameters);
            const std::size_t below = swing.pathEnd - swing.pathBegin;
            plan_.sources.push_back({static_cast<std::uint32_t>(swing.bone), below == 0 ? SpringSource::none
                                                                             : below == 1
                                                                                 ? static_cast<std::uint32_t>(plan_.path[swing.pathBegin])
                                                                                 : SpringSource::far});
        }
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
    std::size_t mostJoints_ = 0;                                                         // the most joints of a chain
};

}  // namespace

SpringPlan::SpringPlan(std::span<const SpringChain> chains, std::span<const SpringCollider> colliders,
                       std::span<const SpringColliderGroup> groups)
{
    requireSprings(chains, colliders, groups);
    skeleton = Handle<Skeleton>(chains[0].joints[0].bone->getSkeleton());
    const SpringPlanner planner(*this, chains, colliders, groups);
}

void SpringPlan::setNumbers(const SpringSwing& swing, const SpringParameters& parameters) noexcept
{
    SpringNumbers& group = numbers[swing.group];
    group.at(SpringNumbers::stiffness, swing.lane) = static_cast<double>(parameters.stiffness) / springRate;
    group.set(SpringNumbers::gravity, swing.lane,
              glm::dvec3(parameters.gravityDirection) * (static_cast<double>(parameters.gravityPower) / springRate));
    group.at(SpringNumbers::kept, swing.lane) = 1. - static_cast<double>(parameters.drag);
    group.at(SpringNumbers::hitRadius, swing.lane) = static_cast<double>(parameters.hitRadius);
}

}  // namespace armature
