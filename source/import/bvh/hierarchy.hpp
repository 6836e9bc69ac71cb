#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <glm/ext/vector_double3.hpp>

#include <armature/import/import_options.hpp>

#include "import/bvh/tokens.hpp"
#include "import/memory_budget.hpp"
#include "import/notes.hpp"

namespace armature::bvh {

/// What one column of the motion moves.
struct Channel {
    enum class Kind : unsigned char { Position, Rotation, Unknown };

    Kind kind = Kind::Unknown;
    unsigned char axis = 0;  ///< 0, 1, 2: x, y, z.
};

/// A ROOT, JOINT or End Site. They stand in the order of the file, which is that of the nodes made of them: parents first.
struct Joint {
    std::string name;
    std::optional<std::size_t> parent;
    glm::dvec3 offset{0.};
    std::vector<Channel> channels;  ///< In the order of the file, any number.
    std::size_t line = 0;
    bool isEnd = false;
};

/// Reads everything up to the word MOTION or the end of the file. At least one joint.
[[nodiscard]] std::vector<Joint> readHierarchy(Tokens& tokens, const ImportLimits& limits, importing::MemoryBudget& budget,
                                               importing::Notes& notes);

}  // namespace armature::bvh
