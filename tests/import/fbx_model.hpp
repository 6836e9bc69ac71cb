#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>
#include <glm/ext/matrix_transform.hpp>
#include <glm/matrix.hpp>

#include <armature/scene/scene.hpp>
#include <support/random.hpp>

#include "asset.hpp"
#include "fbx_record.hpp"

/// FBX models with all transforms that the format can put between them and their parents. Expected values are products, in double, of the
/// matrices that Autodesk's documentation of FBX names.
namespace armature::test {

using Vector = glm::dvec3;

inline FbxRecord vectorProperty(const std::string& name, const Vector& value)
{
    return fbxProperty(name, "Vector3D", {value.x, value.y, value.z});
}

/// The matrix of a turn about one axis, written out.
inline glm::dmat4 aboutAxis(int axis, double degrees)
{
    const double angle = degrees * 3.14159265358979323846 / 180.;
    glm::dmat4 matrix(1.);
    const int i = (axis + 1) % 3;
    const int j = (axis + 2) % 3;
    matrix[i][i] = matrix[j][j] = std::cos(angle);
    matrix[i][j] = std::sin(angle);
    matrix[j][i] = -std::sin(angle);
    return matrix;
}

/// FBX's rotation orders: the axis that turns first comes first.
inline constexpr std::array<std::array<int, 3>, 6> rotationOrders{{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}};

inline glm::dmat4 turn(const Vector& degrees, std::size_t order)
{
    glm::dmat4 matrix(1.);
    for (const int axis : rotationOrders[order]) {
        matrix = aboutAxis(axis, degrees[axis]) * matrix;
    }
    return matrix;
}

inline glm::dmat4 move(const Vector& by)
{
    return glm::translate(glm::dmat4(1.), by);
}

/// A model with all transforms that FBX can put between it and its parent.
struct Placed {
    Vector translation{0.};
    Vector rotation{0.};
    Vector scaling{1.};
    Vector rotationOffset{0.};
    Vector rotationPivot{0.};
    Vector scalingOffset{0.};
    Vector scalingPivot{0.};
    Vector preRotation{0.};
    Vector postRotation{0.};
    std::size_t order = 0;
    std::int64_t inherit = 1;

    [[nodiscard]] glm::dmat4 turned() const { return turn(preRotation, 0) * turn(rotation, order) * glm::inverse(turn(postRotation, 0)); }
    [[nodiscard]] glm::dmat4 scaled() const { return glm::scale(glm::dmat4(1.), scaling); }

    /// The formula of "Computing transformation matrices" in the FBX SDK's guide.
    [[nodiscard]] glm::dmat4 local() const
    {
        return move(translation) * move(rotationOffset) * move(rotationPivot) * turned() * move(-rotationPivot) * move(scalingOffset)
               * move(scalingPivot) * scaled() * move(-scalingPivot);
    }

    [[nodiscard]] FbxRecord record(std::int64_t number, const std::string& name) const
    {
        return {"Model",
                {number, "Model::" + name, std::string("Null")},
                {{"Properties70",
                  {},
                  {vectorProperty("Lcl Translation", translation), vectorProperty("Lcl Rotation", rotation),
                   vectorProperty("Lcl Scaling", scaling), vectorProperty("RotationOffset", rotationOffset),
                   vectorProperty("RotationPivot", rotationPivot), vectorProperty("ScalingOffset", scalingOffset),
                   vectorProperty("ScalingPivot", scalingPivot), vectorProperty("PreRotation", preRotation),
                   vectorProperty("PostRotation", postRotation), fbxProperty("RotationOrder", "enum", {static_cast<std::int64_t>(order)}),
                   fbxProperty("InheritType", "enum", {inherit})}}}};
    }
};

inline Vector randomVector(Random& random, float low, float high)
{
    return Vector(random.vector(low, high));
}

inline Placed randomPlace(Random& random)
{
    Placed place;
    place.translation = randomVector(random, -5.f, 5.f);
    place.rotation = randomVector(random, -180.f, 180.f);
    place.scaling = randomVector(random, .5f, 2.f);
    place.rotationOffset = randomVector(random, -1.f, 1.f);
    place.rotationPivot = randomVector(random, -1.f, 1.f);
    place.scalingOffset = randomVector(random, -1.f, 1.f);
    place.scalingPivot = randomVector(random, -1.f, 1.f);
    place.preRotation = randomVector(random, -180.f, 180.f);
    place.postRotation = randomVector(random, -180.f, 180.f);
    place.order = static_cast<std::size_t>(random.integer(0, 5));
    return place;
}

inline FbxRecord fbxUnit(double unit)
{
    return {"GlobalSettings", {}, {{"Properties70", {}, {fbxProperty("UnitScaleFactor", "double", {unit})}}}};
}

/// Loads models in metres with +Y up, so that the root converts nothing and numbers of the file are numbers of the world.
inline std::unique_ptr<Scene> loadModels(std::vector<FbxRecord> objects, std::vector<FbxRecord> connections)
{
    return loadExact(fbxText({fbxUnit(100.), {"Objects", {}, std::move(objects)}, {"Connections", {}, std::move(connections)}}));
}

/// The world matrix of a model, whose scale may be on a child node.
inline glm::dmat4 worldOf(const Scene& scene, const std::string& name)
{
    const TransformNode* scaled = scene.findTransformNode(name + ":scale");
    return glm::dmat4((scaled != nullptr ? scaled : scene.findTransformNode(name))->getWorldMatrix());
}

inline glm::dmat4 withoutTranslation(glm::dmat4 matrix)
{
    matrix[3] = glm::dvec4(0., 0., 0., 1.);
    return matrix;
}

}  // namespace armature::test
