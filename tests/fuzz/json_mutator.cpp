#include "json_mutator.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace armature::test {

namespace {

constexpr std::array values = std::to_array<std::string_view>({R"(0)",
                                                               R"(1)",
                                                               R"(2)",
                                                               R"(3)",
                                                               R"(4)",
                                                               R"(5)",
                                                               R"(7)",
                                                               R"(8)",
                                                               R"(12)",
                                                               R"(16)",
                                                               R"(-1)",
                                                               R"(0.5)",
                                                               R"(1e38)",
                                                               R"(3.5e38)",
                                                               R"(1e-40)",
                                                               R"(-0)",
                                                               R"(1e400)",
                                                               R"(65535)",
                                                               R"(65536)",
                                                               R"(255)",
                                                               R"(256)",
                                                               R"(2147483647)",
                                                               R"(2147483648)",
                                                               R"(4294967295)",
                                                               R"(4294967296)",
                                                               R"(9007199254740992)",
                                                               R"(9007199254740993)",
                                                               R"(18446744073709551615)",
                                                               R"(18446744073709551616)",
                                                               R"(-9223372036854775808)",
                                                               R"(1.5)",
                                                               R"(1.5f)",
                                                               R"(null)",
                                                               R"(true)",
                                                               R"(false)",
                                                               R"({})",
                                                               R"([])",
                                                               R"("")",
                                                               R"("x")",
                                                               R"([0])",
                                                               R"([1,2,3])",
                                                               R"([0,0,0,0])",
                                                               R"([0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0])",
                                                               R"([1e38,1e38,1e38])",
                                                               R"([1e-38,1,1])",
                                                               R"([0,0,0])",
                                                               R"({"a":1})",
                                                               R"([[]])",
                                                               R"("\u0000")",
                                                               R"("\ud800")",
                                                               R"("\n")",
                                                               R"("data:,")",
                                                               R"("data:application/octet-stream;base64,AAAA")",
                                                               R"(5120)",
                                                               R"(5121)",
                                                               R"(5122)",
                                                               R"(5123)",
                                                               R"(5125)",
                                                               R"(5126)",
                                                               R"("SCALAR")",
                                                               R"("VEC2")",
                                                               R"("VEC3")",
                                                               R"("VEC4")",
                                                               R"("MAT2")",
                                                               R"("MAT3")",
                                                               R"("MAT4")",
                                                               R"("STEP")",
                                                               R"("LINEAR")",
                                                               R"("CUBICSPLINE")",
                                                               R"("translation")",
                                                               R"("rotation")",
                                                               R"("scale")",
                                                               R"("weights")",
                                                               R"("ATTRIBUTES")",
                                                               R"("TRIANGLES")",
                                                               R"("INDICES")",
                                                               R"("OCTAHEDRAL")",
                                                               R"("QUATERNION")",
                                                               R"("EXPONENTIAL")",
                                                               R"("MASK")",
                                                               R"("BLEND")"});

constexpr std::array members = std::to_array<std::string_view>(
    {R"("children":[0])",
     R"("children":[1,2])",
     R"("skin":0)",
     R"("mesh":0)",
     R"("weights":[1,2])",
     R"("sparse":{"count":1,"indices":{"bufferView":0,"componentType":5123},"values":{"bufferView":0}})",
     R"("byteOffset":4)",
     R"("byteStride":12)",
     R"("normalized":true)",
     R"("matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1])",
     R"("translation":[1,2,3])",
     R"("scale":[0,0,0])",
     R"("scale":[-1,1,1])",
     R"("rotation":[0,0,0,1])",
     R"("targets":[{"POSITION":0}])",
     R"("indices":0)",
     R"("mode":6)",
     R"("mode":5)",
     R"("material":0)",
     R"("inverseBindMatrices":0)",
     R"("joints":[0,1])",
     R"("skeleton":0)",
     R"("extensions":{"KHR_draco_mesh_compression":{"bufferView":0,"attributes":{"POSITION":0}}})",
     R"("extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":16,"byteStride":4,"count":4,"mode":"ATTRIBUTES"}})",
     R"("JOINTS_0":1)",
     R"("WEIGHTS_0":2)",
     R"("JOINTS_1":1,"WEIGHTS_1":2)",
     R"("TEXCOORD_0":0)",
     R"("NORMAL":0)",
     R"("TANGENT":0)",
     R"("COLOR_0":0)",
     R"("extras":{"targetNames":["a"]})",
     R"("name":"a\nb")",
     R"("scene":0)",
     R"("interpolation":"CUBICSPLINE")",
     R"("interpolation":"STEP")"});

constexpr std::size_t longestCopy = 4000;

enum class Kind { Scalar, String, Object, Array };

