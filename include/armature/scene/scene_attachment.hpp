#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>

namespace armature {

/// Base class of data that a file format attaches to a scene in addition to what every scene has, such as VRM characters (see
/// vrm_model.hpp). To keep your own data with a scene, derive a class and pass an object of it to Scene::attach(). Copies of the scene, and
/// scenes in which the scene is placed, get the data too.
class ARMATURE_API SceneAttachment {
public:
    virtual ~SceneAttachment();
    SceneAttachment(const SceneAttachment&) = delete;
    SceneAttachment& operator=(const SceneAttachment&) = delete;

    /// Maps the parts of a scene to their copies in another scene.
    class Copies {
    public:
        /// The copy of a node of the original scene.
        [[nodiscard]] virtual TransformNode* copyOf(const TransformNode& original) const noexcept = 0;
        /// The copy of an animation group of the original scene.
        [[nodiscard]] virtual AnimationGroup* copyOf(const AnimationGroup& original) const noexcept = 0;
        /// The index that a material of the original scene has in the other scene.
        [[nodiscard]] virtual std::size_t placeOfMaterial(std::size_t material) const = 0;
        /// The index that an image of the original scene has in the other scene.
        [[nodiscard]] virtual std::size_t placeOfImage(std::size_t image) const = 0;

    protected:
        ~Copies() = default;
    };

    /// Adds a copy of this data to `scene`, after everything else in this data's own scene has been copied there.
    virtual void copyTo(Scene& scene, const Copies& copies) const = 0;

    /// A function that receives the index of a material or image that must stay in the scene, and for messages a description of its user:
    /// "an expression of a VRM model".
    using Visit = std::function<void(std::size_t index, std::string_view user)>;
    /// Calls `visit` for each material that the data needs. The default needs none.
    virtual void visitMaterials(const Visit& visit) const;
    /// Calls `visit` for each image that the data needs, apart from the images of materials. The default needs none.
    virtual void visitImages(const Visit& visit) const;

protected:
    SceneAttachment() = default;
};

/// Returns the first of a scene's attachments that is of class `Attachment`, or null. O(attachments).
template <class Attachment>
[[nodiscard]] Attachment* findAttachment(std::span<SceneAttachment* const> attachments) noexcept
{
    for (SceneAttachment* attachment : attachments) {
        if (auto* found = dynamic_cast<Attachment*>(attachment)) {
            return found;
        }
    }
    return nullptr;
}

}  // namespace armature
