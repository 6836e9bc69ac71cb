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

/// A clip of one model, retargeted to another.
struct BakedMotion {
    RetargetPlan plan = {};  ///< Plan for the open models, not for the copies on which the work was done.
    std::shared_ptr<const AnimationClip> clip = {};
    double scale = 1.;  ///< Factor from the source's travel to the travel of the retargeted clip.
    std::size_t keys = 0;
    std::vector<std::string> problems = {};  ///< Why the plans before the chosen one were rejected.
};

/// Retargets a clip on copies of both models, posed as in their files, so that another thread can do it while the models are shown.
class Bake final {
public:
    /// Returns a plan that pairs the bones of two scenes. Throws Error if no bones can be paired.
    using MakePlan = std::function<RetargetPlan(Scene& source, Scene& target)>;

    /// `plans`: tried in order; the first one that works is used. Sorts the bones of both models. O(nodes + bones + channels).
    Bake(OpenModel& target, OpenModel& source, std::size_t clip, std::vector<MakePlan> plans);
    ~Bake();
    Bake(const Bake&) = delete;
    Bake& operator=(const Bake&) = delete;

    /// Retargets the clip; may be called once, on any thread. `onProgress`: see RetargetClipOptions. Throws Error if no plan works; the
    /// message names both models. A second of motion takes about 10 ms.
    void run(const std::function<void(double)>& onProgress);
    /// Takes the result, with its plan turned into one for the open models that were copied. Throws std::logic_error before run().
    [[nodiscard]] BakedMotion take(OpenModel& target, OpenModel& source);

    /// Turns a plan for two open models into one for their copies.
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

/// Bakes that run as one task, and the function that receives their results.
struct BakingTask {
    std::string name = {};  ///< Name shown to users.
    std::vector<std::unique_ptr<Bake>> bakes = {};
    /// Called on the document's thread when all bakes have run. `errors`: for each bake, the exception that it threw, or null. May throw
    /// Error.
    std::function<void(std::vector<std::unique_ptr<Bake>> bakes, std::vector<std::exception_ptr> errors)> finish = {};
    const OpenModel* replaces = nullptr;  ///< Model that is to be replaced by its newly read file after this task; never dereferenced.
};

/// Runs tasks on a separate thread, one after another, in the order in which they were added. The queue itself must be used from one
/// thread.
class BakingQueue final {
public:
    BakingQueue() = default;
    /// Cancels all tasks, and waits for the running one to end.
    ~BakingQueue();
    BakingQueue(const BakingQueue&) = delete;
    BakingQueue& operator=(const BakingQueue&) = delete;

    void add(BakingTask task);
    /// Finishes tasks that have run, and starts the next one. Passes on exceptions of finish(); the next call goes on with the remaining
    /// tasks.
    void finishDone();
    /// Cancels all bakes and discards their results.
    void cancel();
    /// Runs a task at once, on the calling thread. Passes on exceptions of finish().
    static void run(BakingTask task);

    /// The running task, followed by the waiting ones.
    [[nodiscard]] std::vector<const BakingTask*> tasks() const;
    /// Progress of the running task, from 0 to 1.
    [[nodiscard]] double getPart() const;

private:
    /// A task, and the state that its thread reports. Must live until that thread has ended.
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