/// A value or a member's name in the text.
struct Token {
    std::size_t begin = 0;
    std::size_t end = 0;
    Kind kind = Kind::Scalar;
};

std::size_t endOfString(std::string_view json, std::size_t begin)
{
    std::size_t end = begin + 1;
    while (end < json.size() && json[end] != '"') {
        end += json[end] == '\\' ? 2u : 1u;
    }
    return std::min(end + 1, json.size());
}

bool isInScalar(char character)
{
    return std::isalnum(static_cast<unsigned char>(character)) != 0 || character == '.' || character == '-' || character == '+';
}

std::size_t endOfScalar(std::string_view json, std::size_t begin)
{
    std::size_t end = begin;
    while (end < json.size() && isInScalar(json[end])) {
        ++end;
    }
    return end;
}

std::vector<Token> findTokens(std::string_view json)
{
    std::vector<Token> tokens;
    std::vector<std::size_t> open;
    for (std::size_t at = 0; at < json.size();) {
        const char character = json[at];
        if (character == '"') {
            tokens.push_back({at, endOfString(json, at), Kind::String});
            at = tokens.back().end;
        } else if (isInScalar(character)) {
            tokens.push_back({at, endOfScalar(json, at), Kind::Scalar});
            at = tokens.back().end;
        } else {
            if (character == '{' || character == '[') {
                open.push_back(tokens.size());
                tokens.push_back({at, json.size(), character == '{' ? Kind::Object : Kind::Array});
            } else if ((character == '}' || character == ']') && !open.empty()) {
                tokens[open.back()].end = at + 1;
                open.pop_back();
            }
            ++at;
        }
    }
    return tokens;
}

/// Makes one change to one text.
class JsonMutation {
public:
    JsonMutation(std::string& json, std::mt19937& engine) : json_(json), engine_(engine), tokens_(findTokens(json)) {}

    void apply()
    {
        if (tokens_.empty()) {
            json_ = "{}";
            return;
        }
        switch (below(10)) {
        case 0:
        case 1: replace(pick({Kind::Scalar}), values[below(values.size())]); break;
        case 2: replace(pick({}), values[below(values.size())]); break;
        case 3: replace(pick({}), textOf(pick({}))); break;
        case 4: replace(pick({Kind::Scalar}), textOf(pick({Kind::Scalar}))); break;
        case 5: insertInto(pick({Kind::Object}), '{', members[below(members.size())]); break;
        case 6: insertInto(pick({Kind::Array}), '[', textOf(pick({}))); break;
        case 7: nudge(pick({Kind::Scalar})); break;
        case 8: takeOut(pick({Kind::Scalar, Kind::Object, Kind::Array})); break;
        default: json_[below(json_.size())] = static_cast<char>(engine_()); break;
        }
    }

private:
    std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_); }

    /// A random token of one of `kinds`, or any but the whole text if `kinds` is empty; the last token if a few tries find none.
    Token pick(std::initializer_list<Kind> kinds)
    {
        constexpr int tries = 30;
        for (int attempt = 0; attempt < tries; ++attempt) {
            const Token& token = tokens_[below(tokens_.size())];
            const bool fits = kinds.size() == 0 ? token.begin > 0 : std::ranges::find(kinds, token.kind) != kinds.end();
            if (fits) {
                return token;
            }
        }
        return tokens_.back();
    }

    std::string textOf(const Token& token) const { return json_.substr(token.begin, std::min(token.end - token.begin, longestCopy)); }

    void replace(const Token& token, std::string_view text) { json_.replace(token.begin, token.end - token.begin, text); }

    void insertInto(const Token& list, char bracket, std::string_view text)
    {
        if (json_[list.begin] != bracket) {
            return;
        }
        const bool isEmpty = json_.find_first_not_of(" \n\t\r", list.begin + 1) == list.end - 1;
        json_.insert(list.begin + 1, std::string(text) + (isEmpty ? "" : ","));
    }

    void nudge(const Token& number)
    {
        constexpr std::array<double, 8> steps{1., -1., 2., 4., -4., 12., 100., 0.001};
        double value = 0.;
        if (std::from_chars(json_.data() + number.begin, json_.data() + number.end, value).ec == std::errc()) {
            replace(number, fmt::format("{:.9g}", below(4) == 0 ? value * 2. : value + steps[below(steps.size())]));
        }
    }

    void takeOut(const Token& token)
    {
        const std::size_t comma = json_.find_first_not_of(" \n", token.end);
        if (comma != std::string::npos && json_[comma] == ',') {
            json_.erase(token.begin, comma + 1 - token.begin);
        }
    }

    std::string& json_;
    std::mt19937& engine_;
    std::vector<Token> tokens_;
};

}  // namespace

void mutateJson(std::string& json, std::mt19937& engine)
{
    JsonMutation(json, engine).apply();
}

}  // namespace armature::test
