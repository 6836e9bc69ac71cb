#include "import/graph/graph_fields.hpp"

#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "animation/graph/graph_checks.hpp"
#include "base/json_writer.hpp"
#include "base/nearest_name.hpp"
#include "base/reflection.hpp"
#include "base/words.hpp"
#include "import/json_text.hpp"

namespace armature::importing {

namespace {

constexpr std::string_view formatName = "armature graph";
constexpr std::uint64_t version = 1;

template <class T>
inline constexpr bool isVector = false;
template <class T>
inline constexpr bool isVector<std::vector<T>> = true;
template <class T>
inline constexpr bool isOptional = false;
template <class T>
inline constexpr bool isOptional<std::optional<T>> = true;

template <class T>
std::vector<std::string_view> fieldNames(std::vector<std::string_view> others)
{
    std::apply([&](const auto&... field) { (others.push_back(field.name), ...); }, fieldsOf<T>);
    return others;
}

// --- reading --------------------------------------------------------------------------------------------------------

class Reader {
public:
    explicit Reader(JsonText& text) : text_(text) {}

    void read(const Json& json, bool& out) { out = json.asBool(); }
    void read(const Json& json, float& out) { out = json.asFloat(); }
    void read(const Json& json, double& out) { out = json.asDouble(); }
    void read(const Json& json, std::string& out) { out = json.asString(); }
    void read(const Json& json, glm::vec2& out) { json.asFloats({&out.x, 2}); }
    void read(const Json& json, glm::vec3& out) { json.asFloats({&out.x, 3}); }

    /// Reads a value. A plain number is the factor of a value without a parameter.
    void read(const Json& json, GraphValue& out)
    {
        out = {};
        if (json.isObject()) {
            readMembers(json, out);
        } else {
            out.factor = json.asFloat();
        }
    }

    template <class T>
    void read(const Json& json, std::optional<T>& out)
    {
        read(json, out.emplace());
    }

    template <class T>
    void read(const Json& json, std::vector<T>& out)
    {
        const std::size_t count = json.size();
        if (count > GraphChecks::maxNodes) {
            json.refuse(fmt::format("has {}, but the limit is {}", counted(count, "element"), GraphChecks::maxNodes));
        }
        text_.charge(count * sizeof(T), json);
        out.assign(count, T{});
        json.forEach([&](std::size_t index, const Json& element) { read(element, out[index]); });
    }

    template <class Enumeration>
    requires std::is_enum_v<Enumeration>
    void read(const Json& json, Enumeration& out) { out = static_cast<Enumeration>(place(json, memberNames<Enumeration>)); }

    template <GraphStruct T>
    void read(const Json& json, T& out)
    {
        out = T{};
        readMembers(json, out);
    }

    void read(const Json& json, GraphNode& out)
    {
        read(json.require("name"), out.name);
        out.kind = kindAt(place(json.require("kind"), kindNames));
        std::visit([&](auto& kind) { readMembers(json, kind, {"name", "kind"}); }, out.kind);
    }

    /// Reads all members of an object except `others`, which are read elsewhere. Refuses unknown members and missing required ones.
    template <class T>
    void readMembers(const Json& json, T& out, std::vector<std::string_view> others = {})
    {
        json.forEachMember([&](std::string_view key, const Json& member) {
            const auto readIfNamed = [&](const auto& field) {
                if (field.name != key) {
                    return false;
                }
                read(member, field.of(out));
                return true;
            };
            const bool isRead = std::apply([&](const auto&... field) { return (readIfNamed(field) || ...); }, fieldsOf<T>);
            if (!isRead && std::ranges::find(others, key) == others.end()) {
                json.refuse(key, "is no member of this" + insteadOf(key, fieldNames<T>(others)));
            }
        });
        const auto requireIt = [&](const auto& field) {
            if (field.isRequired) {
                static_cast<void>(json.require(field.name));
            }
        };
        std::apply([&](const auto&... field) { (requireIt(field), ...); }, fieldsOf<T>);
    }

private:
    static std::size_t place(const Json& json, std::span<const std::string_view> names)
    {
        const auto found = std::ranges::find(names, json.asString());
        if (found == names.end()) {
            json.refuse(fmt::format("is {}{}", quoted(json.asString()), insteadOf(json.asString(), names)));
        }
        return static_cast<std::size_t>(found - names.begin());
    }

    /// Returns the default value of alternative number `place` of the variant.
    template <std::size_t number = 0>
    static GraphNodeKind kindAt(std::size_t place)
    {
        if constexpr (number + 1 < std::variant_size_v<GraphNodeKind>) {
            if (place != number) {
                return kindAt<number + 1>(place);
            }
        }
        return GraphNodeKind(std::in_place_index<number>);
    }

