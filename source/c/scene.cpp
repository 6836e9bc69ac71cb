#include <memory>

#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>
#include <armature/mesh/mesh_instance.hpp>
#include <armature/scene/skinned_bounds.hpp>

#include "arguments.hpp"
#include "import_options.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_save_options defaultSaveOptions() noexcept
{
    armature_save_options options{};
    options.size = sizeof(options);
    return options;
}

GltfOptions gltfOptionsAt(const armature_save_options* given)
{
    const armature_save_options options = optionsAt(given, defaultSaveOptions(), "armature_save_options");
    GltfOptions result;
    result.quantize = options.quantizes;
    result.quantizePositions = options.quantizes_positions;
    result.compress = options.compresses;
    if (options.copyright != nullptr) {
        result.copyright = utf8At(options.copyright, "the copyright");
    }
    if (options.generator != nullptr) {
        result.generator = utf8At(options.generator, "the generator");
    }
    return result;
}

void giveStrings(armature_context& context, std::vector<std::string> strings, armature_strings** out)
{
    if (out != nullptr) {
        *out = make<armature_strings>(context, std::move(strings));
    }
}

template <class Handle, class T>
void writePart(armature_scene* scene, std::span<T* const> parts, std::size_t index, std::string_view what, Handle** out)
{
    at(out, what) = handleOf<Handle>(contextOf(scene), *elementAt(parts, index, what));
}

template <class Handle, class T>
void writeFound(armature_scene* scene, T* part, std::string_view name, std::string_view what, Handle** out)
{
    requireOut(out, what);
    if (part == nullptr) {
        refuseUnknown(what, name);
    }
    *out = handleOf<Handle>(contextOf(scene), *part);
}

/// Returns a copy that an instance refers to.
template <class T>
T& copyAt(const std::vector<T*>& copies, std::size_t index, std::string_view what)
{
    if (index >= copies.size()) {
        refuseUnknown(what, index, copies.size());
    }
    return copies[index] != nullptr ? *copies[index] : throw Refusal(ARMATURE_STALE, "the copied " + std::string(what) + " is gone");
}

}  // namespace

// --- loading and saving ----------------------------------------------------------------------------------------------

armature_result armature_scene_create(armature_context* context, armature_scene** scene)
{
    return guarded([&] {
        requireOut(scene, "scene");
        *scene = make<armature_scene>(at(context, "the context"));
    });
}

armature_result armature_scene_load(armature_context* context, const char* file, const armature_load_options* options,
                                    armature_scene** scene)
{
    return guarded([&] {
        requireOut(scene, "scene");
        *scene = own<armature_scene>(at(context, "the context"), loadScene(pathAt(file), importOptionsAt(options)));
    });
}

armature_result armature_scene_load_memory(armature_context* context, const void* bytes, size_t size, const char* name,
                                           const armature_load_options* options, armature_scene** scene)
{
    return guarded([&] {
        const auto file = listAt(static_cast<const std::byte*>(bytes), size, "bytes");
        requireOut(scene, "scene");
        *scene = own<armature_scene>(at(context, "the context"), loadScene(file, textAt(name, "the name"), importOptionsAt(options)));
    });
}

armature_result armature_scene_destroy(armature_scene* scene)
{
    return destroyOwned(scene);
}

armature_result armature_save_options_default(armature_save_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultSaveOptions(), "armature_save_options");
}

armature_result armature_scene_save(const armature_scene* scene, const char* file, const armature_save_options* options,
                                    armature_strings** warnings)
{
    return guarded([&] { giveStrings(contextOf(scene), saveGltf(objectOf(scene), pathAt(file), gltfOptionsAt(options)), warnings); });
}

armature_result armature_scene_save_memory(const armature_scene* scene, const armature_save_options* options, armature_buffer** file,
                                           armature_strings** warnings)
{
    return guarded([&] {
        requireOut(file, "file");
        GltfFile written = writeGltf(objectOf(scene), gltfOptionsAt(options));
        armature_buffer* const buffer = make<armature_buffer>(contextOf(scene), std::move(written.bytes));
        giveStrings(contextOf(scene), std::move(written.warnings), warnings);
        *file = buffer;
    });
}

armature_result armature_scene_warning_count(const armature_scene* scene, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(scene).warnings().size(); });
}

