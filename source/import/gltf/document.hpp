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
#include "import/gltf/component_type.hpp"
#include "import/gltf/container.hpp"
#include "import/gltf/data_decoder.hpp"
#include "import/gltf/json.hpp"
#include "import/memory_budget.hpp"
#include "import/notes.hpp"

namespace armature::gltf {

/// Bytes that views refer to.
struct Buffer {
    std::span<const std::byte> bytes;
    std::uint64_t length = 0;
    std::uint64_t compressed = 0;  ///< How many bytes views have named as compressed data, up to `length`.
    bool isInvented = false;       ///< The file lacks the data; `bytes` are zero.
    bool isPlaceholder = false;    ///< Only compressed views refer to it, for programs that cannot decompress; `bytes` is empty.
};

/// A range of a buffer. `bytes` is checked to lie within the buffer, or is what a compressed view decodes to.
struct BufferView {
    std::span<const std::byte> bytes;
    std::size_t stride = 0;  ///< 0: elements follow each other without gap.
    std::size_t buffer = 0;
    std::uint64_t bufferOffset = 0;  ///< Where `bytes` begins in its buffer.
    bool isInvented = false;         ///< Of a buffer that is.
    bool isPlaceholder = false;      ///< Of a placeholder buffer, and not compressed itself: there is nothing to read.
};

/// Values that replace some of an accessor's.
struct SparseValues {
    std::size_t count = 0;
    std::span<const std::byte> indices;  ///< `count` of them.
    ComponentType indexType = ComponentType::UnsignedInt;
    std::span<const std::byte> values;  ///< `count` elements without gaps.
    std::size_t valueStride = 0;
};

/// Typed elements in a buffer view. All ranges are checked.
struct Accessor {
    ComponentType componentType = ComponentType::Float;
    std::size_t number = 0;      ///< In the file, for messages.
    std::size_t components = 0;  ///< 1 to 4, or 4, 9, 16 for matrices.
    bool isMatrix = false;
    bool isNormalized = false;
    std::size_t count = 0;
    std::size_t stride = 0;                           ///< Bytes from element to element.
    std::optional<std::span<const std::byte>> bytes;  ///< From the first element on. None: all zero before `sparse`.
    std::optional<SparseValues> sparse;
    bool isInvented = false;  ///< The bytes are zeros in the place of data that the file lacks.
    std::string obstacle;     ///< Why its values cannot be read, fit for a message; it may only stay unused then.
};

/// What is known of a glTF asset while it is read: options, the JSON, and the data that accessors give.
struct Document {
    Document(const Json& jsonRoot, const Container& source, const ImportOptions& importOptions,
             std::optional<std::filesystem::path> folderOfFile, importing::Notes& importNotes,
             importing::MemoryBudget& memoryBudget) noexcept;

    Json root;
    const Container& container;
    const ImportOptions& options;
    std::optional<std::filesystem::path> folder;  ///< Where URIs are relative to. None: read from memory.
    importing::Notes& notes;
    importing::MemoryBudget& budget;
    std::unique_ptr<DataDecoder> decoder;  ///< Of compressed views and primitives; made once the buffers are known.

    std::vector<Buffer> buffers;
    std::vector<BufferView> views;
    std::vector<Accessor> accessors;    ///< The file's own, and after them what compressed primitives bring.
    std::size_t declaredAccessors = 0;  ///< How many are the file's own.

    /// What `reference`, an index into the file's accessors, says.
    [[nodiscard]] std::size_t accessorIndex(const Json& reference) const { return reference.asIndex(declaredAccessors, "accessors"); }

    /// Refuses at `place` if the file declares more than its bytes justify (see MemoryBudget).
    void charge(std::uint64_t bytes, const Json& place);

    /// Charges and makes room for an element of `list` for each that `array` has, which will be read into it.
    template <class Element>
    void reserve(std::vector<Element>& list, const Json& array)
    {
        const std::size_t count = array.size();
        charge(std::uint64_t{count} * sizeof(Element), array);
        list.reserve(list.size() + count);
    }

    /// What readBeside() has found, read or not.
    std::set<std::filesystem::path> filesNamed;

    /// The bytes of the file beside this one that `uri`, a string, names; every file is read once. Or why not.
    [[nodiscard]] std::variant<std::span<const std::byte>, FileProblem> readBeside(const Json& uri);

    /// Justifies what `bytes`, compressed data in a buffer, unpack to. The bytes of a buffer justify it once, however many views name them.
    void addCompressed(std::size_t buffer, std::uint64_t bytes);

    /// Keeps decoded bytes for as long as the document lives.
    std::span<const std::byte> keep(std::vector<std::byte> bytes);

private:
    std::map<std::filesystem::path, importing::FileBytes> filesBeside_;
    std::vector<std::vector<std::byte>> decoded_;
};

/// The member `name`, or an empty string. Names are labels that get copied a lot: an absurdly long one is cut, with a note.
[[nodiscard]] std::string readName(const Document& document, const Json& value);

/// Fill Document::buffers, views and accessors, in this order. Throw importing::Refusal where a range or a type is wrong.
void readBuffers(Document& document);
void readBufferViews(Document& document);
void readAccessors(Document& document);

}  // namespace armature::gltf
