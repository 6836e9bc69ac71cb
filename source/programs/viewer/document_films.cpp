#include <utility>

#include <fmt/format.h>

#include <armature/error.hpp>

#include "base/words.hpp"
#include "document.hpp"

namespace armature::tools {

void ViewerDocument::startFilm(Filming::Options options)
{
    OpenModel& model = *current();
    if (filming_ != nullptr) {
        throw Error(fmt::format("{} is being filmed: {}", printable(filming_->options().file.string()), filming_->describe()));
    }
    filming_ = std::make_unique<Filming>(model, camera, std::move(options));
    compareWith(std::nullopt);
    filmed_ = &model;
}

void ViewerDocument::addToFilm(const support::Picture& picture)
{
    try {
        filming_->add(picture);
        if (filming_->isOver()) {
            tell(fmt::format("film in {}, {}", printable(filming_->options().file.string()), filming_->describe()));
            endFilm();
        }
    } catch (const std::exception& error) {
        tellError(error.what());
        endFilm();
    }
}

void ViewerDocument::endFilm()
{
    const std::unique_ptr<Filming> ended = std::exchange(filming_, nullptr);
    if (ended != nullptr && current() == filmed_) {
        ended->end(*current(), camera);
    }
}

// Poses the model and the camera for the film's next picture. Cancels the film if the filmed model is no longer shown, was closed or was
// read again, or if another clip plays. Returns whether a film is being taken.
bool ViewerDocument::poseForFilm()
{
    if (filming_ != nullptr && current() != filmed_) {
        tellError(fmt::format("{}: another model is shown, so the film has no end", printable(filming_->options().file.string())));
        endFilm();
    }
    if (filming_ != nullptr && current()->playback.getClip() != filming_->getClip()) {
        tellError(fmt::format("{}: another clip plays, so the film has no end", printable(filming_->options().file.string())));
        endFilm();
    }
    if (filming_ != nullptr) {
        filming_->pose(*current(), camera);
    }
    return filming_ != nullptr;
}

}  // namespace armature::tools
