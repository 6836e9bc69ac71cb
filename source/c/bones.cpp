#include <armature/skeleton/bone.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

/// Writes one of the bone's matrices, for a function of the C API.
armature_result writeMatrix(const armature_bone* bone, glm::mat4 (Bone::*matrixOf)() const noexcept, float* outMatrix) noexcept
{
    return guarded([&] { write(&at(outMatrix, "the matrix"), (boneOf(bone).*matrixOf)()); });
}

}  // namespace

armature_result armature_bone_skeleton(armature_bone* bone, armature_skeleton** skeleton)
{
    return guarded([&] { at(skeleton, "skeleton") = handleOf<armature_skeleton>(contextOf(bone), boneOf(bone).getSkeleton()); });
}

armature_result armature_bone_index(const armature_bone* bone, size_t* index)
{
    return guarded([&] {
        const auto slot = boneOf(bone).getIndex();
        at(index, "index") = slot ? *slot : throw Refusal(ARMATURE_NOT_FOUND, "the bone is a helper, which has no palette slot");
    });
}

armature_result armature_bone_length(const armature_bone* bone, float* length)
{
    return guarded([&] {
        const auto known = boneOf(bone).getLength();
        at(length, "length") = known ? *known : throw Refusal(ARMATURE_NOT_FOUND, "the bone is a leaf without a length");
    });
}

armature_result armature_bone_set_length(armature_bone* bone, float length)
{
    return guarded([&] { boneOf(bone).setLength(length); });
}

// --- matrices --------------------------------------------------------------------------------------------------------

armature_result armature_bone_local_matrix(const armature_bone* bone, float matrix[16])
{
    return guarded([&] { write(&at(matrix, "the matrix"), boneOf(bone).getLocalMatrix()); });
}

armature_result armature_bone_absolute_matrix(const armature_bone* bone, float matrix[16])
{
    return writeMatrix(bone, &Bone::getAbsoluteMatrix, matrix);
}

armature_result armature_bone_bind_matrix(const armature_bone* bone, float matrix[16])
{
    return writeMatrix(bone, &Bone::getBindMatrix, matrix);
}

armature_result armature_bone_absolute_bind_matrix(const armature_bone* bone, float matrix[16])
{
    return writeMatrix(bone, &Bone::getAbsoluteBindMatrix, matrix);
}

armature_result armature_bone_absolute_inverse_bind_matrix(const armature_bone* bone, float matrix[16])
{
    return writeMatrix(bone, &Bone::getAbsoluteInverseBindMatrix, matrix);
}

armature_result armature_bone_rest_matrix(const armature_bone* bone, float matrix[16])
{
    return writeMatrix(bone, &Bone::getRestMatrix, matrix);
}

armature_result armature_bone_final_matrix(const armature_bone* bone, float matrix[16])
{
    return writeMatrix(bone, &Bone::getFinalMatrix, matrix);
}

armature_result armature_bone_set_bind_matrix(armature_bone* bone, const float matrix[16], bool resets_pose)
{
    return guarded([&] { boneOf(bone).setBindMatrix(matrixAt(matrix), resets_pose ? BindUpdate::ResetPose : BindUpdate::KeepPose); });
}

armature_result armature_bone_set_absolute_inverse_bind_matrix(armature_bone* bone, const float matrix[16])
{
    return guarded([&] { boneOf(bone).setAbsoluteInverseBindMatrix(matrixAt(matrix)); });
}

armature_result armature_bone_set_rest_matrix(armature_bone* bone, const float matrix[16])
{
    return guarded([&] { boneOf(bone).setRestMatrix(matrixAt(matrix)); });
}

armature_result armature_bone_return_to_rest(armature_bone* bone)
{
    return guarded([&] { boneOf(bone).returnToRest(); });
}

armature_result armature_bone_set_current_pose_as_rest(armature_bone* bone)
{
    return guarded([&] { boneOf(bone).setCurrentPoseAsRest(); });
}

// --- links -----------------------------------------------------------------------------------------------------------

armature_result armature_bone_link_node(armature_bone* bone, armature_node* node, armature_link_mode mode)
{
    return guarded([&] {
        boneOf(bone).linkTransformNode(node == nullptr ? nullptr : &transformNodeOf(node),
                                       enumeratorAt(mode, LinkMode::ForwardWrites, "the link mode"));
    });
}

armature_result armature_bone_linked_node(armature_bone* bone, armature_node** node)
{
    return guarded([&] { at(node, "node") = nodeHandleOrNull(contextOf(bone), boneOf(bone).getTransformNode()); });
}
