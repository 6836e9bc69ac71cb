#include "import/fbx/document.hpp"

#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/fbx/stored_number.hpp"
#include "import/file_access.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

namespace {

constexpr std::string_view binaryMagic{"Kaydara FBX Binary  \0", 21};
constexpr std::uint32_t oldestVersion = 2000;
constexpr std::uint32_t versionAfter = 8000;

/// Truncates a real number to an integer. NaN and numbers beyond 9.2e18, nearly the range of std::int64_t, become 0.
std::int64_t toInteger(double number) noexcept
{
    constexpr double limit = 9.2e18;
    return number > -limit && number < limit ? static_cast<std::int64_t>(number) : 0;
}

template <class Stored, class Number>
void appendStored(std::span<const std::byte> bytes, bool isBigEndian, std::vector<Number>& out)
{
    for (std::size_t at = 0; at + sizeof(Stored) <= bytes.size(); at += sizeof(Stored)) {
        const auto stored = numberIn<Stored>(bytes.subspan(at), isBigEndian);
        if constexpr (std::is_floating_point_v<Stored> && std::is_integral_v<Number>) {
            out.push_back(toInteger(static_cast<double>(stored)));
        } else {
            out.push_back(static_cast<Number>(stored));
        }
    }
}

template <class Number>
void appendPacked(const PackedArray& array, std::span<const std::byte> bytes, std::vector<Number>& out)
{
    switch (array.type) {
    case 'f': appendStored<float>(bytes, array.isBigEndian, out); break;
    case 'd': appendStored<double>(bytes, array.isBigEndian, out); break;
    case 'l': appendStored<std::int64_t>(bytes, array.isBigEndian, out); break;
    case 'i': appendStored<std::int32_t>(bytes, array.isBigEndian, out); break;
    default: appendStored<std::uint8_t>(bytes, array.isBigEndian, out); break;
    }
}

}  // namespace

bool isFbx(std::span<const std::byte> file) noexcept
{
    std::string_view text = importing::textOf(file);
    if (text.starts_with(binaryMagic.substr(0, 18))) {
        return true;
    }
    // A text file begins with comments, such as "; FBX 7.4.0 project file", or with the header record.
    text = text.substr(0, 4096);
    while (!text.empty()) {
        const std::size_t begin = text.find_first_not_of(" \t\r\n");
        if (begin == std::string_view::npos) {
            return false;
        }
        text.remove_prefix(begin);
        if (text.starts_with("FBXHeaderExtension")) {
            return true;
        }
        if (!text.starts_with(";")) {
            return false;
        }
        const std::string_view line = text.substr(0, text.find('\n'));
        if (line.find("FBX") != std::string_view::npos) {
            return true;
        }
        text.remove_prefix(line.size());
    }
    return false;
}

Document::Document(std::span<const std::byte> file, const ImportOptions& options, importing::MemoryBudget& memoryBudget)
    : options_(options), budget_(memoryBudget)
{
    elements_.push_back({});
    budget_.addBacking(file.size());
    if (importing::textOf(file).starts_with(binaryMagic.substr(0, 18))) {
        parseBinary(file, *this, options);
    } else {
        isText_ = true;
        budget_.addJson(file.size());  // elements take more memory than their text, as with JSON
        parseText(file, *this, options);
    }
    if (isText_ || isNested()) {  // text files, and binary files before version 6, state the version in a record
        readVersion();
    }
    if (version_ < oldestVersion || version_ >= versionAfter) {
        throw importing::Refusal("header", fmt::format("FBX version is {}, but must be 2.0 to 7.x ({} to {}); convert the file", version_,
                                                       oldestVersion, versionAfter - 1));
    }
}

ElementIndex Document::find(ElementIndex element, std::string_view name) const
{
    std::uint64_t visited = 0;
    ElementIndex child = element == noElement ? noElement : elements_[element].firstChild;
    while (child != noElement && elements_[child].name != name) {
        child = elements_[child].nextSibling;
        ++visited;
    }
    payForSearch(visited, element);
    return child;
}

void Document::payForSearch(std::uint64_t visited, ElementIndex element) const
{
    constexpr std::uint64_t free = 64;
    constexpr std::uint64_t bytesOfVisit = 2;
    if (visited > free && !budget_.charge(visited * bytesOfVisit)) {
        budget_.refuse(visited * bytesOfVisit, place(element));
    }
}

std::span<const Value> Document::values(ElementIndex element) const noexcept
{
    if (element == noElement) {
        return {};
    }
    return std::span(values_).subspan(elements_[element].firstValue, elements_[element].valueCount);
}

std::optional<std::int64_t> Document::integer(ElementIndex element, std::size_t number) const noexcept
{
    const auto all = values(element);
    if (number >= all.size()) {
        return std::nullopt;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&all[number])) {
        return *whole;
    }
    const auto* real = std::get_if<double>(&all[number]);
    return real != nullptr ? std::optional(toInteger(*real)) : std::nullopt;
}

