#pragma once

/// Benchmarks in families, of files, which are known only when the program runs, and of peers, which are there only where they were found;
/// main() calls them.
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
