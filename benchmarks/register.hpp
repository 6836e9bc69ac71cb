#pragma once

/// Functions that register families of benchmarks. Benchmarks of files are known only at run time; benchmarks of peers exist only where the
/// peers were found. main() calls these functions.
namespace armature::bench {

void registerBounds();
void registerCrowds();
void registerLayouts();
void registerLoading();
void registerNaiveCrowds();
void registerNaiveLoading();
void registerRealRigs();
void registerSkinnedMeshes();
void registerAssimp();

}  // namespace armature::bench
