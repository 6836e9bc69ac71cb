#include <armature/cooked/cooked_file.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <armature/crowd/crowd.hpp>
#include <armature/error.hpp>

#include "base/input_file.hpp"
#include "base/words.hpp"
#include "cooked/cooked_objects.hpp"
#include "cooked/cooked_table.hpp"
#include "math/aligned_vector.hpp"

namespace armature {

using namespace cooked;

/// The file's bytes, and the objects made from them.
class CookedFile::State {
public:
    State(std::string name, std::span<const std::byte> bytes, Owner keeper, const CookedOptions& options)
        : fileName(std::move(name)), owner(std::move(keeper)), table(fileName, bytes), budget_(options.unbackedBytes, bytes.size())
    {
        skeletons_.resize(table.count(CookedKind::Skeleton));
        boneNames_.resize(skeletons_.size());
        clips_.resize(table.count(CookedKind::Clip));
        targets_.resize(clips_.size());
        bakedClips_.resize(table.count(CookedKind::BakedClip));
    }

    /// Throws std::out_of_range if there is no such object.
    void require(CookedKind kind, std::size_t index) const
    {
        if (index >= table.count(kind)) {
            throw std::out_of_range(fmt::format("cooked file {}: there is no {} {}, it has {}", inQuotes(fileName), CookedTable::noun(kind),
                                                index, table.count(kind)));
        }
    }
    [[nodiscard]] Place placeOf(CookedKind kind, std::size_t index) const
    {
        return {fileName, fmt::format("{} {} {}", CookedTable::noun(kind), index, inQuotes(table.name(kind, index)))};
    }

    // Objects are made outside the lock: two threads may make the same object at once, and both then get the object that was kept first.

    [[nodiscard]] std::shared_ptr<const Skeleton> skeleton(std::size_t index)
    {
        return take(skeletons_[index], [&] {
            constexpr auto kind = CookedKind::Skeleton;
            return readSkeleton(placeOf(kind, index), table.bytes(kind, index), table.name(kind, index), budget_);
        });
    }
    [[nodiscard]] Names boneNames(std::size_t index)
    {
        return take(boneNames_[index], [&] {
            const auto rig = skeleton(index);
            std::vector<std::string> names;
            for (const Bone* bone : rig->bones()) {
                names.push_back(bone->getName());
            }
            return std::make_shared<const std::vector<std::string>>(std::move(names));
        });
    }
    [[nodiscard]] std::shared_ptr<const AnimationClip> clip(std::size_t index)
    {
        constexpr auto kind = CookedKind::Clip;
        return take(clips_[index], [&] {
            const Place place = placeOf(kind, index);
            CookedClip read = readClip(place, table.bytes(kind, index), index);
            if (read.targetsOf >= clips_.size()) {
                place.refuse("header", fmt::format("its targets are those of clip {}, the file has {}", read.targetsOf, clips_.size()));
            }
            return makeClip(place, read, table.name(kind, index), targets(read.targetsOf), owner);
        });
    }
    /// Returns the targets of a clip that stores them itself.
    [[nodiscard]] ClipTargets targets(std::size_t index)
    {
        constexpr auto kind = CookedKind::Clip;
        return take(targets_[index], [&] { return readTargets(placeOf(kind, index), table.bytes(kind, index), index); });
    }
    [[nodiscard]] std::shared_ptr<const BakedClip> bakedClip(std::size_t index)
    {
        constexpr auto kind = CookedKind::BakedClip;
        return take(bakedClips_[index], [&] {
            const Place place = placeOf(kind, index);
            const auto bytes = table.bytes(kind, index);
            const std::uint32_t rig = skeletonOfBakedClip(place, bytes);
            if (rig != none && rig >= skeletons_.size()) {
                place.refuse("header", fmt::format("its skeleton is number {}, the file has {}", rig, skeletons_.size()));
            }
            return readBakedClip(place, bytes, table.name(kind, index), rig != none ? boneNames(rig) : nullptr, owner);
        });
    }

    const std::string fileName;
    const Owner owner;
    const CookedTable table;

private:
    template <class Pointer, class Make>
    Pointer take(Pointer& kept, const Make& make)
    {
        {
            const std::lock_guard lock(keeping_);
            if (kept != nullptr) {
                return kept;
            }
        }
        Pointer made = make();
        const std::lock_guard lock(keeping_);
        if (kept == nullptr) {
            kept = std::move(made);
        }
        return kept;
    }

