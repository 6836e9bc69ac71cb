#include "import/fbx/read_matrix.hpp"

#include <cmath>

#include <fmt/format.h>

#include "text/words.hpp"

namespace armature::fbx {

glm::dmat4 readMatrix(Document& document, ElementIndex element)
{
    const auto numbers = document.reals(element);
    if (element == noElement) {
        return glm::dmat4(1.);
    }
    if (numbers.size() != 16) {
        document.refuse(element, fmt::format("has {}, but a matrix has 16", counted(numbers.size(), "number")));
    }
    glm::dmat4 matrix(1.);
    for (std::size_t number = 0; number < 16; ++number) {
        if (!std::isfinite(numbers[number])) {
            document.refuse(element, fmt::format("has {} as number {}, but must be finite", numbers[number], number));
        }
        matrix[static_cast<glm::length_t>(number / 4)][static_cast<glm::length_t>(number % 4)] = numbers[number];
    }
    return matrix;
}

}  // namespace armature::fbx
