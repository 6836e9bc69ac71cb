#pragma once

/// Functions that register families of benchmarks, benchmarks of files, which are known only at run time, and benchmarks of peers, which
/// exist only where these were found. main() calls them.
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
