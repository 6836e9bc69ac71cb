#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "import/fbx/animated_vector.hpp"
#include "import/fbx/curve.hpp"
#include "import/fbx/objects.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

/// An animation of the file, its "stack".
struct Take {
    std::string name;
    TimeSpan span;  ///< As the file gives it.
    std::map<std::pair<ObjectIndex, AnimatedProperty>, AnimatedVector> properties;

    [[nodiscard]] const AnimatedVector* find(ObjectIndex object, AnimatedProperty property) const;
};

/// All animations of a file.
struct Takes {
    std::vector<Take> takes;
    std::deque<Curve> curves;  ///< What they refer to.
};

[[nodiscard]] Takes readTakes(const Objects& objects, importing::Notes& notes);

}  // namespace armature::fbx
