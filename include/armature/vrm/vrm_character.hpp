#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glm/ext/matrix_float4x4.hpp>
#include <glm/ext/vector_float3.hpp>

#include <armature/base/export.hpp>
#include <armature/fwd.hpp>
#include <armature/ik/ik_report.hpp>
#include <armature/math/glm_types.hpp>

namespace armature {

class Updatable;

/// Runs the behaviour of a VrmModel: the character looks at things, shows expressions, and applies constraints and springs. Call update()
/// once a frame, after Scene::animate().
///
///     VrmCharacter character(*scene);
///     character.setExpression("happy", 1.f);
///     character.lookAt(camera.position);
///     scene->animate(seconds);
///     character.update(seconds);
///
/// A VrmCharacter works on the scene's nodes and, through their links, on its skeletons. Nodes and the scene itself may be removed before
/// the VrmCharacter. Materials belong to the scene, so copies of one model share the effect of expressions on colours and textures. Use a
/// character from one thread at a time. It allocates nothing after the first update. See docs/lifetimes.md for moved-from objects.
class ARMATURE_API VrmCharacter final {
public:
    /// Makes a character from a copy of `vrmModels(scene)[model]`. The character must be in the pose of its file: constraints and springs
    /// take this pose as their rest. `space` is the node in whose axes the character faces +Z with +Y up, such as the root of a placed
    /// model; null: the world.
    ///
    /// Throws std::invalid_argument if there is no such model, and as SpringBones and NodeConstraints do. A spring is split before a joint
    /// that is not below the joint before it, and at a joint that another spring already swings. If springs hang on several bones of
    /// another skeleton, their joints are left out. warnings() lists these cases.
    explicit VrmCharacter(Scene& scene, std::size_t model = 0, const Node* space = nullptr);
    ~VrmCharacter();
    VrmCharacter(VrmCharacter&&) noexcept;
    VrmCharacter& operator=(VrmCharacter&&) noexcept;

    [[nodiscard]] const VrmModel& getModel() const;               ///< The model from which the character was made.
    [[nodiscard]] std::span<const std::string> warnings() const;  ///< The parts of the model that cannot be used, and why.

    /// Sets how strongly an expression is shown, in [0, 1], from the next update() on. Throws std::invalid_argument if there is no
    /// expression of that name (the message gives the closest name), or if the weight is out of range. O(expressions).
    void setExpression(std::string_view name, float weight);
    /// The weight given to setExpression(). Throws std::invalid_argument if there is no such expression.
    [[nodiscard]] float getExpression(std::string_view name) const;
    /// The weight that the last update() showed: 0 or 1 for a binary expression. Other expressions may suppress or weaken this one.
    [[nodiscard]] float getShownExpression(std::string_view name) const;
    void clearExpressions();  ///< Sets all weights to 0.

    /// A direction from the head, in radians.
    struct Look {
        float yaw = 0.f;    ///< In [-pi, pi], positive to the character's left.
        float pitch = 0.f;  ///< In [-pi / 2, pi / 2], positive upwards.
    };
    /// Makes each update() aim the character's look at a point in the world; without a point, the character looks straight ahead. Does
    /// nothing for a model without a head or without VrmModel::lookAt. Throws std::invalid_argument if the point is not finite.
    void lookAt(const std::optional<glm::vec3>& target);
    /// Makes the character look in a direction that moves with the head, until the next lookAt(). Throws std::invalid_argument if the
    /// direction is not finite.
    void lookAlong(const Look& look);
    [[nodiscard]] Look getLook() const;  ///< The direction in which the last update() looked.

    /// Applies a VRM animation in the current pose of its nodes: sets the animation's expressions, if the model has them, and looks in the
    /// animation's direction. Bones are not moved: that is left to retargeting. Call it after sampling the animation's clip and before
    /// update().
    void follow(const VrmAnimation& animation);

    /// Shows the character as the wearer of a headset sees it or, with false, as everybody else sees it. A mesh with a VrmFirstPerson
    /// annotation is shown whole or not at all. If a mesh has no annotation, or VrmFirstPersonType::Auto, triangles with a corner that the
    /// head's bone or a bone below it moves are hidden from the wearer. Before the first call all meshes are shown, including meshes that
    /// only the wearer should see. Does nothing once the scene is gone.
    ///
    /// The hidden parts are cut out of the scene's meshes, in all views and in saved files; nodes are not changed, so disabled nodes stay
    /// hidden. When the VrmCharacter is destroyed, its meshes become whole again. Meshes that are placed after a call are included from the
    /// next call on. O(vertices): do not call it every frame.
    void setFirstPerson(bool isFirstPerson);

    /// Turns the eyes, shows the expressions, applies the constraints, and advances the springs by `seconds`, in this order. A time that is
    /// negative or not finite counts as 0.
    ///
    /// Returns the first problem that NodeConstraints::update() or SpringBones::update() reported; the rest of the update still runs. Also
    /// returns Gone if some nodes of the springs have new parents, unless all of them were moved together below another node. Once the
    /// scene is gone, does nothing and returns Gone.
    IkStatus update(double seconds);
    void reset();                            ///< Makes the springs forget all movement.
    void teleport(const glm::mat4& motion);  ///< Moves the springs' memory with the character: see SpringBones::teleport().
    /// Applies the constraints, then calls SpringBones::jump(), whose comment says when to use it. Returns Gone in the same cases as
    /// update().
    IkStatus jump();

    [[nodiscard]] SpringBones* getSprings();          ///< The springs; null if the model has none.
    [[nodiscard]] NodeConstraints* getConstraints();  ///< The constraints; null if the model has none.

    /// Returns the function that ModifierStack::add() needs: it updates this character, even after the VrmCharacter was moved, and returns
    /// false once the VrmCharacter is destroyed.
    [[nodiscard]] std::function<bool(double seconds)> getUpdater();

private:
    friend class SavedState;
    class ARMATURE_LOCAL State;

    [[nodiscard]] const Updatable& updatable() const;
    void listWithoutSprings(StateArchive& archive);

    std::unique_ptr<State> state_;
};

}  // namespace armature
