#pragma once

#include <string>
#include <vector>

#include <armature/import/graph_json.hpp>

namespace armature::importing {

/// An element of the file's member "clips": the parts of a GraphClip that a file stores, and how to make the clip.
struct GraphClipEntry : GraphClipSource {
    std::string name = {};
    std::vector<GraphEvent> events = {};
    std::vector<double> markers = {};
    bool isDifference = false;  ///< Whether the clip in the model already contains differences from a pose instead of poses.
};

/// The content of a graph file, with a member for each member of the file.
struct GraphDocument {
    std::vector<GraphParameter> parameters = {};
    std::vector<GraphClipEntry> clips = {};
    std::vector<GraphNode> nodes = {};
    std::string root = {};
};

class JsonText;

/// Reads a document without resolving any names. Throws Refusal if the text is not a graph file or exceeds the budget.
[[nodiscard]] GraphDocument readGraph(JsonText& text);

/// Returns text from which readGraph() reads the same document. Throws std::invalid_argument if a number is not finite or a name is not
/// UTF-8.
[[nodiscard]] std::string writeGraph(const GraphDocument& document);

/// Makes the document's clips from the model's clips. Throws Refusal if a name is unknown, an option is invalid, or the clips would exceed
/// the budget.
[[nodiscard]] std::vector<GraphClip> prepareClips(const GraphDocument& document, Scene& model, Skeleton& rig, JsonText& text);

}  // namespace armature::importing
