#pragma once

#include <string>
#include <vector>

#include <armature/import/graph_json.hpp>

namespace armature::importing {

/// An element of "clips": the parts of a GraphClip that a file contains, and how the clip is made.
struct GraphClipEntry : GraphClipSource {
    std::string name = {};
    std::vector<GraphEvent> events = {};
    std::vector<double> markers = {};
    bool isDifference = false;  ///< The model's clip already holds differences.
};

/// The content of a graph file, member by member.
struct GraphDocument {
    std::vector<GraphParameter> parameters = {};
    std::vector<GraphClipEntry> clips = {};
    std::vector<GraphNode> nodes = {};
    std::string root = {};
};

class JsonText;

/// Reads a document as it is, without looking up any name. Throws Refusal.
[[nodiscard]] GraphDocument readGraph(JsonText& text);

/// The text that readGraph() reads back as the same document. Throws std::invalid_argument if a number is not finite or a name is not
/// UTF-8.
[[nodiscard]] std::string writeGraph(const GraphDocument& document);

/// Makes the document's clips from those of the model. Throws Refusal.
[[nodiscard]] std::vector<GraphClip> prepareClips(const GraphDocument& document, Scene& model, Skeleton& rig, JsonText& text);

}  // namespace armature::importing
