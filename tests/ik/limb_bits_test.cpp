#include <bit>
#include <cstdint>
#include <limits>
#include <vector>

#include <armature/ik/bone_ik_controller.hpp>
#include <armature/skeleton/pose.hpp>

#include <ik/limb_stage.hpp>
#include <support/precompiled.hpp>

using namespace armature;
using namespace armature::test;

// The bits of BoneIkController. Whatever it knows from earlier solves, and however its arithmetic is arranged, they stay.
BOOST_AUTO_TEST_SUITE(limb_bits)

namespace {

/// Numbers that are the same with every standard library, and exact in a float.
class Numbers {
public:
    [[nodiscard]] float between(float low, float high) noexcept
    {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return low + (high - low) * (static_cast<float>(state_ >> 48u) / 65536.f);
    }
    [[nodiscard]] glm::vec3 vector(float low, float high) noexcept
    {
        const float x = between(low, high);
        const float y = between(low, high);
        return {x, y, between(low, high)};
    }
    [[nodiscard]] glm::quat rotation() noexcept
    {
        const glm::vec3 axis = vector(-1.f, 1.f);
        return glm::normalize(glm::quat(between(0.25f, 1.f), axis.x, axis.y, axis.z));
    }

private:
    std::uint64_t state_ = 1;
};

/// Mixes bits into a hash (FNV-1a by words). -0 counts as 0.
class BitHash {
public:
    void add(double number) noexcept { hash_ = (hash_ ^ std::bit_cast<std::uint64_t>(number + 0.)) * 0x100000001b3u; }
    void add(std::span<const double> numbers) noexcept
    {
        for (const double number : numbers) {
            add(number);
        }
    }
    void add(const Pose& pose) noexcept { hash_ = (hash_ ^ hashOf(pose)) * 0x100000001b3u; }
    /// Leaves out jointChange, which the platform's arc sine rounds.
    void add(const BoneIkReport& report) noexcept
    {
        for (const float number : {report.distance, report.beyondReach, report.isReached ? 1.f : 0.f, report.isAngleHeld ? 1.f : 0.f}) {
            add(number);
        }
    }
    [[nodiscard]] std::uint64_t get() const noexcept { return hash_; }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

glm::vec3 scaleOf(Numbers& numbers, Above kind)
{
    const float size = numbers.between(0.5f, 2.f);
    const glm::vec3 uneven = numbers.vector(0.5f, 2.f);
    return kind == Above::Plain      ? glm::vec3(1.f)
           : kind == Above::Scaled   ? glm::vec3(size)
           : kind == Above::Mirrored ? glm::vec3(-size, size, size)
                                     : uneven;
}

void place(Limb& limb, Numbers& numbers, Above above)
{
    limb.host.setTransform({numbers.vector(-2.f, 2.f), numbers.rotation(), scaleOf(numbers, above)});
    limb.base.setTransform({numbers.vector(-2.f, 2.f), numbers.rotation(), scaleOf(numbers, above)});
    limb.upper.setTransform({numbers.vector(-1.f, 1.f), numbers.rotation(), scaleOf(numbers, Above::Scaled)});
    limb.lower.setTransform({numbers.vector(0.5f, 1.5f), numbers.rotation(), scaleOf(numbers, Above::Scaled)});
    limb.hand.setTransform({numbers.vector(0.5f, 1.5f), numbers.rotation(), glm::vec3(1.f)});
}

/// Hashes what controllers do to many limbs: without any limit on the turn of the bend, so that no function of the platform's library
/// rounds.
std::uint64_t solvedBits(const BoneIkOptions& options, bool hasPole)
{
    Numbers numbers;
    BitHash hash;
    Limb limb;
    for (int round = 0; round < 200; ++round) {
        place(limb, numbers, static_cast<Above>(round % 4));
        BoneIkController controller(limb.lower, options);
        Pose pose = capturePose(limb.skeleton);
        pose.bones[1].rotation = 1.5f * pose.bones[1].rotation;  // poses may hold any rotation
        for (int frame = 0; frame < 5; ++frame) {
            const glm::vec3 target = numbers.vector(-3.f, 3.f);
            const std::optional<glm::vec3> pole = hasPole ? std::optional(numbers.vector(-3.f, 3.f)) : std::nullopt;
            controller.setTarget(target, frame % 2 == 0 ? Space::World : Space::Skeleton);
            if (pole) {
                controller.setPole(*pole);
            }
            hash.add(controller.update());
            hash.add(controller.getMemory());
            hash.add(controller.solve(JointView(limb.skeleton, pose), target, pole, Space::Skeleton));
            hash.add(pose);
            hash.add(capturePose(limb.skeleton));
        }
    }
    return hash.get();
}

/// Changes one of the things from which a limb's shape follows, or none.
void changeOne(Limb& limb, Numbers& numbers, int which)
{
    switch (which) {
    case 0: limb.lower.setPosition(numbers.vector(0.5f, 1.5f)); break;
    case 1: limb.hand.setPosition(numbers.vector(0.5f, 1.5f)); break;
    case 2: limb.upper.setScaling(glm::vec3(numbers.between(0.5f, 2.f))); break;
    case 3: limb.lower.setScaling(glm::vec3(numbers.between(0.5f, 2.f))); break;
    case 4: limb.upper.setRestMatrix(toMat4({{}, numbers.rotation(), glm::vec3(1.f)})); break;
    case 5: limb.lower.setRestMatrix(toMat4({{}, numbers.rotation(), glm::vec3(1.f)})); break;
    case 6: limb.lower.setScaling(numbers.vector(0.5f, 2.f)); break;
    case 7: limb.upper.setScaling({-1.f, 1.f, 1.f}); break;
    case 8:
        limb.upper.setLocalMatrix(limb.upper.getLocalMatrix() * glm::mat4(glm::mat3(1.f, 0.25f, 0.f, 0.f, 1.f, 0.f, 0.f, 0.f, 1.f)));
        break;
    default: limb.upper.setRotationQuaternion(numbers.rotation()); break;
    }
}

}  // namespace

// The expected numbers are the same on every instruction set and with every compiler.
BOOST_AUTO_TEST_CASE(a_limb_bends_with_the_same_bits_everywhere)
{
    constexpr float unlimited = std::numeric_limits<float>::infinity();
    BOOST_TEST(solvedBits({.maxPoleTurn = unlimited}, true) == 0xcf74138c24a28e39u);
    BOOST_TEST(solvedBits({.maxPoleTurn = unlimited}, false) == 0x6ab7de922e28d581u);
    BOOST_TEST(solvedBits({.bendAxis = glm::vec3(1.f, 0.25f, -0.5f), .tip = glm::vec3(0.25f, 1.f, 0.5f), .maxPoleTurn = unlimited}, true)
               == 0x71596b3fdf33e579u);
}

// A new controller computes all that the other one remembers. Each has a limb of its own, and both limbs change alike.
BOOST_AUTO_TEST_CASE(a_controller_that_knows_its_limb_solves_as_a_new_one_does)
{
    std::array<Numbers, 2> numbers;
    std::array<Limb, 2> limbs;
    place(limbs[0], numbers[0], Above::Uneven);
    place(limbs[1], numbers[1], Above::Uneven);
    BoneIkController known(limbs[0].lower);
    for (int round = 0; round < 600; ++round) {
        for (std::size_t i = 0; i < 2; ++i) {
            changeOne(limbs[i], numbers[i], static_cast<int>(numbers[i].between(0.f, 12.f)));
        }
        BoneIkController fresh(limbs[1].lower);
        fresh.setMemory(known.getMemory());
        const std::array<const BoneIkController*, 2> solvers{&known, &fresh};
        const Pose animated = capturePose(limbs[0].skeleton);
        std::array<Pose, 2> poses{animated, animated};
        for (std::size_t i = 0; i < 2; ++i) {
            const glm::vec3 target = numbers[i].vector(-3.f, 3.f);
            const glm::vec3 pole = numbers[i].vector(-3.f, 3.f);
            static_cast<void>(solvers[i]->solve(JointView(limbs[i].skeleton, poses[i]), target, pole, Space::Skeleton));
            BoneIkController& updated = i == 0 ? known : fresh;
            updated.setTarget(target);
            updated.setPole(pole);
            BOOST_TEST((updated.update().status == IkStatus::Solved));
        }
        BOOST_TEST((poses[0] == poses[1]), "pose, round " << round);
        BOOST_TEST((capturePose(limbs[0].skeleton) == capturePose(limbs[1].skeleton)), "skeleton, round " << round);
        BOOST_TEST((std::vector<double>(known.getMemory().begin(), known.getMemory().end())
                    == std::vector<double>(fresh.getMemory().begin(), fresh.getMemory().end())));
    }
}

BOOST_AUTO_TEST_SUITE_END()
