#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <glm/ext/matrix_double4x4.hpp>

#include <armature/import/import_options.hpp>

#include "import/memory_budget.hpp"

namespace armature::fbx {

/// Identifies an element of a document. Element 0 is the document itself.
using ElementIndex = std::uint32_t;
constexpr ElementIndex noElement = 0xffffffffu;

/// Numbers of one type as stored in a binary file, still encoded.
struct PackedArray {
    std::span<const std::byte> bytes;
    std::uint32_t count = 0;
    char type = 'd';  ///< The file's type code: f, d, l, i, b or c.
    bool isDeflated = false;
    bool isBigEndian = false;
};

/// A value of an element. Does not own the bytes of texts, raw data and arrays.
using Value = std::variant<std::int64_t, double, std::string_view, PackedArray>;

/// A named record with values and children.
struct Element {
    std::string_view name;
    std::uint64_t offset = 0;  ///< The position in the file where the record begins, in bytes.
    std::uint32_t firstValue = 0;
    std::uint32_t valueCount = 0;
    ElementIndex parent = noElement;
    ElementIndex firstChild = noElement;
    ElementIndex lastChild = noElement;
    ElementIndex nextSibling = noElement;
};

/// The tree of records of an FBX file, binary or text. Refers to the file's bytes, the options and the budget, which must outlive it.
/// Unusable content throws importing::Refusal, which states the place in the file.
class Document {
public:
    /// Parses a file of version 2.0 or later, but before 8.0. Throws importing::Refusal for other versions, unusable content, or content
    /// that exceeds the budget. O(bytes).
    Document(std::span<const std::byte> file, const ImportOptions& options, importing::MemoryBudget& memoryBudget);
    Document(const Document&) = delete;
    Document& operator=(const Document&) = delete;

    /// The version as an integer: 6100, 7400, ...
    [[nodiscard]] std::uint32_t version() const noexcept { return version_; }
    /// Whether the file is older than version 6. Such files have no properties or connections: models are records at the top level and
    /// contain everything that belongs to them.
    [[nodiscard]] bool isNested() const noexcept { return version_ < 6000; }
    [[nodiscard]] bool isText() const noexcept { return isText_; }
    [[nodiscard]] importing::MemoryBudget& budget() noexcept { return budget_; }

    [[nodiscard]] const Element& operator[](ElementIndex element) const { return elements_[element]; }
    [[nodiscard]] std::size_t elementCount() const noexcept { return elements_.size(); }
    /// Returns the first child with that name, or noElement. `element` may be noElement. O(children). Long searches are charged to the
    /// budget, so that no file can cause many of them.
    [[nodiscard]] ElementIndex find(ElementIndex element, std::string_view name) const;
    /// Charges the budget for a search that visited `visited` items. Short searches are free.
    void payForSearch(std::uint64_t visited, ElementIndex element) const;
    /// Calls `visit(child)` for the children in file order.
    template <class Visit>
    void forEachChild(ElementIndex element, Visit visit) const
    {
        for (ElementIndex child = element == noElement ? noElement : elements_[element].firstChild; child != noElement;
             child = elements_[child].nextSibling) {
            visit(child);
        }
    }

    [[nodiscard]] std::span<const Value> values(ElementIndex element) const noexcept;
    /// Return the value at index `number`, or nullopt if it is missing or has another type. Integers convert to reals, and reals to
    /// integers by truncation.
    [[nodiscard]] std::optional<std::int64_t> integer(ElementIndex element, std::size_t number) const noexcept;
    [[nodiscard]] std::optional<double> real(ElementIndex element, std::size_t number) const noexcept;
    [[nodiscard]] std::optional<std::string_view> text(ElementIndex element, std::size_t number) const noexcept;

    /// Return all numbers of an element: its individual values and the content of its arrays. If the element has a child "a", in which text
    /// files store arrays, return that child's numbers instead. Empty for noElement. Refuse any value that is not a number. Each call is
    /// charged to the budget.
    [[nodiscard]] std::vector<double> reals(ElementIndex element);
    [[nodiscard]] std::vector<std::int64_t> integers(ElementIndex element);

    /// Returns the element's place for messages: "Objects/Geometry/Vertices (byte 1234)".
    [[nodiscard]] std::string place(ElementIndex element) const;
    [[noreturn]] void refuse(ElementIndex element, const std::string& problem) const;
    /// Charges memory for the content of `element`. Refuses if the budget is exceeded.
    void charge(std::uint64_t bytes, ElementIndex element);

private:
    friend class BinaryParser;
    friend class TextParser;

    /// Reads the version from the header record, if the record contains it.
    void readVersion();
    ElementIndex addElement(ElementIndex parent, std::string_view name, std::uint64_t offset);
    void addValue(ElementIndex element, Value value);
    /// Stores a text that differs from its form in the file, such as one with escapes replaced, and returns a view of it.
    std::string_view keep(std::string text);
    template <class Number>
    std::vector<Number> numbers(ElementIndex element);

    const ImportOptions& options_;
    importing::MemoryBudget& budget_;
    std::uint32_t version_ = 0;
    bool isText_ = false;
    std::vector<Element> elements_;
    std::vector<Value> values_;
    std::deque<std::string> texts_;
};

/// Whether `file` begins as FBX files do, binary or text.
[[nodiscard]] bool isFbx(std::span<const std::byte> file) noexcept;

/// Fill a document from a binary file or a text file.
void parseBinary(std::span<const std::byte> file, Document& document, const ImportOptions& options);
void parseText(std::span<const std::byte> file, Document& document, const ImportOptions& options);

/// Inflates the bytes of a deflated array. Returns exactly count * `width` bytes, or nullopt if the bytes cannot be decoded.
[[nodiscard]] std::optional<std::vector<std::byte>> inflated(const PackedArray& array, std::size_t width);

/// Returns the size in bytes of one number with that type code; 0 if the code is unknown.
[[nodiscard]] std::size_t widthOf(char type) noexcept;

/// Returns the matrix in an element, stored by columns; the identity for noElement. Refuses anything but sixteen finite numbers.
[[nodiscard]] glm::dmat4 readMatrix(Document& document, ElementIndex element);

}  // namespace armature::fbx
