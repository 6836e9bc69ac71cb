#include "skinning/joint_vertices.hpp"

#include <algorithm>

#include "skinning/vertex_influences.hpp"

namespace armature {

std::vector<glm::dvec3> placesOf(const Mesh& mesh, std::span<const MovedVertex> vertices)
{
    std::vector<glm::dvec3> places;
    places.reserve(vertices.size());
    for (const MovedVertex& vertex : vertices) {
        places.push_back(vertex.weightSum * glm::dvec3(mesh.primitives()[vertex.primitive].positions[vertex.vertex]));
    }
    return places;
}

std::vector<JointVertices> findJointVertices(const Mesh& mesh)
{
    std::vector<JointVertices> joints(mesh.jointCount() + 1);
    for (std::size_t joint = 0; joint < joints.size(); ++joint) {
        joints[joint].joint = joint < mesh.jointCount() ? static_cast<std::uint32_t>(joint) : noJoint;
    }
    std::vector<Influence> influences;
    for (std::uint32_t number = 0; number < mesh.primitives().size(); ++number) {
        const Primitive& primitive = mesh.primitives()[number];
        const std::size_t perVertex = primitive.skin.influencesPerVertex;
        for (std::uint32_t vertex = 0; vertex < primitive.positions.size(); ++vertex) {
            gatherInfluences(primitive.skin, vertex, influences);
            if (influences.empty()) {
                joints.back().vertices.push_back({number, vertex, 1., 1., 1.});
                continue;
            }
            MovedVertex moved{number, vertex, 0., 0., 0.};
            for (const Influence& influence : influences) {
                moved.weightSum += static_cast<double>(influence.weight);
            }
            const float* const weights = &primitive.skin.weights[vertex * perVertex];
            moved.heaviest = static_cast<double>(*std::max_element(weights, weights + perVertex)) / moved.weightSum;
            for (const Influence& influence : influences) {
                moved.weight = static_cast<double>(influence.weight) / moved.weightSum;
                joints[influence.joint].vertices.push_back(moved);
            }
        }
    }
    std::erase_if(joints, [](const JointVertices& joint) { return joint.vertices.empty(); });
    return joints;
}

}  // namespace armature
