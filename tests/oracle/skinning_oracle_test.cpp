#include <armature/skinning/cpu_skinning.hpp>

#include <oracle/golden_rig.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_skinning)

namespace {

std::vector<glm::vec3> vectorsOf(const Json& list)
{
    const std::vector<double> numbers = list.numbers();
    std::vector<glm::vec3> vectors;
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
        vectors.emplace_back(glm::dvec3(numbers[i], numbers[i + 1], numbers[i + 2]));
    }
    return vectors;
}

std::vector<double> coordinatesOf(const std::vector<glm::vec3>& vectors)
{
    std::vector<double> numbers;
    for (const glm::vec3& vector : vectors) {
        numbers.insert(numbers.end(), {vector.x, vector.y, vector.z});
    }
    return numbers;
}

struct SkinnedMesh {
    explicit SkinnedMesh(const Json& golden) : positions(vectorsOf(golden["positions"])), normals(vectorsOf(golden["normals"]))
    {
        skin.influencesPerVertex = golden["influences"].index();
        for (const double joint : golden["joints"].numbers()) {
            skin.joints.push_back(static_cast<std::uint16_t>(joint));
        }
        for (const double weight : golden["weights"].numbers()) {
            skin.weights.push_back(static_cast<float>(weight));
        }
        // An importer scales weights to a sum of one, or leaves them all zero; skinning may rely on that.
        for (std::size_t v = 0; v < positions.size(); ++v) {
            double sum = 0;
            for (std::size_t k = 0; k < skin.influencesPerVertex; ++k) {
                sum += static_cast<double>(skin.weights[v * skin.influencesPerVertex + k]);
            }
            isWhole.push_back(std::abs(sum - 1.) < 1e-3);
            for (std::size_t k = 0; sum > 0 && k < skin.influencesPerVertex; ++k) {
                float& weight = skin.weights[v * skin.influencesPerVertex + k];
                weight = static_cast<float>(static_cast<double>(weight) / sum);
            }
        }
    }

    /// Returns the matrix that moves a vertex, in double; the identity if no bone does.
    [[nodiscard]] glm::dmat4 blended(std::size_t vertex, const std::vector<glm::dmat4>& palette) const
    {
        glm::dmat4 sum(0);
        double total = 0;
        for (std::size_t i = vertex * skin.influencesPerVertex; i < (vertex + 1) * skin.influencesPerVertex; ++i) {
            sum += static_cast<double>(skin.weights[i]) * palette[skin.joints[i]];
            total += static_cast<double>(skin.weights[i]);
        }
        return total > 0 ? sum : glm::dmat4(1);
    }

    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    SkinWeights skin;
    std::vector<bool> isWhole;  // by vertex: whether the file's weights sum to one
};

/// Returns the correct positions and normals. Normals use the inverse transpose of the blended matrix and are normalised.
std::pair<std::vector<double>, std::vector<double>> saneVertices(const SkinnedMesh& mesh, const std::vector<glm::dmat4>& palette)
{
    std::pair<std::vector<double>, std::vector<double>> sane;
    for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
        const glm::dmat4 matrix = mesh.blended(v, palette);
        const glm::dvec3 position = reference::transformPoint(matrix, mesh.positions[v]);
        const glm::dvec3 normal = glm::normalize(glm::transpose(glm::inverse(glm::dmat3(matrix))) * glm::dvec3(mesh.normals[v]));
        for (int i = 0; i < 3; ++i) {
            sane.first.push_back(position[i]);
            sane.second.push_back(normal[i]);
        }
    }
    return sane;
}

/// Whether a matrix is a rotation with uniform scale; then its inverse transpose turns normals like the matrix itself.
bool isEven(const glm::dmat3& matrix)
{
    const double scale = glm::length(matrix[0]);
    const glm::dmat3 rotation = matrix / scale;
    const glm::dmat3 unit = glm::transpose(rotation) * rotation;
    return near(unit, glm::dmat3(1.), 1e-6) && glm::determinant(rotation) > 0.;
}

/// Returns the components of the vertices that are excused or, if `excused` is false, of those that are not.
std::vector<double> ofVertices(const std::vector<double>& numbers, const std::vector<bool>& isExcused, bool excused)
{
    std::vector<double> result;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (isExcused[i / 3] == excused) {
            result.push_back(numbers[i]);
        }
    }
    return result;
}

struct Vertices {
    const std::vector<double>& actual;
    const std::vector<double>& golden;
    const std::vector<double>& sane;
};

/// Checks vertices. A mark excuses only the vertices that it was given for.
void checkVertices(StepVerdict& verdict, std::string_view what, const Vertices& vertices, const std::vector<bool>& isExcused,
                   std::string_view mark)
{
    const auto these = [&](const std::vector<double>& numbers, bool excused) { return ofVertices(numbers, isExcused, excused); };
    if (std::ranges::count(isExcused, false) > 0) {
        verdict.equal(what, these(vertices.actual, false), these(vertices.golden, false), paletteTolerance);
    }
    if (std::ranges::count(isExcused, true) > 0) {
        verdict.equalOrSane(
            what, these(vertices.actual, true), these(vertices.golden, true), mark, [&] { return these(vertices.sane, true); },
            paletteTolerance);
    }
}

/// Normalises Babylon.js's normals. It transforms them by the blended matrix itself and keeps their length; the direction is the same if
/// that matrix is a rotation with uniform scale.
std::vector<double> unitNormals(const Json& golden)
{
    std::vector<double> numbers;
    for (const glm::vec3& normal : vectorsOf(golden)) {
        const glm::dvec3 unit = glm::normalize(glm::dvec3(normal));
        numbers.insert(numbers.end(), {unit.x, unit.y, unit.z});
    }
    return numbers;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("skinning", [](const Json& golden, OracleTally& tally) {
        GoldenRig rig(golden["bones"]);
        const SkinnedMesh mesh(golden);
        const std::string mark = golden.flag("quirk") ? golden["why"].text() : "";
        int number = 0;
        for (const Json& pose : golden["poses"].items()) {
            for (const Json& set : pose["set"].items()) {
                GoldenRig::setParts(*rig.skeleton.bones()[set["b"].index()], set);
            }
            StepVerdict verdict(tally, golden["id"].text() + " pose " + std::to_string(number++));
            verdict.equal("palette", numbersOf(rig.finals()), pose["skin"].numbers(), paletteTolerance);

            const auto palette = pose["skin"].matrices();
            const auto [sanePositions, saneNormals] = saneVertices(mesh, palette);
            std::vector<bool> isPartial;
            std::vector<bool> hasOtherNormal;
            for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
                isPartial.push_back(!mesh.isWhole[v]);
                hasOtherNormal.push_back(isPartial[v] || !isEven(glm::dmat3(mesh.blended(v, palette))));
            }
            std::vector<glm::vec3> positions(mesh.positions.size());
            skinVertices({.positions = mesh.positions}, mesh.skin, rig.skeleton.getFinalMatrices(), {.positions = positions});
            checkVertices(verdict, "positions", {coordinatesOf(positions), pose["positions"].numbers(), sanePositions}, isPartial, mark);
            std::vector<glm::vec3> normals(mesh.normals.size());
            skinVertices({.normals = mesh.normals}, mesh.skin, rig.skeleton.getFinalMatrices(), {.normals = normals});
            checkVertices(verdict, "normals", {coordinatesOf(normals), unitNormals(pose["normals"]), saneNormals}, hasOtherNormal,
                          mark.empty() ? "normals by the blended matrix, not its inverse transpose" : mark);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
