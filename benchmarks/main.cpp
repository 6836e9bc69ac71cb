#include <string>

#include <benchmark/benchmark.h>

#include <armature/math/simd.hpp>

int main(int argumentCount, char** arguments)
{
    benchmark::Initialize(&argumentCount, arguments);
    if (benchmark::ReportUnrecognizedArguments(argumentCount, arguments)) {
        return 2;
    }
    benchmark::AddCustomContext("instruction_set", std::string(armature::getInstructionSet()));
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
