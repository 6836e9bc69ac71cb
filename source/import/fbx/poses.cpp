#include "import/fbx/skins.hpp"

#include <cmath>

#include <fmt/format.h>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

#include <armature/math/decompose.hpp>

#include "import/fbx/document.hpp"
#include "import/notes.hpp"
#include "math/numbers.hpp"

namespace armature::fbx {

namespace {

/// Returns the matrix without scale and shear. +X keeps its direction.
glm::dmat4 withoutScale(const glm::dmat4& matrix)
{
    const glm::dvec3 x(matrix[0]);
    const glm::dvec3 y(matrix[1]);
    const glm::dvec3 first = x / glm::length(x);
    const glm::dvec3 across = y - first * glm::dot(first, y);
    const glm::dvec3 second = across / glm::length(across);
    return {glm::dvec4(first, 0.), glm::dvec4(second, 0.), glm::dvec4(glm::cross(first, second), 0.), matrix[3]};
}

/// Makes the clip of one pose.
class PoseBuilder {
public:
    PoseBuilder(const StoredPose& pose, const Objects& objects, const ModelNodes& models, const std::vector<glm::dmat4>& standing,
                const std::multimap<std::size_t, std::size_t>& copies, importing::SceneDescription& scene)
        : pose_(pose), objects_(objects), models_(models), standing_(standing), copies_(copies), scene_(scene)
    {
        clip_.name = pose.name;
        clip_.timeTracks = {{0.f}};
    }

    ClipDescription build()
    {
        worlds_.resize(models_.all().size());
        turned_.resize(models_.all().size());
        for (const ModelIndex index : models_.parentsFirst()) {
            place(index);
        }
        return std::move(clip_);
    }

private:
    void place(ModelIndex index)
    {
        const Model& model = models_.all()[index];
        const auto found = pose_.worlds.find(index);
        const glm::dmat4 above = !model.parent ? glm::dmat4(1.) : worlds_[*model.parent];
        worlds_[index] = found != pose_.worlds.end() ? found->second
                         : !model.parent             ? standing_[index]
                                                     : above * glm::inverse(standing_[*model.parent]) * standing_[index];
        const bool isSplit = model.node != model.scaled;
        turned_[index] = isSplit ? withoutScale(worlds_[index]) : worlds_[index];
        if (found == pose_.worlds.end()) {
            return;
        }
        const glm::dmat4 hook = model.parent && model.hangsOnTurn ? turned_[*model.parent] : above;
        const glm::dmat4 local = glm::inverse(hook) * turned_[index];
        const glm::dmat4 scale = glm::inverse(turned_[index]) * worlds_[index];
        if (!isFinite(local) || !isFinite(scale)) {
            scene_.notes.add(objects_.place(model.object),
                             fmt::format("cannot be placed as in pose {}, because a matrix above it is singular: left out of the pose",
                                         importing::quoted(pose_.name)));
            return;
        }
        const Transform parts = decompose(glm::mat4(local)).transform;
        const glm::quat& turn = parts.rotation;
        add(model.node, ChannelPath::Translation, {parts.translation.x, parts.translation.y, parts.translation.z});
        add(model.node, ChannelPath::Rotation, {turn.x, turn.y, turn.z, turn.w});
        const glm::vec3 size = isSplit ? decompose(glm::mat4(scale)).transform.scale : parts.scale;
        add(model.scaled, ChannelPath::Scale, {size.x, size.y, size.z});
    }

    void add(std::size_t node, ChannelPath path, const std::vector<float>& values)
    {
        addTo(node, path, values);
        const auto [first, last] = copies_.equal_range(node);
        for (auto copy = first; copy != last; ++copy) {
            addTo(copy->second, path, values);
        }
    }

    void addTo(std::size_t node, ChannelPath path, const std::vector<float>& values)
    {
        objects_.document().charge(importing::bytesOfChannel, noElement);
        ChannelDescription channel;
        channel.target.index = node;
        channel.path = path;
        channel.interpolation = Interpolation::Step;
        channel.components = values.size();
        channel.values = values;
        clip_.channels.push_back(std::move(channel));
    }

    const StoredPose& pose_;
    const Objects& objects_;
    const ModelNodes& models_;
    const std::vector<glm::dmat4>& standing_;
    const std::multimap<std::size_t, std::size_t>& copies_;
    importing::SceneDescription& scene_;
    std::vector<glm::dmat4> worlds_;  ///< World matrices of the models, including their scales.
    std::vector<glm::dmat4> turned_;  ///< Like worlds_, but without scale for models whose scale is in a second node.
    ClipDescription clip_;
};

}  // namespace

std::vector<StoredPose> readPoses(const Objects& objects, const ModelNodes& models, importing::Notes& notes)
{
    constexpr std::uint64_t bytesOfPlacement = 256;
    Document& document = objects.document();
    std::vector<StoredPose> poses;
    for (ObjectIndex object = 0; object < objects.size(); ++object) {
        if (objects[object].type != "Pose") {
            continue;
        }
        document.charge(importing::bytesOfClip + models.all().size() * 2 * sizeof(glm::dmat4), objects[object].element);
        StoredPose& pose = poses.emplace_back();
        pose.name = std::string(objects[object].name);
        document.forEachChild(objects[object].element, [&](ElementIndex element) {
            if (document[element].name != "PoseNode") {
                return;
            }
            document.charge(bytesOfPlacement, element);
            const auto named = objects.referenced(document.find(element, "Node"), 0);
            const auto model = named ? models.find(*named) : std::nullopt;
            const ElementIndex matrix = document.find(element, "Matrix");
            if (model && matrix != noElement) {
                pose.worlds.emplace(*model, readMatrix(document, matrix));
            }
        });
        if (pose.worlds.empty()) {
            notes.add(objects.place(object), fmt::format("pose {} has no models: left out", importing::quoted(pose.name)));
            poses.pop_back();
        }
    }
    return poses;
}

std::optional<glm::dmat4> storedWorld(const std::vector<StoredPose>& poses, ModelIndex model)
{
    for (const StoredPose& pose : poses) {
        if (const auto found = pose.worlds.find(model); found != pose.worlds.end()) {
            return found->second;
        }
    }
    return std::nullopt;
}

void addPoses(const std::vector<StoredPose>& poses, const Objects& objects, const ModelNodes& models,
              const std::vector<std::pair<std::size_t, std::size_t>>& copies, importing::SceneDescription& scene)
{
    std::multimap<std::size_t, std::size_t> copiesOf;
    for (const auto& [copy, original] : copies) {
        copiesOf.emplace(original, copy);
    }
    const std::vector<glm::dmat4> standing = models.standingWorlds();
    for (const StoredPose& pose : poses) {
        scene.poses.push_back(PoseBuilder(pose, objects, models, standing, copiesOf, scene).build());
    }
}

}  // namespace armature::fbx
