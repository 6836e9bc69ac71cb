#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

#include <armature/fwd.hpp>

namespace armature {

/// Something that a file format attaches to a scene besides what every scene has: VRM's characters for instance (see vrm_model.hpp). Derive
/// from it to keep data of your own with a scene; Scene::attach() hands it over. Copies of the scene, and scenes in which it is placed, get
/// it too.
class SceneAttachment {
public:
    virtual ~SceneAttachment();
    SceneAttachment(const SceneAttachment&) = delete;
    SceneAttachment& operator=(const SceneAttachment&) = delete;

    /// Where the parts of one scene are in another, to which they were copied.
    class Copies {
    public:
        /// The copy of a node.
        [[nodiscard]] virtual TransformNode* copyOf(const TransformNode& original) const noexcept = 0;
        /// The index of a material in the other scene.
        [[nodiscard]] virtual std::size_t placeOfMaterial(std::size_t material) const = 0;
        /// The index of an image in the other scene.
        [[nodiscard]] virtual std::size_t placeOfImage(std::size_t image) const = 0;

    protected:
        ~Copies() = default;
    };

    /// Adds what this holds to `scene`, where all of its own scene has just been copied.
    virtual void copyTo(Scene& scene, const Copies& copies) const = 0;

    /// Receives the index of something that must stay in the scene, and what needs it, for messages: "an expression of a VRM model".
    using Visit = std::function<void(std::size_t index, std::string_view user)>;
    /// Calls `visit` for each material that this needs. None unless overridden.
    virtual void visitMaterials(const Visit& visit) const;
    /// Calls `visit` for each image that this needs, besides those of materials. None unless overridden.
    virtual void visitImages(const Visit& visit) const;

protected:
    SceneAttachment() = default;
};

/// The first of a scene's attachments that is of that class, or null. O(attachments).
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
