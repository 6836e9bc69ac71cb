#include "baking.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/retarget/retarget_clip.hpp>
#include <armature/retarget/retargeter.hpp>
#include <armature/saved_state.hpp>
#include <armature/scene/scene.hpp>
#include <armature/skeleton/skeleton.hpp>

#include "base/words.hpp"
#include "document.hpp"

namespace armature::tools {

namespace {

struct BakeCancelled {};

std::size_t numberOf(Scene& scene, const Skeleton* skeleton)
{
    const auto skeletons = scene.skeletons();
    return static_cast<std::size_t>(std::find(skeletons.begin(), skeletons.end(), skeleton) - skeletons.begin());
}

// Returns a copy of a scene with the model and its bones posed as in their file. Leaves the model in its current pose.
std::unique_ptr<Scene> copyAtFilePose(OpenModel& model)
{
    for (Skeleton* skeleton : model.scene->skeletons()) {
        skeleton->sortBones();  // before the state is saved: it can be restored only into the same order of bones
    }
    SavedState state;
    state.save(*model.scene);
    auto copy = std::make_unique<Scene>();
    model.playback.poseAsFile();
    try {
        copy->append(*model.scene);
    } catch (...) {
        state.restore(*model.scene);
        throw;
    }
    state.restore(*model.scene);
    return copy;
}

}  // namespace

Bake::Bake(OpenModel& target, OpenModel& source, std::size_t clip, std::vector<MakePlan> plans)
    : target_(copyAtFilePose(target))
    , source_(copyAtFilePose(source))
    , motion_(source.playback.clips()[clip]->shareClip())
    , names_(fmt::format("{} of {} cannot move {}", source.playback.nameOf(clip), printable(source.name), printable(target.name)))
    , plans_(std::move(plans))
{}

Bake::~Bake() = default;

Bake::MakePlan Bake::planOf(const OpenModel& target, const OpenModel& source, RetargetPlan plan)
{
    const std::size_t targetNumber = numberOf(*target.scene, plan.target);
    const std::size_t sourceNumber = numberOf(*source.scene, plan.source);
    return [plan = std::move(plan), targetNumber, sourceNumber](Scene& from, Scene& to) {
        RetargetPlan copy = plan;
        copy.source = from.skeletons()[sourceNumber];
        copy.target = to.skeletons()[targetNumber];
        return copy;
    };
}

void Bake::run(const std::function<void(double)>& onProgress)
{
    for (const MakePlan& plan : plans_) {
        try {
            runWith(plan, onProgress);
            return;
        } catch (const std::exception& refused) {
            std::string problem = fmt::format("{}: {}", names_, printable(refused.what()));
            if (&plan == &plans_.back()) {
                throw Error(problem);
            }
            made_.problems.push_back(std::move(problem));
        }
    }
}

void Bake::runWith(const MakePlan& makePlan, const std::function<void(double)>& onProgress)
{
    RetargetPlan plan = makePlan(*source_, *target_);
    const AnimationClip* const motions = motion_.get();
    const Retargeter retargeter(*plan.source, *plan.target, plan.map,
                                armature::RetargetOptions::ofMotions({&motions, 1}, *plan.source, plan.map));
    const RetargetedClip made = retargetClip(*motion_, *plan.source, *plan.target, retargeter, {.onProgress = onProgress});
    made_.plan = std::move(plan);
    made_.clip = made.clip;
    made_.scale = retargeter.getScale();
    made_.keys = made.keyCount;
}

BakedMotion Bake::take(OpenModel& target, OpenModel& source)
{
    if (made_.clip == nullptr) {
        throw std::logic_error("a bake has nothing before it was run");
    }
    BakedMotion made = std::move(made_);
    made.plan.source = source.scene->skeletons()[numberOf(*source_, made.plan.source)];
    made.plan.target = target.scene->skeletons()[numberOf(*target_, made.plan.target)];
    return made;
}

// --- the queue ------------------------------------------------------------------------------------------------------

BakingQueue::~BakingQueue()
{
    cancel();
}

void BakingQueue::runAll(Work& work)
{
    for (const std::unique_ptr<Bake>& bake : work.task.bakes) {
        const auto number = static_cast<double>(work.errors.size());
        work.errors.emplace_back();
        try {
            bake->run([&](double part) {
                work.part = (number + part) / static_cast<double>(work.task.bakes.size());
                if (work.isCancelled) {
                    throw BakeCancelled();
                }
            });
        } catch (const BakeCancelled&) {
            return;
        } catch (...) {
            work.errors.back() = std::current_exception();
        }
    }
}

void BakingQueue::run(BakingTask task)
{
    Work work(std::move(task));
    runAll(work);
    work.task.finish(std::move(work.task.bakes), std::move(work.errors));
}

void BakingQueue::add(BakingTask task)
{
    works_.push_back(std::make_unique<Work>(std::move(task)));
    if (works_.size() == 1) {
        startFirst();
    }
}

void BakingQueue::startFirst()
{
    works_.front()->thread = std::async(std::launch::async, [&work = *works_.front()] { runAll(work); });
}

void BakingQueue::finishDone()
{
    const auto isOver = [](const std::unique_ptr<Work>& work) {
        return !work->thread.valid() || work->thread.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
    };
    std::erase_if(cancelled_, isOver);
    while (!works_.empty() && isOver(works_.front())) {
        const std::unique_ptr<Work> done = std::move(works_.front());
        works_.pop_front();
        if (!works_.empty()) {
            startFirst();
        }
        done->task.finish(std::move(done->task.bakes), std::move(done->errors));
    }
}

void BakingQueue::cancel()
{
    for (std::unique_ptr<Work>& work : works_) {
        work->isCancelled = true;
        cancelled_.push_back(std::move(work));
    }
    works_.clear();
}

std::vector<const BakingTask*> BakingQueue::tasks() const
{
    std::vector<const BakingTask*> tasks;
    for (const std::unique_ptr<Work>& work : works_) {
        tasks.push_back(&work->task);
    }
    return tasks;
}

double BakingQueue::getPart() const
{
    return works_.empty() ? 0. : works_.front()->part.load();
}

}  // namespace armature::tools
