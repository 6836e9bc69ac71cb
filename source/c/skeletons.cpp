#include <memory>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_bone_options defaultBoneOptions() noexcept
{
    armature_bone_options options{};
    options.size = sizeof(options);
    for (float* matrix : {options.bind, options.local, options.rest, options.absolute_inverse_bind}) {
        write(matrix, glm::mat4(1.f));
    }
    return options;
}

BoneOptions boneOptionsAt(const armature_bone_options* given)
{
    const armature_bone_options options = optionsAt(given, defaultBoneOptions(), "armature_bone_options");
    const auto matrix = [](bool isGiven, const float* numbers) { return isGiven ? std::optional(matrixAt(numbers)) : std::nullopt; };
    BoneOptions result;
    result.parent = boneOrNull(options.parent);
    result.bind = matrix(options.has_bind, options.bind);
    result.local = matrix(options.has_local, options.local);
    result.rest = matrix(options.has_rest, options.rest);
    result.absoluteInverseBind = matrix(options.has_absolute_inverse_bind, options.absolute_inverse_bind);
    if (options.has_length) {
        result.length = options.length;
    }
    if (options.has_index) {
        result.index = options.index;
    }
    result.isHelper = options.is_helper;
    return result;
}

}  // namespace

// --- bones of a skeleton ---------------------------------------------------------------------------------------------

armature_result armature_skeleton_create(armature_context* context, const char* name, armature_skeleton** skeleton)
{
    return guarded([&] {
        requireOut(skeleton, "skeleton");
        *skeleton = make<armature_skeleton>(at(context, "the context"), utf8At(name, "the name"));
    });
}

armature_result armature_skeleton_clone(const armature_skeleton* skeleton, armature_skeleton** clone)
{
    return guarded([&] {
        requireOut(clone, "clone");
        *clone = own<armature_skeleton>(contextOf(skeleton), objectOf(skeleton).clone());
    });
}

armature_result armature_skeleton_destroy(armature_skeleton* skeleton)
{
    return destroyOwned(skeleton);
}

armature_result armature_skeleton_name(const armature_skeleton* skeleton, const char** name)
{
    return guarded([&] { at(name, "name") = objectOf(skeleton).getName().c_str(); });
}

armature_result armature_skeleton_bone_count(const armature_skeleton* skeleton, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(skeleton).bones().size(); });
}

armature_result armature_skeleton_bone(armature_skeleton* skeleton, size_t index, armature_bone** bone)
{
    return guarded([&] { at(bone, "bone") = boneHandle(contextOf(skeleton), *elementAt(objectOf(skeleton).bones(), index, "bone")); });
}

armature_result armature_skeleton_find_bone(armature_skeleton* skeleton, const char* name, armature_bone** bone)
{
    return guarded([&] {
        Skeleton& object = objectOf(skeleton);
        Bone* found = object.findBone(textAt(name, "the name"));
        if (found == nullptr) {
            try {
                found = &object.getBone(name);
            } catch (const std::invalid_argument& unknown) {
                throw Refusal(ARMATURE_NOT_FOUND, unknown.what());
            }
        }
        at(bone, "bone") = boneHandle(contextOf(skeleton), *found);
    });
}

armature_result armature_bone_options_default(armature_bone_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultBoneOptions(), "armature_bone_options");
}

armature_result armature_skeleton_create_bone(armature_skeleton* skeleton, const char* name, const armature_bone_options* options,
                                              armature_bone** bone)
{
    return guarded([&] {
        requireOut(bone, "bone");
        armature_context& context = contextOf(skeleton);
        *bone = boneHandle(context, objectOf(skeleton).createBone(utf8At(name, "the name"), boneOptionsAt(options)));
    });
}

armature_result armature_skeleton_remove_bone(armature_skeleton* skeleton, armature_bone* bone, armature_removal removal)
{
    return guarded([&] { objectOf(skeleton).removeBone(boneOf(bone), enumeratorAt(removal, Removal::Subtree, "the removal")); });
}

armature_result armature_skeleton_sort_bones(armature_skeleton* skeleton)
{
    return guarded([&] { objectOf(skeleton).sortBones(); });
}

// --- the pose --------------------------------------------------------------------------------------------------------

armature_result armature_skeleton_return_to_rest(armature_skeleton* skeleton)
{
    return guarded([&] { objectOf(skeleton).returnToRest(); });
}

armature_result armature_skeleton_set_current_pose_as_rest(armature_skeleton* skeleton)
{
    return guarded([&] { objectOf(skeleton).setCurrentPoseAsRest(); });
}

armature_result armature_skeleton_transforms(const armature_skeleton* skeleton, armature_transform* transforms, size_t count)
{
    return guarded([&] {
        const Skeleton& object = objectOf(skeleton);
        const auto bones = object.bones();
        requireCount(count, bones.size(), "transforms");
        const auto out = listAt(transforms, count, "transforms");
        for (std::size_t i = 0; i < count; ++i) {
            write(out[i], bones[i]->getTransform());
        }
    });
}

armature_result armature_skeleton_set_transforms(armature_skeleton* skeleton, const armature_transform* transforms, size_t count)
{
    return guarded([&] {
        Entry& entry = entryOf(skeleton);
        entry.transforms.clear();
        for (const armature_transform& transform : listAt(transforms, count, "transforms")) {
            entry.transforms.push_back(transformAt(transform));
        }
        static_cast<Skeleton*>(entry.object)->setLocalTransforms(entry.transforms);
    });
}

armature_result armature_skeleton_palette(const armature_skeleton* skeleton, size_t inverse_bind_set, const float** rows,
                                          size_t* matrix_count)
{
    return guarded([&] {
        requireOut(matrix_count, "matrix_count");
        const Skeleton& object = objectOf(skeleton);
        if (inverse_bind_set >= object.inverseBindSetCount()) {
            refuseUnknown("set", inverse_bind_set, object.inverseBindSetCount());
        }
        const auto matrices = object.getFinalMatrices(inverse_bind_set);
        at(rows, "rows") = rowsOf(matrices);
        *matrix_count = matrices.size();
    });
}

armature_result armature_skeleton_update(const armature_skeleton* skeleton)
{
    return guarded([&] { objectOf(skeleton).update(); });
}

armature_result armature_skeleton_evaluated_bone_count(const armature_skeleton* skeleton, uint64_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(skeleton).evaluatedBoneCount(); });
}

// --- surroundings ----------------------------------------------------------------------------------------------------

armature_result armature_skeleton_set_host(armature_skeleton* skeleton, armature_node* host)
{
    return guarded([&] { objectOf(skeleton).setHostNode(host == nullptr ? nullptr : &transformNodeOf(host)); });
}

armature_result armature_skeleton_host(armature_skeleton* skeleton, armature_node** host)
{
    return guarded([&] { at(host, "host") = nodeHandleOrNull(contextOf(skeleton), objectOf(skeleton).getHostNode()); });
}

armature_result armature_skeleton_world_matrix(const armature_skeleton* skeleton, float matrix[16])
{
    return guarded([&] { write(&at(matrix, "the matrix"), objectOf(skeleton).getWorldMatrix()); });
}
