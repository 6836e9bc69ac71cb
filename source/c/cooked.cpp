#include <memory>
#include <vector>

#include <armature/cooked/cooked_file.hpp>
#include <armature/cooked/save_cooked.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

namespace {

armature_cooked_options defaultCookedOptions() noexcept
{
    const CookedOptions defaults;
    armature_cooked_options options{};
    options.size = sizeof(options);
    options.is_mapped = defaults.isMapped;
    options.file_bytes = defaults.fileBytes;
    options.unbacked_bytes = defaults.unbackedBytes;
    return options;
}

CookedOptions cookedOptionsAt(const armature_cooked_options* given)
{
    const armature_cooked_options options = optionsAt(given, defaultCookedOptions(), "armature_cooked_options");
    return {.isMapped = options.is_mapped, .fileBytes = options.file_bytes, .unbackedBytes = options.unbacked_bytes};
}

CookedKind cookedKindAt(armature_cooked_kind kind)
{
    return enumeratorAt(kind, CookedKind::Crowd, "the kind");
}

/// Returns the file of a handle, which has an entry at that index.
const CookedFile& fileWith(const armature_cooked_file* cooked, CookedKind kind, std::size_t index)
{
    const CookedFile& file = *objectOf(cooked);
    if (index >= file.count(kind)) {
        refuseUnknown("entry", index, file.count(kind));
    }
    return file;
}

std::vector<std::size_t> indicesAt(const std::size_t* first, std::size_t count, std::string_view name)
{
    const auto indices = listAt(first, count, name);
    return {indices.begin(), indices.end()};
}

CookedDescription descriptionOf(const armature_cooked_contents& contents)
{
    CookedDescription description;
    for (const armature_skeleton* const skeleton : listAt(contents.skeletons, contents.skeleton_count, "skeletons")) {
        description.skeletons.push_back(&objectOf(skeleton));
    }
    for (const armature_clip* const clip : listAt(contents.clips, contents.clip_count, "clips")) {
        description.clips.push_back(objectOf(clip).get());
    }
    for (const armature_baked_clip* const clip : listAt(contents.baked_clips, contents.baked_clip_count, "baked_clips")) {
        description.bakedClips.push_back(objectOf(clip).get());
    }
    for (const armature_cooked_crowd& crowd : listAt(contents.crowds, contents.crowd_count, "crowds")) {
        const std::size_t curves = crowd.curves == nullptr ? 0 : crowd.baked_clip_count;
        description.crowds.push_back({std::string(utf8At(crowd.name, "the crowd's name")), crowd.skeleton,
                                      indicesAt(crowd.baked_clips, crowd.baked_clip_count, "the crowd's clips"),
                                      indicesAt(crowd.curves, curves, "the crowd's curves")});
    }
    return description;
}

}  // namespace

armature_result armature_cooked_options_default(armature_cooked_options* options, uint32_t size)
{
    return fillDefaults(options, size, defaultCookedOptions(), "armature_cooked_options");
}

armature_result armature_cooked_file_open(armature_context* context, const char* file, const armature_cooked_options* options,
                                          armature_cooked_file** cooked)
{
    return guarded([&] {
        requireOut(cooked, "cooked");
        *cooked = make<armature_cooked_file>(at(context, "the context"), CookedFile::open(pathAt(file), cookedOptionsAt(options)));
    });
}

armature_result armature_cooked_file_destroy(armature_cooked_file* cooked)
{
    return destroyOwned(cooked);
}

armature_result armature_cooked_file_count(const armature_cooked_file* cooked, armature_cooked_kind kind, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(cooked)->count(cookedKindAt(kind)); });
}

armature_result armature_cooked_file_find(const armature_cooked_file* cooked, armature_cooked_kind kind, const char* name, size_t* index)
{
    return guarded([&] {
        const std::string_view wanted = textAt(name, "the name");
        const auto found = objectOf(cooked)->find(cookedKindAt(kind), wanted);
        if (!found) {
            refuseUnknown("entry", wanted);
        }
        at(index, "index") = *found;
    });
}

armature_result armature_cooked_file_create_skeleton(const armature_cooked_file* cooked, size_t index, armature_skeleton** skeleton)
{
    return guarded([&] {
        requireOut(skeleton, "skeleton");
        *skeleton = own<armature_skeleton>(contextOf(cooked), fileWith(cooked, CookedKind::Skeleton, index).createSkeleton(index));
    });
}

armature_result armature_cooked_file_clip(const armature_cooked_file* cooked, size_t index, armature_clip** clip)
{
    return guarded([&] {
        requireOut(clip, "clip");
        *clip = make<armature_clip>(contextOf(cooked), fileWith(cooked, CookedKind::Clip, index).getClip(index));
    });
}

armature_result armature_cooked_file_baked_clip(const armature_cooked_file* cooked, size_t index, armature_baked_clip** baked)
{
    return guarded([&] {
        requireOut(baked, "baked");
        *baked = make<armature_baked_clip>(contextOf(cooked), fileWith(cooked, CookedKind::BakedClip, index).getBakedClip(index));
    });
}

armature_result armature_cooked_file_create_crowd(const armature_cooked_file* cooked, size_t index, armature_crowd** crowd)
{
    return guarded([&] {
        requireOut(crowd, "crowd");
        *crowd = own<armature_crowd>(contextOf(cooked), fileWith(cooked, CookedKind::Crowd, index).createCrowd(index));
    });
}

armature_result armature_cooked_file_save(const armature_cooked_contents* contents, const char* file)
{
    return guarded([&] { saveCooked(descriptionOf(at(contents, "contents")), pathAt(file)); });
}
