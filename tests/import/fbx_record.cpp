#include "fbx_record.hpp"

#include <algorithm>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace armature::test {

namespace {

using Bytes = std::vector<std::byte>;

// --- text ---------------------------------------------------------------------------------------------------------------

template <class Number>
void writeArray(std::ostream& out, const std::vector<Number>& numbers)
{
    out << '*' << numbers.size() << " {\n a: ";
    for (std::size_t number = 0; number < numbers.size(); ++number) {
        out << (number == 0 ? "" : ",") << numbers[number];
    }
    out << "\n}";
}

void writeText(std::ostream& out, const FbxRecord& record)
{
    out << record.name << ": ";
    bool isFirst = true;
    for (const FbxRecord::Value& value : record.values) {
        out << (isFirst ? "" : ", ");
        isFirst = false;
        if (const auto* whole = std::get_if<std::int64_t>(&value)) {
            out << *whole;
        } else if (const auto* real = std::get_if<double>(&value)) {
            out << *real;
        } else if (const auto* text = std::get_if<std::string>(&value)) {
            out << '"' << *text << '"';
        } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) {
            writeArray(out, *integers);
        } else {
            writeArray(out, std::get<std::vector<double>>(value));
        }
    }
    if (!record.children.empty()) {
        out << " {\n";
        for (const FbxRecord& child : record.children) {
            writeText(out, child);
        }
        out << "}";
    }
    out << '\n';
}

// --- binary -------------------------------------------------------------------------------------------------------------

template <class Number>
void put(Bytes& out, Number number, bool isBigEndian = false)
{
    const auto bytes = std::as_bytes(std::span(&number, 1));
    isBigEndian ? out.insert(out.end(), bytes.rbegin(), bytes.rend()) : out.insert(out.end(), bytes.begin(), bytes.end());
}

void putText(Bytes& out, std::string_view text)
{
    const auto bytes = std::as_bytes(std::span(text));
    out.insert(out.end(), bytes.begin(), bytes.end());
}

/// A zlib stream of one stored block (RFC 1950, RFC 1951).
Bytes stored(const Bytes& data)
{
    Bytes out{std::byte{0x78}, std::byte{0x01}, std::byte{0x01}};
    const auto length = static_cast<std::uint16_t>(data.size());
    put(out, length);
    put(out, static_cast<std::uint16_t>(~length));
    out.insert(out.end(), data.begin(), data.end());
    std::uint32_t a = 1;
    std::uint32_t b = 0;
    for (const std::byte byte : data) {
        a = (a + std::to_integer<std::uint32_t>(byte)) % 65521;
        b = (b + a) % 65521;
    }
    const std::uint32_t sum = b << 16 | a;
    for (const int shift : {24, 16, 8, 0}) {
        out.push_back(static_cast<std::byte>(sum >> shift & 0xff));
    }
    return out;
}

template <class Number>
void putArray(Bytes& out, const std::vector<Number>& numbers, const FbxBinary& form)
{
    put(out, std::is_floating_point_v<Number> ? 'd' : 'l');
    put(out, static_cast<std::uint32_t>(numbers.size()), form.isBigEndian);
    Bytes data;
    for (const Number number : numbers) {
        put(data, number, form.isBigEndian);
    }
    data = form.isPacked ? stored(data) : data;
    put(out, std::uint32_t{form.isPacked ? 1u : 0u}, form.isBigEndian);
    put(out, static_cast<std::uint32_t>(data.size()), form.isBigEndian);
    out.insert(out.end(), data.begin(), data.end());
}

void putValue(Bytes& out, const FbxRecord::Value& value, const FbxBinary& form)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        const bool isByte = form.hasBytes && *whole >= 0 && *whole < 256;
        put(out, isByte ? 'Z' : 'L');
        isByte ? put(out, static_cast<std::uint8_t>(*whole)) : put(out, *whole, form.isBigEndian);
    } else if (const auto* real = std::get_if<double>(&value)) {
        put(out, 'D');
        put(out, *real, form.isBigEndian);
    } else if (const auto* text = std::get_if<std::string>(&value)) {
        put(out, 'S');
        put(out, static_cast<std::uint32_t>(text->size()), form.isBigEndian);
        putText(out, *text);
    } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) {
        putArray(out, *integers, form);
    } else {
        putArray(out, std::get<std::vector<double>>(value), form);
    }
}

