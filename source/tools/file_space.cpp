#include "file_space.hpp"

#include <array>
#include <fstream>
#include <string>

#include <glm/matrix.hpp>

#include <armature/scene/scene.hpp>
#include <armature/scene/transform_node.hpp>

namespace armature::tools {

namespace {

/// A glTF file may have been written from an FBX scene, and then has that one's root with what is said there; its own unit is the metre.
bool isGltf(const std::string& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::array<char, 4> start{};
    stream.read(start.data(), 4);
    if (std::string(start.data(), start.size()) == "glTF") {
        return true;
    }
    stream.clear();
    stream.seekg(0);
    char first = ' ';
    stream >> first;  // after white space
    return first == '{';
}

}  // namespace

glm::dmat4 worldToFile(const Scene& scene)
{
    if (scene.nodes().empty() || scene.sourceFiles().empty() || isGltf(scene.sourceFiles().front())) {
        return glm::dmat4(1.);
    }
    const TransformNode& root = *scene.nodes().front();
    const bool converts = root.getParent() == nullptr && root.getMetadata().find("\"metresPerUnit\":") != std::string::npos;
    return converts ? glm::inverse(glm::dmat4(root.getWorldMatrix())) : glm::dmat4(1.);
}

}  // namespace armature::tools
