#include <vector>

#include <fmt/format.h>

#include "base/words.hpp"
#include "import/fbx/document.hpp"
#include "import/fbx/stored_number.hpp"
#include "import/notes.hpp"

namespace armature::fbx {

/// Parses binary FBX. A record holds the offset of its end, the number and size of its values, its name, its values, and then its children
/// up to the record's end, closed by an empty record. Offsets count from the beginning of the file. The offset, the number and the size
/// have 32 bits each; from version 7.5 on, 64.
class BinaryParser {
public:
    BinaryParser(std::span<const std::byte> file, Document& document, std::size_t depthLimit)
        : file_(file), document_(document), depthLimit_(depthLimit)
    {}

    void parse()
    {
        constexpr std::size_t headerSize = 27;
        constexpr std::size_t endianness = 22;
        if (file_.size() < headerSize) {
            throw importing::Refusal(
                "header", fmt::format("has {}, but must have {}; the file is cut off", counted(file_.size(), "byte"), headerSize));
        }
        isBigEndian_ = file_[endianness] != std::byte{0};
        at_ = headerSize - 4;
        document_.version_ = take<std::uint32_t>(file_.size(), 0);
        isWide_ = document_.version_ >= 7500;
        openRecords_.push_back({0, file_.size()});
        while (!openRecords_.empty() && at_ < file_.size()) {
            readRecord();
        }
        if (openRecords_.size() > 1) {
            document_.refuse(openRecords_.back().element, "is not closed; the file is cut off");
        }
    }

private:
    struct OpenRecord {
        ElementIndex element = 0;
        std::uint64_t end = 0;
    };

    /// Reads a number. Refuses the element if the number would reach beyond `end`.
    template <class Number>
    Number take(std::uint64_t end, ElementIndex element)
    {
        need(sizeof(Number), end, element);
        const auto number = numberIn<Number>(file_.subspan(static_cast<std::size_t>(at_)), isBigEndian_);
        at_ += sizeof(Number);
        return number;
    }

    void need(std::uint64_t bytes, std::uint64_t end, ElementIndex element) const
    {
        if (at_ > end || bytes > end - at_) {
            document_.refuse(element, fmt::format("needs {} at byte {}, but ends at byte {}; the file is cut off or damaged",
                                                  counted(bytes, "byte"), at_, end));
        }
    }

    std::span<const std::byte> takeBytes(std::uint64_t count, std::uint64_t end, ElementIndex element)
    {
        need(count, end, element);
        const auto bytes = file_.subspan(static_cast<std::size_t>(at_), static_cast<std::size_t>(count));
        at_ += count;
        return bytes;
    }

    std::uint64_t takeOffset(const OpenRecord& scope)
    {
        return isWide_ ? take<std::uint64_t>(scope.end, scope.element) : take<std::uint32_t>(scope.end, scope.element);
    }

    void readRecord()
    {
        const OpenRecord scope = openRecords_.back();
        const std::uint64_t begin = at_;
        if (begin == scope.end) {
            openRecords_.pop_back();
            return;
        }
        const std::uint64_t end = takeOffset(scope);
        const std::uint64_t valueCount = takeOffset(scope);
        const std::uint64_t valueBytes = takeOffset(scope);
        const auto nameLength = take<std::uint8_t>(scope.end, scope.element);
        if (end == 0) {
            // The empty record ends the enclosing record. At the top level it ends the document, and only a footer follows.
            at_ = openRecords_.size() == 1 ? file_.size() : scope.end;
            openRecords_.pop_back();
            return;
        }
        const auto name = takeBytes(nameLength, scope.end, scope.element);
        const ElementIndex element = document_.addElement(scope.element, {reinterpret_cast<const char*>(name.data()), name.size()}, begin);
        if (end > scope.end || end < at_ || valueBytes > end - at_) {
            document_.refuse(element, fmt::format("ends at byte {} with {} of values from byte {} on, but what encloses it ends at byte {}",
                                                  end, counted(valueBytes, "byte"), at_, scope.end));
        }
        readValues(element, valueCount, at_ + valueBytes);
        if (at_ == end) {
            return;
        }
        if (openRecords_.size() > depthLimit_) {
            document_.refuse(element, fmt::format("nests deeper than {} (ImportLimits::jsonDepth)", counted(depthLimit_, "level")));
        }
        openRecords_.push_back({element, end});
    }

    void readValues(ElementIndex element, std::uint64_t count, std::uint64_t end)
    {
        for (std::uint64_t number = 0; number < count; ++number) {
            const char type = static_cast<char>(take<std::uint8_t>(end, element));
            document_.addValue(element, readValue(type, end, element));
        }
        if (at_ != end) {
            document_.refuse(element, fmt::format("has {} up to byte {}, but says byte {}", counted(count, "value"), at_, end));
        }
    }

    Value readValue(char type, std::uint64_t end, ElementIndex element)
    {
        switch (type) {
        case 'Y': return std::int64_t{take<std::int16_t>(end, element)};
        case 'B':
        case 'C':
        case 'Z': return std::int64_t{take<std::uint8_t>(end, element)};
        case 'I': return std::int64_t{take<std::int32_t>(end, element)};
        case 'L': return take<std::int64_t>(end, element);
        case 'F': return static_cast<double>(take<float>(end, element));
        case 'D': return take<double>(end, element);
        case 'S':
        case 'R': {
            const auto bytes = takeBytes(take<std::uint32_t>(end, element), end, element);
            return std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        }
        default: return readArray(type, end, element);
        }
    }

    PackedArray readArray(char type, std::uint64_t end, ElementIndex element)
    {
        const std::size_t width = widthOf(type);
        if (width == 0) {
            document_.refuse(element, fmt::format("has a value of type {:#04x} at byte {}, which is not a type of FBX",
                                                  static_cast<unsigned char>(type), at_ - 1));
        }
        PackedArray array;
        array.type = type;
        array.count = take<std::uint32_t>(end, element);
        const auto encoding = take<std::uint32_t>(end, element);
        const auto size = take<std::uint32_t>(end, element);
        if (encoding > 1) {
            document_.refuse(element, fmt::format("has an array with encoding {}, but it must be 0 or 1", encoding));
        }
        array.isDeflated = encoding == 1;
        array.isBigEndian = isBigEndian_;
        if (!array.isDeflated && std::uint64_t{array.count} * width != size) {
            document_.refuse(element, fmt::format("has an array of {} of {} in {}", counted(array.count, "number"), counted(width, "byte"),
                                                  counted(size, "byte")));
        }
        array.bytes = takeBytes(size, end, element);
        if (array.isDeflated) {
            document_.budget().addCompressed(size);
        }
        return array;
    }

    std::span<const std::byte> file_;
    Document& document_;
    std::size_t depthLimit_;
    std::uint64_t at_ = 0;
    bool isWide_ = false;
    bool isBigEndian_ = false;
    std::vector<OpenRecord> openRecords_;
};

void parseBinary(std::span<const std::byte> file, Document& document, const ImportOptions& options)
{
    BinaryParser(file, document, options.limits.jsonDepth).parse();
}

}  // namespace armature::fbx
