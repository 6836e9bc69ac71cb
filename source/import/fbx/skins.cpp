#include "import/fbx/skins.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include <fmt/format.h>
#include <glm/matrix.hpp>

#include "base/words.hpp"
#include "import/fbx/document.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

namespace {

/// An influence and its point, before influences are sorted by point.
struct Entry {
    std::uint32_t point = 0;
    PointInfluence influence;
};

class SkinReader {
public:
    SkinReader(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses, ObjectIndex owner,
               std::size_t pointCount, importing::Notes& notes)
        : objects_(objects), document_(objects.document()), models_(models), poses_(poses), pointCount_(pointCount), notes_(notes)
    {
        for (const Connection& connection : objects.parentsOf(owner)) {
            mesh_ = mesh_ ? mesh_ : models.find(connection.parent);
        }
        mesh_ = mesh_ ? mesh_ : models.find(owner);  // version 6: the owner is the model itself
    }

    void readDeformer(ObjectIndex skin)
    {
        readMethod(skin);
        for (const ObjectIndex cluster : objects_.childrenOf(skin, "Deformer")) {
            if (objects_[cluster].subtype == "Cluster") {
                readCluster(cluster);
            }
        }
    }

    SkinBinding finish()
    {
        if (binding_.clusters.empty()) {
            return {};
        }
        std::ranges::stable_sort(entries_, {}, &Entry::point);
        binding_.firstOfPoint.reserve(pointCount_ + 1);
        std::size_t at = 0;
        for (std::size_t point = 0; point < pointCount_; ++point) {
            binding_.firstOfPoint.push_back(static_cast<std::uint32_t>(at));
            const std::size_t first = at;
            while (at < entries_.size() && entries_[at].point == point) {
                binding_.influences.push_back(entries_[at++].influence);
            }
            dropRounding(std::span(binding_.influences).subspan(first));
            binding_.mostInfluences = std::max(binding_.mostInfluences, at - first);
            binding_.hasLoosePoints = binding_.hasLoosePoints || at == first;
        }
        binding_.firstOfPoint.push_back(static_cast<std::uint32_t>(at));
        return std::move(binding_);
    }

private:
    /// Normalises a point's weights if their sum deviates from 1 only by exporters' rounding. A later warning reports larger deviations.
    static void dropRounding(std::span<PointInfluence> influences)
    {
        constexpr double rounding = 1e-3;
        double sum = 0.;
        for (const PointInfluence& influence : influences) {
            sum += static_cast<double>(influence.weight);
        }
        if (std::abs(sum - 1.) <= rounding) {
            for (PointInfluence& influence : influences) {
                influence.weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
            }
        }
    }

    void readMethod(ObjectIndex skin)
    {
        const ElementIndex element = objects_[skin].element;
        const auto type = document_.text(document_.find(element, "SkinningType"), 0);
        const bool isBlend = type && *type == "Blend";
        if (!isBlend && !(type && *type == "DualQuaternion")) {
            return;
        }
        document_.charge(pointCount_ * sizeof(float), element);
        auto& shares = binding_.dualQuaternionShares;
        shares.assign(pointCount_, isBlend ? 0.f : 1.f);
        if (isBlend) {
            const auto points = document_.integers(document_.find(element, "Indexes"));
            const auto weights = document_.reals(document_.find(element, "BlendWeights"));
            if (points.size() != weights.size()) {
                document_.refuse(element,
                                 fmt::format("has {}, but {}", counted(points.size(), "point"), counted(weights.size(), "blend weight")));
            }
            for (std::size_t index = 0; index < points.size(); ++index) {
                requirePoint(element, points[index], index);
                if (!std::isnan(weights[index])) {
                    shares[static_cast<std::size_t>(points[index])] = static_cast<float>(std::clamp(weights[index], 0., 1.));
                }
            }
            if (std::ranges::all_of(shares, [](float share) { return share == 0.f; })) {
                shares.clear();  // no point uses dual quaternions
            }
        }
    }

