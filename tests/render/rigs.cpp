#include "rigs.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <glm/gtc/matrix_transform.hpp>

namespace armature::test {

Skeleton& addChain(Scene& scene, std::size_t joints, float length)
{
    Skeleton& skeleton = scene.createSkeleton("chain");
    const float step = length / static_cast<float>(joints);
    Bone* parent = nullptr;
    for (std::size_t i = 0; i < joints; ++i) {
        const glm::vec3 place(0.f, i == 0 ? 0.f : step, 0.f);
        parent = &skeleton.createBone("joint", {.parent = parent, .bind = glm::translate(glm::mat4(1.f), place)});
    }
    return skeleton;
}

void bend(Skeleton& skeleton, float angle)
{
    for (Bone* bone : skeleton.bones()) {
        bone->setRotation({0.f, 0.f, angle});
    }
}

void poseRandomly(Skeleton& skeleton, Random& random, bool deforms)
{
    for (Bone* bone : skeleton.bones()) {
        bone->setRotationQuaternion(glm::slerp(glm::quat(1, 0, 0, 0), random.rotation(), 0.2f));
        if (deforms) {
            const glm::vec3 scale(random.real(0.5f, 1.6f), random.real(0.5f, 1.6f), random.real(0.5f, 1.6f));
            bone->setScaling(random.chance(0.1) ? scale * glm::vec3(-1.f, 1.f, 1.f) : scale);
        }
    }
}

std::shared_ptr<const Mesh> makeTube(std::size_t joints, float length, float radius, std::size_t influences)
{
    Primitive primitive;
    primitive.skin.influencesPerVertex = influences;
    const std::array<glm::vec3, 4> around{glm::vec3(1, 0, 0), glm::vec3(0, 0, -1), glm::vec3(-1, 0, 0), glm::vec3(0, 0, 1)};
    for (std::size_t ring = 0; ring <= joints; ++ring) {
        for (const glm::vec3& normal : around) {
            const float height = length * static_cast<float>(ring) / static_cast<float>(joints);
            primitive.positions.push_back(radius * normal + glm::vec3(0.f, height, 0.f));
            primitive.normals.push_back(normal);
            const std::size_t used = std::min(influences, joints);
            const std::size_t first = std::min(ring >= used / 2 ? ring - used / 2 : 0, joints - used);
            for (std::size_t i = 0; i < influences; ++i) {
                primitive.skin.joints.push_back(static_cast<std::uint16_t>(i < used ? first + i : 0));
                primitive.skin.weights.push_back(i < used ? 1.f / static_cast<float>(used) : 0.f);
            }
        }
    }
    for (std::uint32_t ring = 0; ring < joints; ++ring) {
        for (std::uint32_t side = 0; side < 4; ++side) {
            const std::uint32_t a = 4 * ring + side;
            const std::uint32_t b = 4 * ring + (side + 1) % 4;
            primitive.indices.insert(primitive.indices.end(), {a, b, b + 4, a, b + 4, a + 4});
        }
    }
    return makeMesh(std::move(primitive));
}

Primitive randomPrimitive(Random& random, std::size_t vertices, std::size_t bones, std::size_t influences)
{
    Primitive primitive;
    primitive.topology = PrimitiveTopology::Points;
    primitive.skin.influencesPerVertex = influences;
    for (std::size_t vertex = 0; vertex < vertices; ++vertex) {
        primitive.positions.push_back(random.vector(-1.f, 1.f));
        primitive.normals.push_back(random.direction());
        std::vector<float> weights;
        float sum = 0.f;
        for (std::size_t i = 0; i < influences; ++i) {
            weights.push_back(random.real(0.05f, 1.f));
            sum += weights.back();
            primitive.skin.joints.push_back(static_cast<std::uint16_t>(random.integer(0, static_cast<int>(bones) - 1)));
        }
        for (const float weight : weights) {
            primitive.skin.weights.push_back(weight / sum);
        }
    }
    return primitive;
}

Primitive makeBox(const glm::vec3& half)
{
    Primitive primitive;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        for (const float side : {-1.f, 1.f}) {
            glm::vec3 normal(0.f);
            normal[axis] = side;
            glm::vec3 u(0.f);
            u[(axis + 1) % 3] = 1.f;
            const glm::vec3 v = glm::cross(normal, u);
            const auto first = static_cast<std::uint32_t>(primitive.positions.size());
            for (const glm::vec3& corner : {normal - u - v, normal + u - v, normal + u + v, normal - u + v}) {
                primitive.positions.push_back(half * corner);
                primitive.normals.push_back(normal);
            }
            primitive.indices.insert(primitive.indices.end(), {first, first + 1, first + 2, first, first + 2, first + 3});
        }
    }
    return primitive;
}

std::shared_ptr<const Mesh> makeMesh(Primitive primitive)
{
    MeshDescription mesh;
    mesh.name = "mesh";
    mesh.primitives.push_back(std::move(primitive));
    return Mesh::create(std::move(mesh));
}

}  // namespace armature::test
