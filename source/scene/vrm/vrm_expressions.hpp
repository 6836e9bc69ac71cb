#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include <glm/ext/vector_float4.hpp>

#include <armature/handle.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/vrm_model.hpp>

#include "animation/property_slot.hpp"

namespace armature {

/// The expressions of a model, with what they change resolved once. Weights are by expression.
class VrmExpressions {
public:
    VrmExpressions(Scene& scene, const VrmModel& model);

    /// Shows all expressions with these weights. Morph targets, colours and textures that no expression changes are not touched.
    void show(Scene& scene, const VrmModel& model, const std::vector<float>& weights);
    /// What was shown: weights after overrides.
    [[nodiscard]] const std::vector<float>& shown() const noexcept { return shown_; }

private:
    /// A morph target that some expression weighs.
    struct Morph {
        Handle<MeshInstance> mesh;
        std::size_t target = 0;
        float weight = 0.f;
    };
    /// A property of a material that some expression changes.
    struct Property {
        PropertySlot slot;
        std::size_t components = 0;
        glm::vec4 base{0.f};  ///< When the character was made.
        glm::vec4 value{0.f};
    };
    /// What an expression adds to a morph target or a property.
    struct Share {
        std::size_t expression = 0;
        std::size_t place = 0;
        glm::vec4 amount{0.f};  ///< Of a morph target: in x.
    };

    std::size_t morphOf(const VrmModel& model, const VrmMorphBind& bind);
    void addProperty(Scene& scene, std::size_t expression, std::size_t material, std::string_view name, const glm::vec4& target,
                     std::size_t components);
    void weigh(const VrmModel& model, const std::vector<float>& weights);

    std::vector<Morph> morphs_;
    std::vector<Property> properties_;
    std::vector<Share> morphShares_;
    std::vector<Share> propertyShares_;
    std::vector<float> shown_;
};

}  // namespace armature