    JsonText& text_;
};

// --- writing --------------------------------------------------------------------------------------------------------

/// Whether a value can be left out because it would be read as the default.
template <class T>
bool isSame(const T& value, const T& usual)
{
    if constexpr (std::is_floating_point_v<T>) {
        return value == usual && std::signbit(value) == std::signbit(usual);
    } else if constexpr (isVector<T>) {
        return value.empty() && usual.empty();
    } else if constexpr (isOptional<T>) {
        return !value && !usual;
    } else if constexpr (GraphStruct<T>) {
        return std::apply([&](const auto&... field) { return (isSame(field.of(value), field.of(usual)) && ...); }, fieldsOf<T>);
    } else {
        return value == usual;
    }
}

class Writer {
public:
    void write(bool value) { writer_.value(value); }
    void write(float value) { number(value); }
    void write(double value) { number(value); }
    void write(const glm::vec2& value) { tuple(value); }
    void write(const glm::vec3& value) { tuple(value); }

    void write(const std::string& value)
    {
        if (toValidUtf8(value) != value) {
            throw std::invalid_argument(fmt::format("graph as JSON: {} is {}, which is not UTF-8", key_, importing::quoted(value)));
        }
        writer_.value(value);
    }

    void write(const GraphValue& value)
    {
        if (value.parameter.empty()) {
            number(value.factor);
        } else {
            writeObject(value);
        }
    }

    template <class T>
    void write(const std::optional<T>& value)
    {
        write(*value);  // members() skips absent optionals, so this one has a value
    }

    template <class T>
    void write(const std::vector<T>& list)
    {
        writer_.beginArray(GraphStruct<T> ? JsonWriter::Layout::Lines : JsonWriter::Layout::Inline);
        for (const T& element : list) {
            write(element);
        }
        writer_.endArray();
    }

    template <class Enumeration>
    requires std::is_enum_v<Enumeration>
    void write(Enumeration value) { writer_.value(memberNames<Enumeration>.at(static_cast<std::size_t>(value))); }

    template <GraphStruct T>
    void write(const T& value)
    {
        writeObject(value);
    }

    void write(const GraphNode& node)
    {
        const auto hasList = [](const auto& kind) {
            return std::apply([&](const auto&... field) { return (isVector<std::remove_cvref_t<decltype(field.of(kind))>> || ...); },
                              fieldsOf<std::remove_cvref_t<decltype(kind)>>);
        };
        writer_.beginObject(std::visit(hasList, node.kind) ? JsonWriter::Layout::Lines : JsonWriter::Layout::Inline);
        member("name", node.name);
        writer_.member("kind", kindNames[node.kind.index()]);
        std::visit([&](const auto& kind) { members(kind); }, node.kind);
        writer_.endObject();
    }

    [[nodiscard]] std::string write(const GraphDocument& document)
    {
        writer_.beginObject();
        writer_.member("format", formatName);
        writer_.member("version", version);
        members(document);
        writer_.endObject();
        return writer_.take();
    }

private:
    template <class T>
    void writeObject(const T& value)
    {
        writer_.beginObject(JsonWriter::Layout::Inline);
        members(value);
        writer_.endObject();
    }

    template <class T>
    void members(const T& value)
    {
        const T usual{};
        const auto writeUnlessUsual = [&](const auto& field) {
            if (field.isRequired || !isSame(field.of(value), field.of(usual))) {
                member(field.name, field.of(value));
            }
        };
        std::apply([&](const auto&... field) { (writeUnlessUsual(field), ...); }, fieldsOf<T>);
    }

    template <class T>
    void member(std::string_view name, const T& value)
    {
        key_ = name;
        writer_.key(name);
        write(value);
    }

    template <class Tuple>
    void tuple(const Tuple& value)
    {
        writer_.beginArray(JsonWriter::Layout::Inline);
        for (int i = 0; i < value.length(); ++i) {
            number(value[i]);
        }
        writer_.endArray();
    }

    template <class Real>
    void number(Real value)
    {
        if (!std::isfinite(value)) {
            throw std::invalid_argument(fmt::format("graph as JSON: {} is {}, which is not finite", key_, value));
        }
        writer_.value(value);
    }

    JsonWriter writer_;
    std::string_view key_;  ///< The member that is being written, for messages.
};

}  // namespace

GraphDocument readGraph(JsonText& text)
{
    const Json root = text.root();
    requireFormat(root, formatName, version);
    GraphDocument document;
    Reader(text).readMembers(root, document, {"format", "version"});
    return document;
}

std::string writeGraph(const GraphDocument& document)
{
    return Writer().write(document);
}

}  // namespace armature::importing
