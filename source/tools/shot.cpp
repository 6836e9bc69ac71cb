#include "shot.hpp"

#include <tools/support/framebuffer.hpp>

#include "stage.hpp"

namespace armature::tools {

namespace {

constexpr glm::vec3 towardsCamera{0.7f, 0.35f, 1.f};  // in front of a glTF model, a little to its left and above
constexpr float fieldOfView = 0.6f;

}  // namespace

std::size_t samplesFor(const PictureSize& size) noexcept
{
    constexpr long long largestSmoothed = 16'000'000;  // pixels; four samples of colour and depth each are half a gigabyte
    return static_cast<long long>(size.width) * size.height > largestSmoothed ? 1 : 4;
}

CameraFit Shot::startFit() const
{
    const float aspect = static_cast<float>(framebuffer.getWidth()) / static_cast<float>(framebuffer.getHeight());
    return CameraFit(towardsCamera, aspect, fieldOfView);
}

support::Picture Shot::take(const Camera& camera) const
{
    framebuffer.bind();
    stage.draw(scene, camera, showBones);
    return framebuffer.read();
}

}  // namespace armature::tools
