#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <armature/animation/animation_group.hpp>
#include <armature/animation/baked_clip.hpp>
#include <armature/cooked/cooked_file.hpp>
#include <armature/import/load_scene.hpp>
#include <armature/import/save_gltf.hpp>

#include "rig.hpp"

// A library of a thousand motions of one rig: opening it, taking one motion by its name, and taking all of them. The files are in the
// system's cache.

namespace armature::bench {

namespace {

constexpr std::size_t bones = 32;
constexpr std::size_t clips = 1000;
constexpr const char* wanted = "clip 617";

/// The library's files, which are removed at the end.
class Library {
public:
    Library() : folder_(std::filesystem::temp_directory_path() / ("armature-bench-" + std::to_string(::getpid())))
    {
        std::filesystem::create_directories(folder_);
        Scene scene;
        Skeleton& skeleton = scene.createSkeleton("rig");
        fillSkeleton(skeleton, bones);
        CookedDescription exact{.skeletons = {&skeleton}};
        CookedDescription floats = exact;
        CookedDescription quantised = exact;
        std::vector<std::shared_ptr<const BakedClip>> baked;
        for (std::size_t i = 0; i < clips; ++i) {
            ClipDescription description = denseClip(bones, ChannelTarget::Kind::Bone, static_cast<std::uint32_t>(i));
            description.name = "clip " + std::to_string(i);
            const auto clip = AnimationClip::create(std::move(description));
            exact.clips.push_back(&scene.createAnimationGroup(clip).getClip());
            for (const bool isQuantized : {false, true}) {
                baked.push_back(BakedClip::create(*clip, skeleton, {.framesPerSecond = 30., .isQuantized = isQuantized}));
                (isQuantized ? quantised : floats).bakedClips.push_back(baked.back().get());
            }
        }
        saveCooked(exact, exactFile());
        saveCooked(floats, floatsFile());
        saveCooked(quantised, quantizedFile());
        static_cast<void>(saveGltf(scene, glbFile()));
    }
    ~Library()
    {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    [[nodiscard]] std::filesystem::path exactFile() const { return folder_ / "exact.cooked"; }
    [[nodiscard]] std::filesystem::path floatsFile() const { return folder_ / "floats.cooked"; }
    [[nodiscard]] std::filesystem::path quantizedFile() const { return folder_ / "quantised.cooked"; }
    [[nodiscard]] std::filesystem::path glbFile() const { return folder_ / "exact.glb"; }

private:
    std::filesystem::path folder_;
};

const Library& library()
{
    static const Library files;
    return files;
}

void finish(benchmark::State& state, const std::filesystem::path& file, std::size_t items)
{
    countItems(state, items);
    state.counters["file_bytes"] = static_cast<double>(std::filesystem::file_size(file));
}

template <CookedKind kind>
auto takeFrom(const CookedFile& file, std::size_t index)
{
    if constexpr (kind == CookedKind::Clip) {
        return file.getClip(index);
    } else {
        return file.getBakedClip(index);
    }
}

template <CookedKind kind>
void takeOne(benchmark::State& state, const std::filesystem::path& path)
{
    for (auto _ : state) {
        const auto opened = CookedFile::open(path);
        benchmark::DoNotOptimize(takeFrom<kind>(*opened, opened->find(kind, wanted).value()));
    }
    finish(state, path, 1);
}

template <CookedKind kind>
void takeAll(benchmark::State& state, const std::filesystem::path& path)
{
    for (auto _ : state) {
        const auto opened = CookedFile::open(path);
        for (std::size_t i = 0; i < opened->count(kind); ++i) {
            benchmark::DoNotOptimize(takeFrom<kind>(*opened, i));
        }
    }
    finish(state, path, clips);
}

void openOnly(benchmark::State& state)
{
    const auto path = library().exactFile();
    for (auto _ : state) {
        benchmark::DoNotOptimize(CookedFile::open(path));
    }
    finish(state, path, 1);
}

void loadGlb(benchmark::State& state)
{
    const auto path = library().glbFile();
    for (auto _ : state) {
        benchmark::DoNotOptimize(loadClips(path));
    }
    finish(state, path, clips);
}

void takeOneClip(benchmark::State& state)
{
    takeOne<CookedKind::Clip>(state, library().exactFile());
}

void takeAllClips(benchmark::State& state)
{
    takeAll<CookedKind::Clip>(state, library().exactFile());
}

void takeOneBaked(benchmark::State& state)
{
    takeOne<CookedKind::BakedClip>(state, state.range(0) == 32 ? library().floatsFile() : library().quantizedFile());
}

void takeAllBaked(benchmark::State& state)
{
    takeAll<CookedKind::BakedClip>(state, state.range(0) == 32 ? library().floatsFile() : library().quantizedFile());
}

// The argument of baked clips is the number of bits of a stored number.
BENCHMARK(openOnly)->Name("cooked_open_1000")->Unit(benchmark::kMicrosecond);
BENCHMARK(takeOneClip)->Name("clip_1_of_1000")->Unit(benchmark::kMicrosecond);
BENCHMARK(takeOneBaked)->Name("baked_1_of_1000")->Arg(32)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(takeAllClips)->Name("clips_all_1000")->Unit(benchmark::kMicrosecond);
BENCHMARK(takeAllBaked)->Name("baked_all_1000")->Arg(32)->Arg(16)->Unit(benchmark::kMicrosecond);
BENCHMARK(loadGlb)->Name("glb_all_1000")->Unit(benchmark::kMicrosecond);

}  // namespace

}  // namespace armature::bench