    void requirePoint(ElementIndex element, std::int64_t point, std::size_t number)
    {
        if (point < 0 || static_cast<std::uint64_t>(point) >= pointCount_) {
            document_.refuse(element,
                             fmt::format("names point {} as number {}, but the mesh has {}", point, number, counted(pointCount_, "point")));
        }
    }

    /// Returns the bone's world matrix at the time of binding: from the cluster, otherwise from a stored pose, otherwise the identity.
    [[nodiscard]] glm::dmat4 boneBindOf(ElementIndex cluster, ModelIndex bone) const
    {
        const ElementIndex element = document_.find(cluster, "TransformLink");
        return element != noElement ? readMatrix(document_, element) : storedWorld(poses_, bone).value_or(glm::dmat4(1.));
    }

    [[nodiscard]] glm::dmat4 toBoneOf(ElementIndex cluster, const glm::dmat4& boneBind) const
    {
        const ElementIndex element = document_.find(cluster, "Transform");
        const auto meshBind = mesh_ && element == noElement ? storedWorld(poses_, *mesh_) : std::nullopt;
        return meshBind && glm::determinant(boneBind) != 0. ? glm::inverse(boneBind) * *meshBind : readMatrix(document_, element);
    }

    void readCluster(ObjectIndex object)
    {
        const ElementIndex element = objects_[object].element;
        const auto bones = objects_.childrenOf(object, "Model");
        const auto bone = bones.empty() ? std::nullopt : models_.find(bones.front());
        if (!bone) {
            notes_.add(objects_.place(object), fmt::format("cluster {} has no bone: left out", importing::quoted(objects_[object].name)));
            return;
        }
        Cluster cluster;
        cluster.bone = *bone;
        const glm::dmat4 boneBind = boneBindOf(element, *bone);
        cluster.toBone = toBoneOf(element, boneBind);
        cluster.meshBind = boneBind * cluster.toBone;
        const auto points = document_.integers(document_.find(element, "Indexes"));
        const auto weights = document_.reals(document_.find(element, "Weights"));
        if (points.size() != weights.size()) {
            document_.refuse(element, fmt::format("has {}, but {}", counted(points.size(), "point"), counted(weights.size(), "weight")));
        }
        document_.charge(sizeof(Cluster) + points.size() * (sizeof(Entry) + sizeof(PointInfluence)), element);
        const auto number = static_cast<std::uint32_t>(binding_.clusters.size());
        for (std::size_t index = 0; index < points.size(); ++index) {
            requirePoint(element, points[index], index);
            if (weights[index] > 0. && std::isfinite(weights[index])) {
                entries_.push_back({static_cast<std::uint32_t>(points[index]), {number, static_cast<float>(weights[index])}});
            }
        }
        binding_.clusters.push_back(cluster);
    }

    const Objects& objects_;
    Document& document_;
    const ModelNodes& models_;
    const std::vector<StoredPose>& poses_;
    std::optional<ModelIndex> mesh_;
    std::size_t pointCount_;
    importing::Notes& notes_;
    SkinBinding binding_;
    std::vector<Entry> entries_;
};

/// Whether the file's metadata says that Maya wrote the file.
bool isOfMaya(const Objects& objects)
{
    const Document& document = objects.document();
    const ElementIndex newer = document.find(document.find(0, "FBXHeaderExtension"), "SceneInfo");
    const ElementIndex information = newer != noElement ? newer : document.find(document.find(0, "Objects"), "SceneInfo");
    return objects.textIn(information, "LastSaved|ApplicationName") == "Maya";
}

}  // namespace

SkinBinding readSkin(const Objects& objects, const ModelNodes& models, const std::vector<StoredPose>& poses, ObjectIndex owner,
                     std::size_t pointCount, importing::Notes& notes)
{
    SkinReader reader(objects, models, poses, owner, pointCount, notes);
    for (const ObjectIndex deformer : objects.childrenOf(owner, "Deformer")) {
        if (objects[deformer].subtype == "Skin") {
            reader.readDeformer(deformer);
        }
    }
    SkinBinding binding = reader.finish();
    if (binding.clusters.size() >= std::numeric_limits<std::uint16_t>::max()) {
        objects.document().refuse(objects[owner].element, fmt::format("has {} bones, but a mesh can have {}", binding.clusters.size(),
                                                                      std::numeric_limits<std::uint16_t>::max() - 1));
    }
    return binding;
}

