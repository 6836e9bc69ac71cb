#include "scene/label.hpp"

#include <armature/scene/node.hpp>

#include "text/names.hpp"
#include "text/utf8.hpp"

namespace armature {

std::string label(const Node& node)
{
    if (node.getParent() == nullptr) {
        return named(node.isBone() ? "bone" : "node", node.getName());
    }
    return printable(node.getPath());
}

}  // namespace armature
