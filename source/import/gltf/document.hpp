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

/// The bytes that buffer views refer to.
struct Buffer {
    std::span<const std::byte> bytes;
    std::uint64_t length = 0;
    std::uint64_t compressed = 0;  ///< The number of bytes that have been counted as compressed data, at most `length`.
    bool isInvented = false;       ///< Whether the file lacks the data; `bytes` then contains zeros.
    bool isPlaceholder = false;    ///< Whether the buffer only stands for data of compressed views and has no bytes.
};

/// A range of a buffer. `bytes` is either a checked part of the buffer or the decoded content of a compressed view.
struct BufferView {
    std::span<const std::byte> bytes;
    std::size_t stride = 0;  ///< The view's byteStride; 0 if elements have no gaps between them.
    std::size_t buffer = 0;
    std::uint64_t bufferOffset = 0;  ///< The offset in the buffer at which `bytes` begins.
    bool isInvented = false;         ///< Whether the buffer's data are missing from the file and replaced by zeros.
    bool isPlaceholder = false;      ///< Whether the buffer is a placeholder and the view is not compressed: there is nothing to read.
};

/// Values that replace those of some elements of an accessor.
struct SparseValues {
    std::size_t count = 0;
    std::span<const std::byte> indices;  ///< `count` indices.
    ComponentType indexType = ComponentType::UnsignedInt;
    std::span<const std::byte> values;  ///< `count` elements, `valueStride` bytes apart.
    std::size_t valueStride = 0;
};

/// Typed elements in a buffer view. All ranges have been checked.
struct Accessor {
    ComponentType componentType = ComponentType::Float;
    std::size_t number = 0;      ///< The accessor's number in the file, for messages.
    std::size_t components = 0;  ///< 1 to 4; 4, 9 or 16 for matrices.
    bool isMatrix = false;
    bool isNormalized = false;
    std::size_t count = 0;
    std::size_t stride = 0;                           ///< Bytes from the start of one element to the start of the next.
    std::optional<std::span<const std::byte>> bytes;  ///< Starts at the first element. Nullopt: all values are 0 unless `sparse` sets them.
    std::shared_ptr<const SparseValues> sparse;       ///< Null if there are no sparse values, as in nearly all files.
    bool isInvented = false;                          ///< Whether `bytes` contains zeros in place of data that the file lacks.
    std::string obstacle;  ///< Why its values cannot be read (a clause); using the accessor is then refused. Otherwise empty.
};

/// The state of reading a glTF asset: its JSON and decoded data, and the import options.
struct Document {
    Document(const Json& jsonRoot, const Container& source, const ImportOptions& importOptions,
             std::optional<std::filesystem::path> folderOfFile, importing::Notes& importNotes, importing::MemoryBudget& memoryBudget);

    Json root;
    const Container& container;
    const ImportOptions& options;
    std::optional<std::filesystem::path> folder;  ///< The folder that URIs are relative to. None: the file was loaded from memory.
    importing::Notes& notes;
    importing::MemoryBudget& budget;
    std::unique_ptr<DataDecoder> decoder;  ///< Decodes compressed views and primitives. Created once the buffers are known.

    std::vector<Buffer> buffers;
    std::vector<BufferView> views;
    std::vector<Accessor> accessors;    ///< The accessors of the file, followed by those of decoded primitives.
    std::size_t declaredAccessors = 0;  ///< How many accessors the file itself has.

    /// Returns the index of the accessor that `reference` refers to.
    [[nodiscard]] std::size_t accessorIndex(const Json& reference) const { return reference.asIndex(declaredAccessors, "accessors"); }

    /// Charges the budget. Refuses the value at `place` if the file declares more data than its bytes justify (see MemoryBudget).
    void charge(std::uint64_t bytes, const Json& place);

    /// Charges for, and reserves, room in `list` for as many further elements as `array` has.
    template <class Element>
    void reserve(std::vector<Element>& list, const Json& array)
    {
        const std::size_t count = array.size();
        charge(std::uint64_t{count} * sizeof(Element), array);
        list.reserve(list.size() + count);
    }

    /// The files that readBeside() has found.
    std::set<std::filesystem::path> filesNamed;

    /// Returns the bytes of the external file that `uri` (a JSON string) names relative to this file, or why they cannot be read. Reads
    /// each file only once.
    [[nodiscard]] std::variant<std::span<const std::byte>, FileProblem> readBeside(const Json& uri);

    /// Tells the budget that `bytes` bytes of a buffer are compressed data, which justify a larger decoded size. A buffer's bytes are
    /// counted only once, however many views refer to them.
    void addCompressed(std::size_t buffer, std::uint64_t bytes);

    /// Keeps decoded data alive and returns a view of them.
    std::span<const std::byte> keep(std::vector<std::byte> bytes);
    std::span<const float> keep(std::vector<float> numbers);
    /// Owns the data given to keep() and the external files that were read, for use after the document is destroyed.
    [[nodiscard]] std::shared_ptr<const void> kept() const noexcept { return kept_; }

private:
    struct Kept {
        std::map<std::filesystem::path, importing::FileBytes> filesBeside;
        std::vector<std::vector<std::byte>> bytes;
        std::vector<std::vector<float>> numbers;
    };
    std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
};

/// Returns the member `name`; empty if missing. Names are copied often, so extremely long ones are shortened, with a note.
[[nodiscard]] std::string readName(const Document& document, const Json& value);
/// Like readName(document, value), for a member that has already been looked up.
[[nodiscard]] std::string readName(const Document& document, const Json& value, const std::optional<Json>& member);

/// These functions fill Document::buffers, views and accessors. Call them in this order. They throw importing::Refusal if a range or type
/// is invalid.
void readBuffers(Document& document);
void readBufferViews(Document& document);
void readAccessors(Document& document);

}  // namespace armature::gltf
