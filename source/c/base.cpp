#include <memory>

#include <armature/version.hpp>

#include "arguments.hpp"

using namespace armature;
using namespace armature::capi;

const char* armature_result_name(armature_result result)
{
    switch (result) {
    case ARMATURE_OK: return "ARMATURE_OK";
    case ARMATURE_INVALID_ARGUMENT: return "ARMATURE_INVALID_ARGUMENT";
    case ARMATURE_STALE: return "ARMATURE_STALE";
    case ARMATURE_NOT_FOUND: return "ARMATURE_NOT_FOUND";
    case ARMATURE_BAD_FILE: return "ARMATURE_BAD_FILE";
    case ARMATURE_OUT_OF_MEMORY: return "ARMATURE_OUT_OF_MEMORY";
    case ARMATURE_INTERNAL: return "ARMATURE_INTERNAL";
    default: return "unknown result";
    }
}

const char* armature_version(void)
{
    return ARMATURE_VERSION_STRING;
}

armature_result armature_context_create(armature_context** context)
{
    return guarded([&] {
        requireOut(context, "context");
        *context = std::make_unique<armature_context>().release();
    });
}

void armature_context_destroy(armature_context* context)
{
    delete context;
}

armature_result armature_context_collect(armature_context* context, size_t* freed)
{
    return guarded([&] { setUnlessNull(freed, at(context, "the context").collect()); });
}

bool armature_is_gone(const void* handle)
{
    return handle == nullptr || static_cast<const Entry*>(handle)->isGone();
}

armature_result armature_strings_count(const armature_strings* strings, size_t* count)
{
    return guarded([&] { at(count, "count") = objectOf(strings).size(); });
}

armature_result armature_strings_get(const armature_strings* strings, size_t index, const char** text)
{
    return guarded([&] { at(text, "text") = elementAt(std::span(objectOf(strings)), index, "text").c_str(); });
}

armature_result armature_strings_destroy(armature_strings* strings)
{
    return destroyOwned(strings);
}

armature_result armature_buffer_bytes(const armature_buffer* buffer, const void** bytes, size_t* size)
{
    return guarded([&] {
        const auto& content = objectOf(buffer);
        requireOut(size, "size");
        at(bytes, "bytes") = content.data();
        *size = content.size();
    });
}

armature_result armature_buffer_destroy(armature_buffer* buffer)
{
    return destroyOwned(buffer);
}