Bytes offsetBytes(std::uint64_t offset, const FbxBinary& form)
{
    Bytes out;
    form.version >= 7500 ? put(out, offset, form.isBigEndian) : put(out, static_cast<std::uint32_t>(offset), form.isBigEndian);
    return out;
}

void putRecord(Bytes& out, const FbxRecord& record, const FbxBinary& form)
{
    const std::size_t begin = out.size();
    for (const std::uint64_t offset : {std::uint64_t{0}, std::uint64_t{record.values.size()}, std::uint64_t{0}}) {
        const Bytes bytes = offsetBytes(offset, form);
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
    const std::size_t offsetSize = (out.size() - begin) / 3;
    put(out, static_cast<std::uint8_t>(record.name.size()));
    putText(out, record.name);
    const std::size_t values = out.size();
    for (const FbxRecord::Value& value : record.values) {
        putValue(out, value, form);
    }
    const std::uint64_t valueBytes = out.size() - values;
    if (!record.children.empty()) {
        for (const FbxRecord& child : record.children) {
            putRecord(out, child, form);
        }
        out.resize(out.size() + 3 * offsetSize + 1);
    }
    std::ranges::copy(offsetBytes(out.size(), form), out.data() + begin);
    std::ranges::copy(offsetBytes(valueBytes, form), out.data() + begin + 2 * offsetSize);
}

// --- the rig ------------------------------------------------------------------------------------------------------------

/// A translation, column by column.
Reals moved(double x, double y, double z)
{
    return {1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., x, y, z, 1.};
}

}  // namespace

FbxRecord& FbxRecord::child(const std::string& childName)
{
    const auto found = std::ranges::find(children, childName, &FbxRecord::name);
    return found != children.end() ? *found : throw std::logic_error("no record " + childName);
}

FbxRecord fbxProperty(const std::string& name, const std::string& type, std::vector<FbxRecord::Value> values)
{
    FbxRecord record{"P", {name, type, std::string(), std::string("A")}, {}};
    record.values.insert(record.values.end(), values.begin(), values.end());
    return record;
}

FbxRecord fbxNamed(const std::string& type, std::int64_t number, const std::string& label, const std::string& kind)
{
    return {type, {number, label, kind}, {}};
}

FbxRecord fbxConnection(std::int64_t child, std::int64_t parent, const std::string& property)
{
    FbxRecord record{"C", {std::string(property.empty() ? "OO" : "OP"), child, parent}, {}};
    if (!property.empty()) {
        record.values.emplace_back(property);
    }
    return record;
}

FbxRecord fbxModel(std::int64_t number, const std::string& name, const std::string& kind, const std::array<double, 3>& place)
{
    return {"Model",
            {number, "Model::" + name, kind},
            {{"Properties70",
              {},
              {fbxProperty("Lcl Translation", "Lcl Translation", {place[0], place[1], place[2]}),
               fbxProperty("InheritType", "enum", {std::int64_t{1}})}}}};
}

FbxRecord fbxCurve(std::int64_t number, const std::vector<double>& seconds, const std::vector<double>& values)
{
    Integers times;
    for (const double each : seconds) {
        times.push_back(static_cast<std::int64_t>(each * static_cast<double>(fbxSecond)));
    }
    return {"AnimationCurve",
            {number, std::string("AnimCurve::"), std::string()},
            {{"KeyTime", {times}, {}},
             {"KeyValueFloat", {values}, {}},
             {"KeyAttrFlags", {Integers{4}}, {}},  // linear
             {"KeyAttrDataFloat", {Reals{0., 0., 0., 0.}}, {}},
             {"KeyAttrRefCount", {Integers{static_cast<std::int64_t>(times.size())}}, {}}}};
}

FbxRecord fbxCluster(std::int64_t number, const std::string& name, std::vector<std::int64_t> points, std::vector<double> weights,
                     const std::array<double, 3>& place)
{
    return {"Deformer",
            {number, "SubDeformer::" + name, std::string("Cluster")},
            {{"Indexes", {std::move(points)}, {}},
             {"Weights", {std::move(weights)}, {}},
             {"Transform", {moved(-place[0], -place[1], -place[2])}, {}},
             {"TransformLink", {moved(place[0], place[1], place[2])}, {}}}};
}

