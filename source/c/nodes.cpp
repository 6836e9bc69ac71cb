#include <armature/skeleton/bone.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

armature_node* armature_bone_as_node(armature_bone* bone)
{
    return reinterpret_cast<armature_node*>(bone);
}

armature_bone* armature_node_as_bone(armature_node* node)
{
    const auto* const entry = reinterpret_cast<const Entry*>(node);
    return entry != nullptr && entry->kind == Kind::Bone && !entry->isGone() ? reinterpret_cast<armature_bone*>(node) : nullptr;
}

// --- the tree --------------------------------------------------------------------------------------------------------

armature_result armature_node_name(const armature_node* node, const char** name)
{
    return guarded([&] { at(name, "name") = objectOf(node).getName().c_str(); });
}

armature_result armature_node_set_name(armature_node* node, const char* name)
{
    return guarded([&] { objectOf(node).setName(utf8At(name, "the name")); });
}

armature_result armature_node_parent(armature_node* node, armature_node** parent)
{
    return guarded([&] { at(parent, "parent") = nodeHandleOrNull(contextOf(node), objectOf(node).getParent()); });
}

armature_result armature_node_set_parent(armature_node* node, armature_node* parent, armature_keep keep)
{
    return guarded([&] {
        Node& child = objectOf(node);
        Node* const above = objectOrNull(parent);
        const Keep kept = enumeratorAt(keep, Keep::World, "what to keep");
        if (Bone* const bone = child.asBone()) {
            if (above != nullptr && !above->isBone()) {
                throw Refusal(ARMATURE_INVALID_ARGUMENT, "the parent of a bone must be a bone");
            }
            bone->setParent(above == nullptr ? nullptr : above->asBone(), kept);
        } else {
            child.asTransformNode()->setParent(above, kept);
        }
    });
}

armature_result armature_node_children(armature_node* node, armature_node** children, size_t capacity, size_t* count)
{
    return guarded([&] {
        const auto room = listAt(children, capacity, "children");
        requireOut(count, "count");
        std::size_t found = 0;
        for (Node& child : objectOf(node).getChildren()) {
            if (found < room.size()) {
                room[found] = nodeHandle(contextOf(node), child);
            }
            ++found;
        }
        *count = found;
    });
}

armature_result armature_node_set_enabled(armature_node* node, bool enabled)
{
    return guarded([&] { objectOf(node).setEnabled(enabled); });
}

armature_result armature_node_is_enabled(const armature_node* node, bool* enabled)
{
    return guarded([&] { at(enabled, "enabled") = objectOf(node).isEnabled(); });
}

// --- the pose --------------------------------------------------------------------------------------------------------

armature_result armature_node_local_matrix(const armature_node* node, float matrix[16])
{
    return guarded([&] { write(&at(matrix, "the matrix"), objectOf(node).getLocalMatrix()); });
}

armature_result armature_node_world_matrix(const armature_node* node, float matrix[16])
{
    return guarded([&] { write(&at(matrix, "the matrix"), objectOf(node).getWorldMatrix()); });
}

armature_result armature_node_set_local_matrix(armature_node* node, const float matrix[16])
{
    return guarded([&] { objectOf(node).setLocalMatrix(matrixAt(matrix)); });
}

armature_result armature_node_transform(const armature_node* node, armature_transform* transform)
{
    return guarded([&] { write(at(transform, "transform"), objectOf(node).getTransform()); });
}

armature_result armature_node_set_transform(armature_node* node, const armature_transform* transform)
{
    return guarded([&] { objectOf(node).setTransform(transformAt(at(transform, "transform"))); });
}

// In the parent's axes, the parts of the local pose are read and written as they are, without a matrix in between.

armature_result armature_node_position(const armature_node* node, armature_space space, float position[3])
{
    return guarded([&] {
        const Node& object = objectOf(node);
        write(&at(position, "position"), space == ARMATURE_SPACE_LOCAL ? object.getPosition() : object.getPosition(spaceAt(space)));
    });
}

armature_result armature_node_set_position(armature_node* node, const float position[3], armature_space space)
{
    return guarded([&] {
        Node& object = objectOf(node);
        const glm::vec3 given = vectorAt(position, "position");
        space == ARMATURE_SPACE_LOCAL ? object.setPosition(given) : object.setPosition(given, spaceAt(space));
    });
}

armature_result armature_node_rotation(const armature_node* node, armature_space space, float rotation[4])
{
    return guarded([&] {
        const Node& object = objectOf(node);
        write(&at(rotation, "rotation"),
              space == ARMATURE_SPACE_LOCAL ? object.getRotationQuaternion() : object.getRotationQuaternion(spaceAt(space)));
    });
}

armature_result armature_node_set_rotation(armature_node* node, const float rotation[4], armature_space space)
{
    return guarded([&] {
        Node& object = objectOf(node);
        const glm::quat given = quaternionAt(rotation, "rotation");
        space == ARMATURE_SPACE_LOCAL ? object.setRotationQuaternion(given) : object.setRotationQuaternion(given, spaceAt(space));
    });
}

armature_result armature_node_scaling(const armature_node* node, armature_space space, float scaling[3])
{
    return guarded([&] {
        const Node& object = objectOf(node);
        write(&at(scaling, "scaling"), space == ARMATURE_SPACE_LOCAL ? object.getScaling() : object.getScaling(spaceAt(space)));
    });
}

armature_result armature_node_set_scaling(armature_node* node, const float scaling[3], armature_space space)
{
    return guarded([&] {
        Node& object = objectOf(node);
        const glm::vec3 given = vectorAt(scaling, "scaling");
        space == ARMATURE_SPACE_LOCAL ? object.setScaling(given) : object.setScaling(given, spaceAt(space));
    });
}

armature_result armature_node_translate(armature_node* node, const float offset[3], armature_space space)
{
    return guarded([&] { objectOf(node).translate(vectorAt(offset, "offset"), spaceAt(space)); });
}

armature_result armature_node_rotate(armature_node* node, const float axis[3], float angle, armature_space space)
{
    return guarded([&] { objectOf(node).rotate(vectorAt(axis, "axis"), angle, spaceAt(space)); });
}

armature_result armature_node_look_at(armature_node* node, const float target[3], armature_space space)
{
    return guarded([&] { objectOf(node).lookAt(vectorAt(target, "target"), spaceAt(space)); });
}