armature_result armature_scene_warning(const armature_scene* scene, size_t index, const char** text)
{
    return guarded([&] { at(text, "text") = elementAt(objectOf(scene).warnings(), index, "warning").c_str(); });
}

// --- parts -----------------------------------------------------------------------------------------------------------

armature_result armature_scene_node_count(const armature_scene* scene, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(scene).nodes().size(); });
}

armature_result armature_scene_skeleton_count(const armature_scene* scene, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(scene).skeletons().size(); });
}

armature_result armature_scene_mesh_instance_count(const armature_scene* scene, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(scene).meshInstances().size(); });
}

armature_result armature_scene_group_count(const armature_scene* scene, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(scene).animationGroups().size(); });
}

armature_result armature_scene_node(armature_scene* scene, size_t index, armature_node** node)
{
    return guarded([&] { at(node, "node") = nodeHandle(contextOf(scene), *elementAt(objectOf(scene).nodes(), index, "node")); });
}

armature_result armature_scene_skeleton(armature_scene* scene, size_t index, armature_skeleton** skeleton)
{
    return guarded([&] { writePart(scene, objectOf(scene).skeletons(), index, "skeleton", skeleton); });
}

armature_result armature_scene_mesh_instance(armature_scene* scene, size_t index, armature_mesh_instance** instance)
{
    return guarded([&] { writePart(scene, objectOf(scene).meshInstances(), index, "mesh instance", instance); });
}

armature_result armature_scene_group(armature_scene* scene, size_t index, armature_group** group)
{
    return guarded([&] { writePart(scene, objectOf(scene).animationGroups(), index, "group", group); });
}

armature_result armature_scene_find_node(armature_scene* scene, const char* name, armature_node** node)
{
    return guarded([&] {
        TransformNode* const found = objectOf(scene).findTransformNode(textAt(name, "the name"));
        at(node, "node") = nodeHandle(contextOf(scene), found != nullptr ? *found : (refuseUnknown("node", name), *found));
    });
}

armature_result armature_scene_find_skeleton(armature_scene* scene, const char* name, armature_skeleton** skeleton)
{
    return guarded([&] { writeFound(scene, objectOf(scene).findSkeleton(textAt(name, "the name")), name, "skeleton", skeleton); });
}

armature_result armature_scene_find_group(armature_scene* scene, const char* name, armature_group** group)
{
    return guarded([&] { writeFound(scene, objectOf(scene).findAnimationGroup(textAt(name, "the name")), name, "group", group); });
}

armature_result armature_scene_create_node(armature_scene* scene, const char* name, armature_node* parent,
                                           const armature_transform* transform, armature_node** node)
{
    return guarded([&] {
        requireOut(node, "node");
        const Transform local = transform == nullptr ? Transform() : transformAt(*transform);
        armature_context& context = contextOf(scene);
        *node = nodeHandle(context, objectOf(scene).createTransformNode(utf8At(name, "the name"), objectOrNull(parent), local));
    });
}

armature_result armature_scene_remove_node(armature_scene* scene, armature_node* node, armature_removal removal)
{
    return guarded(
        [&] { objectOf(scene).removeTransformNode(transformNodeOf(node), enumeratorAt(removal, Removal::Subtree, "the removal")); });
}

armature_result armature_scene_create_skeleton(armature_scene* scene, const char* name, armature_skeleton** skeleton)
{
    return guarded([&] {
        requireOut(skeleton, "skeleton");
        *skeleton = handleOf<armature_skeleton>(contextOf(scene), objectOf(scene).createSkeleton(utf8At(name, "the name")));
    });
}

armature_result armature_scene_add_skeleton(armature_scene* scene, armature_skeleton* skeleton)
{
    return guarded([&] {
        Scene& owner = objectOf(scene);
        Entry& entry = entryOf(skeleton);
        if (entry.destroy == nullptr) {
            throw Refusal(ARMATURE_INVALID_ARGUMENT, "the application does not own the skeleton: a scene does");
        }
        auto& object = *static_cast<Skeleton*>(entry.object);
        entry.context->release(entry, object.getLifetime());
        owner.addSkeleton(std::unique_ptr<Skeleton>(&object));
    });
}

armature_result armature_scene_remove_skeleton(armature_scene* scene, armature_skeleton* skeleton)
{
    return guarded([&] { objectOf(scene).removeSkeleton(objectOf(skeleton)); });
}

// --- the frame -------------------------------------------------------------------------------------------------------

