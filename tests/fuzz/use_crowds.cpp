#include <array>

#include "use_world.hpp"

namespace armature::test {

namespace {

constexpr std::size_t mostBaked = 4;
constexpr std::size_t mostCrowds = 3;
constexpr std::size_t mostMembers = 20;
constexpr double longestBake = 100.;

void useCrowd(World& world, World::Group& group)
{
    ByteSource& data = world.data;
    Crowd& crowd = *group.crowd;
    CrowdPlayback playback{data.below(3), data.time(), data.time(), data.flag()};
    const CrowdInstance member = group.members.empty() ? CrowdInstance() : world.choose(group.members);
    switch (data.below(14)) {
    case 0:
        if (!world.baked.empty()) {
            crowd.addClip(world.choose(world.baked));
        }
        break;
    case 1:
        if (group.members.size() < mostMembers) {
            group.members.push_back(data.flag() ? crowd.add() : crowd.add(playback));
        }
        break;
    case 2: crowd.remove(member); break;
    case 3: crowd.play(member, playback); break;
    case 4: crowd.crossFade(member, playback, data.time()); break;
    case 5: crowd.setFrozen(member, data.flag()); break;
    case 6: crowd.setCulled(member, data.flag()); break;
    case 7: crowd.setUpdateInterval(member, data.below(4)); break;
    case 8: {
        const std::size_t bone = data.below(10);
        crowd.setOverride(member, bone, data.transform());
        break;
    }
    case 9: crowd.clearOverrides(member); break;
    case 10: {
        std::vector<glm::mat3x4> palettes(crowd.getPaletteSize() * (crowd.getCapacity() + 1));
        const double seconds = data.time();
        crowd.update(seconds, palettes, data.flag() ? Threads::All : Threads::Caller);
        break;
    }
    case 11: crowd.setBoneLevel(member, data.below(300)); break;
    case 12: {
        std::vector<std::uint8_t> levels(data.below(12));
        for (std::uint8_t& level : levels) {
            level = data.byte();
        }
        crowd.setBoneLevels(levels);
        break;
    }
    default: crowd.update(data.byte() / 50., Threads::Caller); break;
    }
    if (crowd.contains(member)) {
        static_cast<void>(crowd.getPose(member));
        static_cast<void>(crowd.getPlayback(member));
        static_cast<void>(crowd.getPalette(member));
        static_cast<void>(crowd.getAbsoluteMatrix(member, data.below(3)));
    }
}

void useAnyCrowd(World& world)
{
    if (!world.crowds.empty()) {
        useCrowd(world, world.crowds[world.data.below(world.crowds.size())]);
    }
}

constexpr auto operationsOnCrowds = std::to_array<Operation>({
    {[](World& world) {
         Skeleton* skeleton = world.skeleton();
         if (skeleton == nullptr || world.clips.empty() || world.baked.size() >= mostBaked) {
             return;
         }
         const auto clip = world.choose(world.clips);
         BakeOptions options;
         if (world.data.flag()) {
             options.framesPerSecond = world.data.rarely(56) ? world.data.time() : 10.;
         }
         options.isQuantized = world.data.flag();
         options.mayMoveNothing = true;
         if (clip->getDuration() < longestBake) {
             world.baked.push_back(BakedClip::create(*clip, *skeleton, options));
         }
     },
     false},
    {[](World& world) {
         if (Skeleton* skeleton = world.skeleton(); skeleton != nullptr && world.crowds.size() < mostCrowds) {
             world.crowds.push_back({std::make_unique<Crowd>(*skeleton), {}});
         }
     },
     false},
    {useAnyCrowd, false},
    {useAnyCrowd, false},
    {useAnyCrowd, false},
    {[](World& world) {
         if (world.depth > 0) {
             return;
         }
         switch (world.data.below(6)) {
         case 0: world.limbs.clear(); break;
         case 1: world.looks.clear(); break;
         case 2:
             world.feet.clear();
             world.springs.clear();
             break;
         case 3:
             world.aims.clear();
             world.splines.clear();
             break;
         case 4:
             world.snapshots.clear();
             world.poses.clear();
             break;
         default:
             world.crowds.clear();
             world.baked.clear();
             break;
         }
     },
     false},
});

}  // namespace

std::span<const Operation> crowdOperations()
{
    return operationsOnCrowds;
}

}  // namespace armature::test
