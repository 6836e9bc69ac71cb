#pragma once

/// Benchmarks in families, of files, which are known only when the program runs, and of peers, which are there only where they were found; main() calls
/// them.
namespace armature::bench {

void registerLayouts();
void registerLoading();
void registerNaiveLoading();
void registerRealRigs();
void registerAssimp();

}  // namespace armature::bench
