// The entry point of every test program.
#define BOOST_TEST_NO_MAIN
#define BOOST_TEST_MODULE armature
#include <cstdlib>
#include <iostream>
#include <string_view>

#ifdef BOOST_TEST_DYN_LINK
#include <boost/test/unit_test.hpp>
#else
#include <boost/test/included/unit_test.hpp>
#endif

#include <armature/math/simd.hpp>

namespace {

// CTest's SKIP_RETURN_CODE.
constexpr int skipped = 77;

// Without the requested instructions, kernels fall back to a lesser set, which is tested by a run of its own.
bool runsOn(std::string_view wish)
{
    const std::string_view set = armature::getInstructionSet();
    return wish == "scalar"   ? set == "scalar"
           : wish == "sse4"   ? set == "SSE4"
           : wish == "avx2"   ? set == "AVX2"
           : wish == "avx512" ? set == "AVX-512"
                              : false;
}

}  // namespace

int main(int argumentCount, char** arguments)
{
    if (const char* const wish = std::getenv("ARMATURE_SIMD"); wish != nullptr && !runsOn(wish)) {
        std::cout << "not run: this processor, or this build, has no instruction set \"" << wish << "\"\n";
        return skipped;
    }
    return boost::unit_test::unit_test_main(&init_unit_test, argumentCount, arguments);
}
