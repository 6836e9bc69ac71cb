#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <armature/import/import_options.hpp>

#include "import/file_access.hpp"
#include "import/gltf/container.hpp"
#include "import/gltf/data_decoder.hpp"
#include "import/json.hpp"
#include "import/memory_budget.hpp"
#include "import/notes.hpp"

namespace armature::gltf {

using importing::Json;
using importing::quoted;

/// Bytes that buffer views refer to.
struct Buffer {
    std::span<const std::byte> bytes;
    std::uint64_t length = 0;
    std::uint64_t compressed = 0;  ///< The number of bytes of compressed data that views refer to, up to `length`.
    bool isInvented = false;       ///< The file lacks the data; `bytes` are zero.
    bool isPlaceholder = false;    ///< Only compressed views refer to it, for programs that cannot decompress; `bytes` is empty.
};

/// A range of a buffer. `bytes` has been checked to lie within the buffer, or is the decoded form of a compressed view.
struct BufferView {
    std::span<const std::byte> bytes;
    std::size_t stride = 0;  ///< 0: elements follow each other without gaps.
    std::size_t buffer = 0;
    std::uint64_t bufferOffset = 0;  ///< Where `bytes` begins in its buffer.
    bool isInvented = false;         ///< The reader invented the buffer's data.
    bool isPlaceholder = false;      ///< The buffer is a placeholder, and the view is not compressed itself: there is nothing to read.
};

/// Values that replace some values of an accessor.
struct SparseValues {
    std::size_t count = 0;
    std::span<const std::byte> indices;  ///< `count` indices.
    ComponentType indexType = ComponentType::UnsignedInt;
    std::span<const std::byte> values;  ///< `count` elements without gaps.
    std::size_t valueStride = 0;
};

/// Typed elements in a buffer view. All ranges are checked.
struct Accessor {
    ComponentType componentType = ComponentType::Float;
    std::size_t number = 0;      ///< The accessor's number in the file, for messages.
    std::size_t components = 0;  ///< 1 to 4, or 4, 9, 16 for matrices.
    bool isMatrix = false;
    bool isNormalized = false;
    std::size_t count = 0;
    std::size_t stride = 0;                           ///< Bytes from one element to the next.
    std::optional<std::span<const std::byte>> bytes;  ///< Begin at the first element. None: all values are zero before `sparse` applies.
    std::optional<SparseValues> sparse;
    bool isInvented = false;  ///< The bytes are zeros in place of data that the file lacks.
    std::string obstacle;     ///< Why its values cannot be read, for messages; such an accessor must stay unused.
};

/// The state of reading a glTF asset: options, the JSON, and the data of accessors.
struct Document {
    Document(const Json& jsonRoot, const Container& source, const ImportOptions& importOptions,
             std::optional<std::filesystem::path> folderOfFile, importing::Notes& importNotes, importing::MemoryBudget& memoryBudget);

    Json root;
    const Container& container;
    const ImportOptions& options;
    std::optional<std::filesystem::path> folder;  ///< The folder that URIs are relative to. None: read from memory.
    importing::Notes& notes;
    importing::MemoryBudget& budget;
    std::unique_ptr<DataDecoder> decoder;  ///< Decodes compressed views and primitives; made once the buffers are known.

    std::vector<Buffer> buffers;
    std::vector<BufferView> views;
    std::vector<Accessor> accessors;    ///< The file's own, followed by those of compressed primitives.
    std::size_t declaredAccessors = 0;  ///< How many of them are the file's own.

    /// The accessor that `reference`, an index, refers to.
    [[nodiscard]] std::size_t accessorIndex(const Json& reference) const { return reference.asIndex(declaredAccessors, "accessors"); }

    /// Charges the budget. Refuses at `place` if the file declares more than its bytes justify (see MemoryBudget).
    void charge(std::uint64_t bytes, const Json& place);

    /// Charges and reserves an element of `list` for each element of `array`, which will be read into it.
    template <class Element>
    void reserve(std::vector<Element>& list, const Json& array)
    {
        const std::size_t count = array.size();
        charge(std::uint64_t{count} * sizeof(Element), array);
        list.reserve(list.size() + count);
    }

    /// The files that readBeside() was asked for and found.
    std::set<std::filesystem::path> filesNamed;

    /// The bytes of the file beside this one that `uri`, a string, refers to, or the reason why there are none. Reads each file once.
    [[nodiscard]] std::variant<std::span<const std::byte>, FileProblem> readBeside(const Json& uri);

    /// Lets `bytes` bytes of compressed data in a buffer justify their unpacked size. The bytes of a buffer justify it only once, however
    /// many views refer to them.
    void addCompressed(std::size_t buffer, std::uint64_t bytes);

    /// Keep decoded data and return a view of it.
    std::span<const std::byte> keep(std::vector<std::byte> bytes);
    std::span<const float> keep(std::vector<float> numbers);
    /// Owns the data that keep() has taken and the files beside this one, for use after the document's end.
    [[nodiscard]] std::shared_ptr<const void> kept() const noexcept { return kept_; }

private:
    struct Kept {
        std::map<std::filesystem::path, importing::FileBytes> filesBeside;
        std::vector<std::vector<std::byte>> bytes;
        std::vector<std::vector<float>> numbers;
    };
    std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
};

/// The member `name`, or an empty string. Names are copied a lot, so an absurdly long one is cut, with a note.
[[nodiscard]] std::string readName(const Document& document, const Json& value);
/// The same, for a member already looked up.
[[nodiscard]] std::string readName(const Document& document, const Json& value, const std::optional<Json>& member);

/// Fill Document::buffers, views and accessors, in this order. Throw importing::Refusal if a range or a type is wrong.
void readBuffers(Document& document);
void readBufferViews(Document& document);
void readAccessors(Document& document);

}  // namespace armature::gltf
