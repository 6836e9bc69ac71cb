#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <armature/animation/animation_clip.hpp>
#include <armature/fwd.hpp>
#include <armature/handle.hpp>

#include "retarget_plan.hpp"

namespace armature::tools {

struct OpenModel;

/// A clip of one model as one for another.
struct BakedMotion {
    RetargetPlan plan = {};  ///< Plan for the models, not for the copies that were worked on.
    std::shared_ptr<const AnimationClip> clip = {};
    double scale = 1.;  ///< The factor by which travel is multiplied.
    std::size_t keys = 0;
    std::vector<std::string> problems = {};  ///< Why the plans before the chosen one were rejected.
};

/// Retargets a clip on copies of both models, in the poses of their files, so that another thread may do it while they are shown.
class Bake final {
public:
    /// Finds a plan for two scenes. Throws Error.
    using MakePlan = std::function<RetargetPlan(Scene& source, Scene& target)>;

    /// The first of the plans that will do is taken. Sorts the bones of both. O(nodes + bones + channels).
    Bake(OpenModel& target, OpenModel& source, std::size_t clip, std::vector<MakePlan> plans);
    ~Bake();
    Bake(const Bake&) = delete;
    Bake& operator=(const Bake&) = delete;

    /// Runs once, on any thread. `onProgress` is as RetargetClipOptions has it. Throws Error that names both models. A second of motion
    /// takes about 10 ms.
    void run(const std::function<void(double)>& onProgress);
    /// Takes the result for the models of which the copies were made. Throws std::logic_error before it was run.
    [[nodiscard]] BakedMotion take(OpenModel& target, OpenModel& source);

    /// A plan for two open models as one for their copies.
    [[nodiscard]] static MakePlan planOf(const OpenModel& target, const OpenModel& source, RetargetPlan plan);

private:
    void runWith(const MakePlan& makePlan, const std::function<void(double)>& onProgress);

    std::unique_ptr<Scene> target_;
    std::unique_ptr<Scene> source_;
    std::shared_ptr<const AnimationClip> motion_;
    std::string names_;  // for messages
    std::vector<MakePlan> plans_;
    BakedMotion made_;
};

/// What is baked together, and what becomes of it.
struct BakingTask {
    std::string name = {};  ///< For people.
    std::vector<std::unique_ptr<Bake>> bakes = {};
    /// Called on the thread of the document when all were run, with what each threw, or null. Throws Error.
    std::function<void(std::vector<std::unique_ptr<Bake>> bakes, std::vector<std::exception_ptr> errors)> finish = {};
    const OpenModel* replaces = nullptr;  ///< The model that waits for it before it is replaced by what was read; only compared.
};

/// Runs tasks on a thread, one after another, in the order in which they were asked for. Use it from one thread.
class BakingQueue final {
public:
    BakingQueue() = default;
    /// Ends what is under way, and waits for that.
    ~BakingQueue();
    BakingQueue(const BakingQueue&) = delete;
    BakingQueue& operator=(const BakingQueue&) = delete;

    void add(BakingTask task);
    /// Finishes those that were run, and starts the one after them. Passes on what finish() throws; the next call goes on.
    void finishDone();
    /// Cancels all bakes and discards their results.
    void cancel();
    /// The same on this thread, now. Passes on what finish() throws.
    static void run(BakingTask task);

    /// What is under way, and then what waits.
    [[nodiscard]] std::vector<const BakingTask*> tasks() const;
    /// How far the first one is, from 0 to 1.
    [[nodiscard]] double getPart() const;

private:
    /// A task with what its thread tells of it. Goes only once that has ended.
    struct Work {
        explicit Work(BakingTask given) : task(std::move(given)) {}

        BakingTask task;
        std::vector<std::exception_ptr> errors = {};
        std::atomic<double> part = 0.;
        std::atomic<bool> isCancelled = false;
        std::future<void> thread = {};
    };

    static void runAll(Work& work);
    void startFirst();

    std::deque<std::unique_ptr<Work>> works_;
    std::vector<std::unique_ptr<Work>> cancelled_;
};

}  // namespace armature::tools
