#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_group.hpp>
#include <armature/scene/scene.hpp>
#include <armature/scene/scene_camera.hpp>
#include <armature/scene/scene_light.hpp>

namespace armature::test {

/// Builds a clip of one second with a straight line from one value to another for each target.
class Curves {
public:
    explicit Curves(std::string name = "curves")
    {
        description_.name = std::move(name);
        description_.timeTracks = {{0.f, 1.f}};
    }

    Curves& add(ChannelTarget target, std::vector<float> from, const std::vector<float>& to,
                Interpolation interpolation = Interpolation::Linear)
    {
        const std::size_t components = from.size();
        from.insert(from.end(), to.begin(), to.end());
        description_.channels.push_back({std::move(target), ChannelPath::Property, interpolation, 0, components, std::move(from)});
        return *this;
    }

    [[nodiscard]] std::shared_ptr<const AnimationClip> create() const { return AnimationClip::create(description_); }

private:
    ClipDescription description_;
};

[[nodiscard]] inline ChannelTarget called(ChannelTarget::Kind kind, std::string name, std::string property)
{
    return {.kind = kind, .name = std::move(name), .property = std::move(property)};
}

/// A scene with at least one object of each kind.
struct CurveStage {
    CurveStage()
    {
        scene.addImage({});
        scene.addMaterial({.name = "glass", .baseColorTexture = TextureReference{}});
        scene.addMaterial({.name = "lamp", .baseColor = {.5f, .5f, .5f, 1.f}, .emissive = {1.f, 1.f, 1.f}});
        scene.addCamera({.name = "eye", .nearPlane = 1.f, .farPlane = 10.f});
        scene.addLight({.name = "sun", .type = LightType::Spot});
        node = &scene.createTransformNode("flag");
    }

    AnimationGroup& goTo(const Curves& curves, double seconds)
    {
        AnimationGroup& group = scene.createAnimationGroup(curves.create());
        group.goTo(seconds);
        return group;
    }

    Scene scene;
    TransformNode* node;
};

}  // namespace armature::test
