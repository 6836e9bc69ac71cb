#include "use_program.hpp"

#include <array>
#include <stdexcept>
#include <typeinfo>

#include "oracle.hpp"
#include "use_world.hpp"

namespace armature::test {

namespace {

void requireRefusal(const std::exception& refused)
{
    requireMessage(refused.what());
    requireNames(refused.what());
}

/// Runs one operation. It may be refused as the contract says: as a mistake of the caller, with a message and without any change.
void step(World& world)
{
    const std::uint64_t before = world.hash();
    const std::size_t eventsBefore = world.events;
    const Operation& operation = chooseOperation(world);
    try {
        operation.run(world);
    } catch (const std::invalid_argument& refused) {
        requireRefusal(refused);
        if (operation.keepsPromise && world.events == eventsBefore) {
            require(world.hash() == before, "a refused call changes nothing", refused.what());
        }
    } catch (const std::out_of_range& refused) {
        requireRefusal(refused);
    } catch (const std::logic_error& refused) {
        require(typeid(refused) == typeid(std::logic_error), "a mistake is reported by an exception of the contract", refused.what());
        requireRefusal(refused);
    }
}

}  // namespace

const Operation& chooseOperation(World& world)
{
    static const std::array lists{structureOperations(), nodeOperations(),  boneOperations(), structureOperations(),
                                  animationOperations(), crowdOperations(), ikOperations(),   chainOperations()};
    const auto list = lists[world.data.below(lists.size())];
    return list[world.data.below(list.size())];
}

void useAtRandom(std::span<const std::byte> input)
{
    constexpr int mostSteps = 400;
    World world(input);
    for (int number = 0; number < mostSteps && !world.data.isEmpty(); ++number) {
        step(world);
        if (world.data.rarely(16)) {
            world.check();
        }
    }
    world.check();
}

}  // namespace armature::test