    FileBudget budget_;
    std::mutex keeping_;
    std::vector<std::shared_ptr<const Skeleton>> skeletons_;
    std::vector<Names> boneNames_;
    std::vector<std::shared_ptr<const AnimationClip>> clips_;
    std::vector<ClipTargets> targets_;
    std::vector<std::shared_ptr<const BakedClip>> bakedClips_;
};

CookedFile::CookedFile(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
CookedFile::~CookedFile() = default;

std::shared_ptr<const CookedFile> CookedFile::open(const std::filesystem::path& file, const CookedOptions& options)
{
    const std::string name = file.string();
    const auto require = [&]<class Got>(std::variant<Got, FileProblem> got) {
        if (const auto* problem = std::get_if<FileProblem>(&got)) {
            throw ImportError(name, "", problem->text);
        }
        return std::get<Got>(std::move(got));
    };
    auto input = require(InputFile::open(file, options.fileBytes, "CookedOptions::fileBytes"));
    if (options.isMapped) {
        auto mapping = require(input.map());
        return std::shared_ptr<const CookedFile>(
            new CookedFile(std::make_unique<State>(name, mapping.bytes, std::move(mapping.owner), options)));
    }
    auto memory = std::make_shared<AlignedVector<std::byte>>(input.size());
    if (const auto problem = input.readInto(*memory)) {
        throw ImportError(name, "", problem->text);
    }
    const std::span<const std::byte> bytes = *memory;
    return std::shared_ptr<const CookedFile>(new CookedFile(std::make_unique<State>(name, bytes, std::move(memory), options)));
}

std::shared_ptr<const CookedFile> CookedFile::open(std::span<const std::byte> bytes, std::string_view name, const CookedOptions& options)
{
    auto memory = std::make_shared<const AlignedVector<std::byte>>(bytes.begin(), bytes.end());
    const std::span<const std::byte> copied = *memory;
    return std::shared_ptr<const CookedFile>(
        new CookedFile(std::make_unique<State>(std::string(name), copied, std::move(memory), options)));
}

std::size_t CookedFile::count(CookedKind kind) const noexcept
{
    return state_->table.count(kind);
}

std::string_view CookedFile::name(CookedKind kind, std::size_t index) const
{
    state_->require(kind, index);
    return state_->table.name(kind, index);
}

std::size_t CookedFile::size(CookedKind kind, std::size_t index) const
{
    state_->require(kind, index);
    return state_->table.bytes(kind, index).size();
}

std::optional<std::size_t> CookedFile::find(CookedKind kind, std::string_view name) const noexcept
{
    return state_->table.find(kind, name);
}

std::span<const std::byte> CookedFile::bytes() const noexcept
{
    return state_->table.bytes();
}

std::unique_ptr<Skeleton> CookedFile::createSkeleton(std::size_t index) const
{
    state_->require(CookedKind::Skeleton, index);
    return state_->skeleton(index)->clone();
}

std::shared_ptr<const AnimationClip> CookedFile::getClip(std::size_t index) const
{
    state_->require(CookedKind::Clip, index);
    return state_->clip(index);
}

std::shared_ptr<const BakedClip> CookedFile::getBakedClip(std::size_t index) const
{
    state_->require(CookedKind::BakedClip, index);
    return state_->bakedClip(index);
}

CookedCrowd CookedFile::getCrowd(std::size_t index) const
{
    constexpr auto kind = CookedKind::Crowd;
    state_->require(kind, index);
    return readCrowd(state_->placeOf(kind, index), state_->table.bytes(kind, index), state_->table.name(kind, index),
                     {count(CookedKind::Skeleton), count(CookedKind::Clip), count(CookedKind::BakedClip)});
}

std::unique_ptr<Crowd> CookedFile::createCrowd(std::size_t index) const
{
    const CookedCrowd setup = getCrowd(index);
    const auto rig = state_->skeleton(setup.skeleton);
    try {
        auto crowd = std::make_unique<Crowd>(*rig);
        for (std::size_t i = 0; i < setup.bakedClips.size(); ++i) {
            crowd->addClip(state_->bakedClip(setup.bakedClips[i]), setup.curves.empty() ? nullptr : state_->clip(setup.curves[i]));
        }
        return crowd;
    } catch (const std::invalid_argument& refusal) {
        state_->placeOf(CookedKind::Crowd, index).refuse("clips", refusal.what());
    }
}

}  // namespace armature
