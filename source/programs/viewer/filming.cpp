#include "filming.hpp"

#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>
#include <armature/scene/scene.hpp>

#include "base/words.hpp"
#include "document.hpp"
#include "programs/armature/outputs.hpp"

namespace armature::tools {

namespace {

constexpr double fullTurn = 6.283185307179586;

}  // namespace

Filming::Filming(OpenModel& model, const OrbitCamera& camera, Options options)
    : options_(std::move(options))
    , camera_(camera)
    , pose_(*model.scene)
    , clip_(model.playback.getClip())
    , time_(model.playback.getTime())
    , duration_(model.playback.getDuration())
    , wasPlaying_(model.playback.isPlaying())
{
    requirePictureFile(options_.file.string(), {.isAnimated = true, .option = options_.turns ? "turntable" : "film"});
    requireOutputs({options_.file}, model.scene->sourceFiles());
    model.playback.pause();
    if (!options_.turns) {
        model.springs.rest();
    }
}

void Filming::end(OpenModel& model, OrbitCamera& camera)
{
    camera = camera_;
    if (model.playback.getClip() != clip_) {
        return;  // the clip that plays now has its own time and pose
    }
    if (!options_.turns) {
        model.springs.rest();
        model.playback.goTo(time_);
    }
    pose_.restore();
    if (wasPlaying_) {
        model.playback.play();
    }
}

void Filming::pose(OpenModel& model, OrbitCamera& camera)
{
    if (options_.turns) {
        camera = camera_;
        camera.turnBy(static_cast<float>(fullTurn * static_cast<double>(taken_) / static_cast<double>(options_.frames)));
        return;
    }
    model.playback.goTo(frameTime(duration_, taken_, options_.frames));
    if (options_.swings) {
        model.springs.advance(duration_ / static_cast<double>(options_.frames));
    }
}

void Filming::add(const support::Picture& picture)
{
    if (film_ == nullptr) {
        width_ = picture.width;
        height_ = picture.height;
        Film::Options format{.width = width_, .height = height_, .frames = options_.frames, .framesPerSecond = turntableRate};
        if (!options_.turns && duration_ > 0.) {
            format.framesPerSecond = static_cast<double>(options_.frames) / duration_;
        }
        film_ = openFilm(options_.file.string(), format);
    }
    if (picture.width != width_ || picture.height != height_) {
        throw Error(fmt::format("{}: the view was {}x{} pixels when the film began, and is {}x{} now", printable(options_.file.string()),
                                width_, height_, picture.width, picture.height));
    }
    film_->add(picture);
    ++taken_;
    if (isOver()) {
        film_->finish();
    }
}

std::string Filming::describe() const
{
    return fmt::format("{} of {} pictures", taken_, options_.frames);
}

}  // namespace armature::tools
