#include <string>

#include <benchmark/benchmark.h>

#include <armature/math/simd.hpp>

#include "register.hpp"

int main(int argumentCount, char** arguments)
{
    benchmark::Initialize(&argumentCount, arguments);
    if (benchmark::ReportUnrecognizedArguments(argumentCount, arguments)) {
        return 2;
    }
    armature::bench::registerBounds();
    armature::bench::registerCrowds();
    armature::bench::registerNaiveCrowds();
    armature::bench::registerLayouts();
    armature::bench::registerLoading();
    armature::bench::registerNaiveLoading();
    armature::bench::registerRealRigs();
    armature::bench::registerSkinnedMeshes();
#ifdef ARMATURE_BENCH_ASSIMP
    armature::bench::registerAssimp();
#endif
    benchmark::AddCustomContext("instruction_set", std::string(armature::getInstructionSet()));
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
