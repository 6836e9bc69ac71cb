#include <support/slow_build.hpp>

// The functions that initialise the sanitizers' run-time libraries; null in a program without them.
extern "C" [[gnu::weak]] void __asan_init();
extern "C" [[gnu::weak]] void __tsan_init();

namespace armature::test {

bool isSlowBuild() noexcept
{
#ifdef NDEBUG
    return &__asan_init != nullptr || &__tsan_init != nullptr;
#else
    return true;
#endif
}

}  // namespace armature::test
