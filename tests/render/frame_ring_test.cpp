#include <boost/test/unit_test.hpp>
#include <deque>
#include <render/frame_ring.hpp>
#include <set>

using armature::FenceSource;
using armature::FrameRing;

namespace {

/// A fake GPU that has passed the first `passed` fences.
class FakeGpu final : public FenceSource {
public:
    Fence place() noexcept override
    {
        fences_.push_back(static_cast<int>(fences_.size()));
        alive.insert(&fences_.back());
        return &fences_.back();
    }
    bool wait(Fence fence) noexcept override
    {
        const int number = *static_cast<int*>(fence);
        waited.push_back(number);
        if (number < passed) {
            return false;
        }
        passed = number + 1;
        return true;
    }
    void remove(Fence fence) noexcept override { removedTwice = alive.erase(fence) != 1 || removedTwice; }

    int passed = 0;
    bool removedTwice = false;
    std::vector<int> waited;
    std::set<Fence> alive;

private:
    std::deque<int> fences_;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(frame_ring)

BOOST_AUTO_TEST_CASE(three_frames_need_no_fence_and_the_fourth_asks_for_the_first)
{
    FakeGpu gpu;
    FrameRing ring(gpu);
    for (std::size_t frame = 0; frame < 3; ++frame) {
        BOOST_TEST(ring.acquire() == frame);
        ring.release();
    }
    BOOST_TEST(gpu.waited.empty());
    BOOST_TEST(ring.acquire() == 0u);
    BOOST_TEST(gpu.waited == std::vector<int>{0}, boost::test_tools::per_element());
    BOOST_TEST(ring.waits() == 1u);
}

BOOST_AUTO_TEST_CASE(a_gpu_that_keeps_up_is_never_waited_for)
{
    FakeGpu gpu;
    FrameRing ring(gpu);
    for (int frame = 0; frame < 100; ++frame) {
        gpu.passed = frame - 1;  // the GPU is one frame behind
        ring.acquire();
        ring.release();
    }
    BOOST_TEST(ring.waits() == 0u);
    BOOST_TEST(gpu.waited.size() == 97u);
}

BOOST_AUTO_TEST_CASE(no_region_is_written_while_the_gpu_reads_it)
{
    FakeGpu gpu;
    FrameRing ring(gpu);
    for (int frame = 0; frame < 50; ++frame) {
        const std::size_t region = ring.acquire();
        BOOST_TEST(region == static_cast<std::size_t>(frame % 3));
        BOOST_TEST(gpu.passed >= frame - 2);  // the previous frame that used this region is done
        ring.release();
    }
}

BOOST_AUTO_TEST_CASE(asking_twice_in_a_frame_gives_the_same_region_without_waiting_again)
{
    FakeGpu gpu;
    FrameRing ring(gpu);
    for (int frame = 0; frame < 3; ++frame) {
        ring.acquire();
        ring.release();
    }
    BOOST_TEST(ring.acquire() == 0u);
    BOOST_TEST(ring.acquire() == 0u);
    BOOST_TEST(gpu.waited.size() == 1u);
}

BOOST_AUTO_TEST_CASE(every_fence_is_removed_once)
{
    FakeGpu gpu;
    {
        FrameRing ring(gpu);
        for (int frame = 0; frame < 10; ++frame) {
            ring.acquire();
            ring.release();
        }
        BOOST_TEST(gpu.alive.size() == 3u);
        ring.forget();
        BOOST_TEST(gpu.alive.empty());
        BOOST_TEST(ring.acquire() == 0u);
        ring.release();
    }
    BOOST_TEST(gpu.alive.empty());
    BOOST_TEST(!gpu.removedTwice);
}

BOOST_AUTO_TEST_SUITE_END()