FbxRecord fbxAxesAndUnit(double centimetres)
{
    return {"GlobalSettings",
            {},
            {{"Properties70",
              {},
              {fbxProperty("UpAxis", "int", {std::int64_t{1}}), fbxProperty("UpAxisSign", "int", {std::int64_t{1}}),
               fbxProperty("FrontAxis", "int", {std::int64_t{2}}), fbxProperty("FrontAxisSign", "int", {std::int64_t{1}}),
               fbxProperty("CoordAxis", "int", {std::int64_t{0}}), fbxProperty("CoordAxisSign", "int", {std::int64_t{1}}),
               fbxProperty("UnitScaleFactor", "double", {centimetres})}}}};
}

std::vector<std::byte> fbxText(const std::vector<FbxRecord>& records, int version)
{
    std::ostringstream out;
    out.precision(17);
    out << "; FBX project file\nFBXHeaderExtension:  {\n FBXVersion: " << version << "\n}\n";
    for (const FbxRecord& record : records) {
        writeText(out, record);
    }
    Bytes bytes;
    putText(bytes, out.str());
    return bytes;
}

std::vector<std::byte> fbxBinary(const std::vector<FbxRecord>& records, const FbxBinary& form)
{
    Bytes out;
    putText(out, std::string_view("Kaydara FBX Binary  \0\x1a\0", 23));
    out.back() = form.isBigEndian ? std::byte{1} : std::byte{0};
    put(out, form.version, form.isBigEndian);
    for (const FbxRecord& record : records) {
        putRecord(out, record, form);
    }
    out.resize(out.size() + (form.version >= 7500 ? 25 : 13));
    return out;
}

FbxRecord& fbxTop(std::vector<FbxRecord>& records, const std::string& name)
{
    const auto found = std::ranges::find(records, name, &FbxRecord::name);
    return found != records.end() ? *found : throw std::logic_error("no record " + name);
}

FbxRecord& fbxObject(std::vector<FbxRecord>& records, const std::string& name)
{
    for (FbxRecord& object : fbxTop(records, "Objects").children) {
        if (std::get<std::string>(object.values.at(1)).ends_with("::" + name)) {
            return object;
        }
    }
    throw std::logic_error("no object " + name);
}

std::vector<FbxRecord> fbxRig()
{
    const FbxRecord geometry{
        "Geometry",
        {std::int64_t{4}, std::string("Geometry::body"), std::string("Mesh")},
        {{"Vertices", {Reals{0., 0., 0., 30., 0., 0., 15., 20., 0.}}, {}}, {"PolygonVertexIndex", {Integers{0, 1, -3}}, {}}}};
    const FbxRecord objects{"Objects",
                            {},
                            {fbxModel(1, "root", "LimbNode", {0., 10., 0.}), fbxModel(2, "hand", "LimbNode", {30., 0., 0.}),
                             fbxModel(3, "body", "Mesh", {0., 0., 0.}), geometry, fbxNamed("Deformer", 5, "Deformer::skin", "Skin"),
                             fbxCluster(6, "root cluster", {0, 2}, {1., 0.5}, {0., 10., 0.}),
                             fbxCluster(7, "hand cluster", {1, 2}, {1., 0.5}, {30., 10., 0.}),
                             fbxNamed("AnimationStack", 10, "AnimStack::wave"), fbxNamed("AnimationLayer", 11, "AnimLayer::base"),
                             fbxNamed("AnimationCurveNode", 12, "AnimCurveNode::R"), fbxNamed("AnimationCurveNode", 13, "AnimCurveNode::T"),
                             fbxCurve(14, {0., 1.}, {0., 90.}), fbxCurve(15, {0., 1.}, {0., 50.})}};
    const FbxRecord connections{"Connections",
                                {},
                                {fbxConnection(1, 0), fbxConnection(2, 1), fbxConnection(3, 0), fbxConnection(4, 3), fbxConnection(5, 4),
                                 fbxConnection(6, 5), fbxConnection(7, 5), fbxConnection(1, 6), fbxConnection(2, 7), fbxConnection(11, 10),
                                 fbxConnection(12, 11), fbxConnection(13, 11), fbxConnection(12, 2, "Lcl Rotation"),
                                 fbxConnection(13, 1, "Lcl Translation"), fbxConnection(14, 12, "d|Z"), fbxConnection(15, 13, "d|X")}};
    return {fbxAxesAndUnit(1.), objects, connections};
}

}  // namespace armature::test
