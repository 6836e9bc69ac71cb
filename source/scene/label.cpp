#include "scene/label.hpp"

#include <vector>

#include <armature/scene/node.hpp>

#include "text/names.hpp"
#include "text/utf8.hpp"
#include "text/words.hpp"

namespace armature {

std::string label(const Node& node)
{
    std::vector<const Node*> above;
    for (const Node* each = node.getParent(); each != nullptr; each = each->getParent()) {
        above.push_back(each);
    }
    if (above.empty()) {
        return named(node.isBone() ? "bone" : "node", node.getName());
    }
    std::string path;
    for (auto each = above.rbegin(); each != above.rend(); ++each) {
        path += shown((*each)->getName());
        path += '/';
    }
    path += shown(node.getName());
    return printable(path);
}

}  // namespace armature