std::optional<double> Document::real(ElementIndex element, std::size_t number) const noexcept
{
    const auto all = values(element);
    if (number >= all.size()) {
        return std::nullopt;
    }
    if (const auto* real = std::get_if<double>(&all[number])) {
        return *real;
    }
    const auto* whole = std::get_if<std::int64_t>(&all[number]);
    return whole != nullptr ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

std::optional<std::string_view> Document::text(ElementIndex element, std::size_t number) const noexcept
{
    const auto all = values(element);
    const auto* text = number < all.size() ? std::get_if<std::string_view>(&all[number]) : nullptr;
    return text != nullptr ? std::optional(*text) : std::nullopt;
}

template <class Number>
std::vector<Number> Document::numbers(ElementIndex element)
{
    std::vector<Number> out;
    if (element == noElement) {
        return out;
    }
    if (const ElementIndex inner = find(element, "a"); inner != noElement) {
        element = inner;
    }
    const auto all = values(element);
    std::uint64_t count = 0;
    for (const Value& value : all) {
        const auto* array = std::get_if<PackedArray>(&value);
        count += array != nullptr ? array->count : 1;
    }
    charge(count * sizeof(Number), element);
    out.reserve(static_cast<std::size_t>(count));
    for (const Value& value : all) {
        if (const auto* whole = std::get_if<std::int64_t>(&value)) {
            out.push_back(static_cast<Number>(*whole));
        } else if (const auto* real = std::get_if<double>(&value)) {
            out.push_back(std::is_integral_v<Number> ? static_cast<Number>(toInteger(*real)) : static_cast<Number>(*real));
        } else if (const auto* array = std::get_if<PackedArray>(&value)) {
            if (!array->isDeflated) {
                appendPacked(*array, array->bytes, out);
                continue;
            }
            const std::size_t width = widthOf(array->type);
            charge(std::uint64_t{array->count} * width, element);
            const auto bytes = inflated(*array, width);
            if (!bytes) {
                refuse(element, fmt::format("cannot be inflated: {} cannot give {} of {}", counted(array->bytes.size(), "byte"),
                                            counted(array->count, "number"), counted(width, "byte")));
            }
            appendPacked(*array, *bytes, out);
        } else {
            refuse(element, fmt::format("has {} among its numbers", importing::quoted(std::get<std::string_view>(value))));
        }
    }
    return out;
}

std::vector<double> Document::reals(ElementIndex element)
{
    return numbers<double>(element);
}

std::vector<std::int64_t> Document::integers(ElementIndex element)
{
    return numbers<std::int64_t>(element);
}

std::string Document::place(ElementIndex element) const
{
    constexpr int mostNames = 8;  // the file controls names and depth, but a message must stay readable
    std::string path;
    int names = 0;
    for (ElementIndex above = element; above != noElement && above != 0 && names <= mostNames; above = elements_[above].parent) {
        path.insert(0, path.empty() ? "" : "/");
        path.insert(0, names == mostNames ? "..." : elements_[above].name.substr(0, importing::longestQuote));
        ++names;
    }
    return path.empty() ? "document" : fmt::format("{} (byte {})", path, elements_[element].offset);
}

void Document::refuse(ElementIndex element, const std::string& problem) const
{
    throw importing::Refusal(place(element), problem);
}

void Document::charge(std::uint64_t bytes, ElementIndex element)
{
    if (!budget_.charge(bytes)) {
        budget_.refuse(bytes, place(element));
    }
}

void Document::readVersion()
{
    const auto version = integer(find(find(0, "FBXHeaderExtension"), "FBXVersion"), 0);
    constexpr std::int64_t beyondAll = 1'000'000;
    if (version && *version > 0 && *version < beyondAll) {
        version_ = static_cast<std::uint32_t>(*version);
    }
}

ElementIndex Document::addElement(ElementIndex parent, std::string_view name, std::uint64_t offset)
{
    charge(sizeof(Element), parent);
    if (elements_.size() >= std::numeric_limits<std::uint32_t>::max() - 1) {
        refuse(parent, "has more elements than can be counted");
    }
    const auto index = static_cast<ElementIndex>(elements_.size());
    elements_.push_back({.name = name, .offset = offset, .firstValue = static_cast<std::uint32_t>(values_.size()), .parent = parent});
    Element& above = elements_[parent];
    if (above.firstChild == noElement) {
        above.firstChild = index;
    } else {
        elements_[above.lastChild].nextSibling = index;
    }
    above.lastChild = index;
    return index;
}

void Document::addValue(ElementIndex element, Value value)
{
    charge(sizeof(Value), element);
    if (values_.size() >= std::numeric_limits<std::uint32_t>::max()) {
        refuse(element, "has more values than can be counted");
    }
    values_.push_back(value);
    ++elements_[element].valueCount;
}

std::string_view Document::keep(std::string text)
{
    return texts_.emplace_back(std::move(text));
}

}  // namespace armature::fbx