SkinBuilder::SkinBuilder(const Objects& objects, const ModelNodes& models, importing::SceneDescription& scene)
    : objects_(objects), models_(models), scene_(scene), isMaya_(isOfMaya(objects)), worlds_(models.standingWorlds())
{}

bool SkinBuilder::standsWhereBound(const SkinBinding& binding, ModelIndex model) const
{
    const glm::dmat4& now = worlds_[model];
    const glm::dmat4& bound = binding.clusters.front().meshBind;
    double largest = 0.;
    double difference = 0.;
    for (glm::length_t column = 0; column < 4; ++column) {
        for (glm::length_t row = 0; row < 4; ++row) {
            largest = std::max(largest, std::abs(now[column][row]));
            difference = std::max(difference, std::abs(now[column][row] - bound[column][row]));
        }
    }
    constexpr double rounding = 1e-5;
    return difference <= rounding * std::max(largest, 1.);
}

std::size_t SkinBuilder::copyOf(std::size_t node, std::size_t base, std::map<std::size_t, std::size_t>& copied)
{
    // Walks up to the first ancestor that has been copied already, then copies the nodes down to `node`. The file's root is not copied: it
    // converts units, and `base` is already below it.
    std::vector<std::size_t> path;
    while (node != 0 && !copied.contains(node)) {
        path.push_back(node);
        node = *scene_.nodes[node].parent;
    }
    std::size_t above = node == 0 ? base : copied.at(node);
    for (auto original = path.rbegin(); original != path.rend(); ++original) {
        objects_.document().charge(importing::bytesOfNode + scene_.nodes[*original].name.size() + 64, noElement);
        importing::NodeDescription copy = scene_.nodes[*original];
        copy.parent = above;
        above = scene_.nodes.size();
        scene_.nodes.push_back(std::move(copy));
        copied.emplace(*original, above);
        copies_.emplace_back(above, *original);
    }
    return above;
}

std::size_t SkinBuilder::add(const SkinBinding& binding, ModelIndex model, bool isOneOfSeveral)
{
    const Model& placed = models_.all()[model];
    objects_.document().charge(binding.clusters.size() * (sizeof(std::size_t) + sizeof(glm::mat4)) + sizeof(importing::SkinDescription),
                               objects_[placed.object].element);
    const std::string_view name = objects_[placed.object].name;
    objects_.document().charge(2 * name.size(), objects_[placed.object].element);
    const glm::dmat4 unbound = glm::inverse(binding.clusters.front().meshBind);
    const bool movesItself = (isMaya_ && placed.isMoving) || (isOneOfSeveral && !standsWhereBound(binding, model));
    const bool hasOwnBones = movesItself && std::isfinite(unbound[0][0]);
    std::map<std::size_t, std::size_t> copied;
    std::size_t base = 0;
    if (hasOwnBones) {
        objects_.document().charge(importing::bytesOfNode, objects_[placed.object].element);
        base = scene_.nodes.size();
        importing::NodeDescription& node = scene_.nodes.emplace_back();
        node.name = std::string(name) + ":bones";
        node.parent = placed.scaled;
        node.matrix = glm::mat4(unbound);
    }
    importing::SkinDescription skin;
    skin.name = std::string(name);
    for (const Cluster& cluster : binding.clusters) {
        const std::size_t bone = models_.all()[cluster.bone].scaled;
        skin.joints.push_back(hasOwnBones ? copyOf(bone, base, copied) : bone);
        skin.inverseBinds.emplace_back(cluster.toBone);
    }
    if (binding.hasLoosePoints) {  // points without a bone move with the model
        skin.joints.push_back(placed.scaled);
        skin.inverseBinds.emplace_back(1.f);
    }
    scene_.skins.push_back(std::move(skin));
    return scene_.skins.size() - 1;
}

}  // namespace armature::fbx