armature_result armature_scene_animate(armature_scene* scene, double seconds, armature_threads threads)
{
    return guarded([&] { objectOf(scene).animate(seconds, threadsAt(threads)); });
}

armature_result armature_scene_update(const armature_scene* scene, armature_threads threads)
{
    return guarded([&] { objectOf(scene).update(threadsAt(threads)); });
}

armature_result armature_scene_bounds(const armature_scene* scene, armature_box* box)
{
    return guarded([&] { write(at(box, "box"), computeBounds(objectOf(scene))); });
}

// --- copies of models ------------------------------------------------------------------------------------------------

armature_result armature_scene_instantiate(armature_scene* scene, const armature_scene* model, const char* name,
                                           const armature_transform* transform, armature_instance** instance)
{
    return guarded([&] {
        requireOut(instance, "instance");
        InstantiateOptions options;
        options.name = utf8At(name, "the name");
        options.transform = transform == nullptr ? Transform() : transformAt(*transform);
        Scene& world = objectOf(scene);
        const Scene& original = objectOf(model);
        armature_instance* const handle = make<armature_instance>(contextOf(scene));
        try {
            objectOf(handle) = world.instantiate(original, options);
        } catch (...) {
            contextOf(handle).destroy(entryOf(handle));
            throw;
        }
        *instance = handle;
    });
}

armature_result armature_scene_remove_instance(armature_scene* scene, const armature_instance* instance)
{
    return guarded([&] { objectOf(scene).removeInstance(objectOf(instance)); });
}

armature_result armature_instance_root(armature_instance* instance, armature_node** root)
{
    return guarded([&] {
        requireOut(root, "root");
        TransformNode* const node = objectOf(instance).getRoot();
        if (node == nullptr) {
            throw Refusal(ARMATURE_STALE, "the root of the instance is gone");
        }
        *root = nodeHandle(contextOf(instance), *node);
    });
}

armature_result armature_instance_skeleton(armature_instance* instance, size_t index, armature_skeleton** skeleton)
{
    return guarded([&] {
        Skeleton& copy = copyAt(objectOf(instance).getSkeletons(), index, "skeleton");
        at(skeleton, "skeleton") = handleOf<armature_skeleton>(contextOf(instance), copy);
    });
}

armature_result armature_instance_find_group(armature_instance* instance, const char* name, armature_group** group)
{
    return guarded([&] {
        AnimationGroup* const found = objectOf(instance).findAnimationGroup(textAt(name, "the name"));
        if (found == nullptr) {
            refuseUnknown("group", name);
        }
        at(group, "group") = handleOf<armature_group>(contextOf(instance), *found);
    });
}

armature_result armature_instance_destroy(armature_instance* instance)
{
    return destroyOwned(instance);
}

// --- mesh instances --------------------------------------------------------------------------------------------------

armature_result armature_mesh_instance_name(const armature_mesh_instance* instance, const char** name)
{
    return guarded([&] { at(name, "name") = objectOf(instance).getName().c_str(); });
}

armature_result armature_mesh_instance_node(armature_mesh_instance* instance, armature_node** node)
{
    return guarded([&] { at(node, "node") = nodeHandle(contextOf(instance), objectOf(instance).getNode()); });
}

armature_result armature_mesh_instance_skeleton(armature_mesh_instance* instance, armature_skeleton** skeleton, size_t* inverse_bind_set)
{
    return guarded([&] {
        const MeshInstance& object = objectOf(instance);
        at(skeleton, "skeleton") = handleOrNull<armature_skeleton>(contextOf(instance), object.getSkeleton());
        setUnlessNull(inverse_bind_set, object.getInverseBindSet());
    });
}

armature_result armature_mesh_instance_morph_weights(const armature_mesh_instance* instance, const float** weights, size_t* count)
{
    return guarded([&] {
        const auto& values = objectOf(instance).getMorphWeights();
        requireOut(count, "count");
        at(weights, "weights") = values.data();
        *count = values.size();
    });
}

armature_result armature_mesh_instance_set_morph_weights(armature_mesh_instance* instance, const float* weights, size_t count)
{
    return guarded([&] { objectOf(instance).setMorphWeights(listAt(weights, count, "weights")); });
}

armature_result armature_mesh_instance_bounds(const armature_mesh_instance* instance, armature_box* box)
{
    return guarded([&] { write(at(box, "box"), computeBounds(objectOf(instance))); });
}
