#include "node/label.hpp"

#include <armature/node/node.hpp>

#include "base/words.hpp"

namespace armature {

std::string label(const Node& node)
{
    if (node.getParent() == nullptr) {
        return named(node.isBone() ? "bone" : "node", node.getName());
    }
    return inMessage(node.getPath());
}

}  // namespace armature
