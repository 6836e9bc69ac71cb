#include "json_text.hpp"

#include <cstddef>
#include <stdexcept>

#include <simdjson.h>

namespace armature::test {

struct JsonReader {
    static JsonText read(simdjson::dom::element element)
    {
        JsonText value;
        if (element.is_object()) {
            value.kind_ = JsonText::Kind::Object;
            for (const auto [name, member] : simdjson::dom::object(element)) {
                value.members_.emplace_back(name, read(member));
            }
        } else if (element.is_array()) {
            value.kind_ = JsonText::Kind::Array;
            for (const simdjson::dom::element member : simdjson::dom::array(element)) {
                value.members_.emplace_back(std::string(), read(member));
            }
        } else {
            value.scalar_ = simdjson::minify(element);
        }
        return value;
    }
};

JsonText JsonText::parse(std::string_view text)
{
    simdjson::dom::parser parser;
    return JsonReader::read(parser.parse(text.data(), text.size()));
}

JsonText& JsonText::child(std::string_view token)
{
    if (kind_ == Kind::Array) {
        const std::size_t index = token == "-" ? members_.size() : std::stoul(std::string(token));
        if (index == members_.size()) {
            members_.emplace_back();
        }
        return members_.at(index).second;
    }
    kind_ = Kind::Object;
    for (auto& [name, value] : members_) {
        if (name == token) {
            return value;
        }
    }
    return members_.emplace_back(token, JsonText()).second;
}

JsonText& JsonText::at(std::string_view pointer)
{
    JsonText* value = this;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t end = pointer.find('/');
        value = &value->child(pointer.substr(0, end));
        pointer = end == std::string_view::npos ? std::string_view() : pointer.substr(end);
    }
    return *value;
}

void JsonText::set(std::string_view pointer, std::string_view text)
{
    JsonText& value = at(pointer);
    value = JsonText();
    simdjson::dom::parser parser;
    simdjson::dom::element element;
    if (parser.parse(text.data(), text.size()).get(element) == simdjson::SUCCESS) {
        value = JsonReader::read(element);
    } else {
        value.scalar_ = text;
    }
}

void JsonText::remove(std::string_view pointer)
{
    const std::size_t slash = pointer.rfind('/');
    JsonText& parent = at(pointer.substr(0, slash));
    const std::string token(pointer.substr(slash + 1));
    for (std::size_t index = 0; index < parent.members_.size(); ++index) {
        const bool isIt = parent.kind_ == Kind::Array ? std::to_string(index) == token : parent.members_[index].first == token;
        if (isIt) {
            parent.members_.erase(parent.members_.begin() + static_cast<std::ptrdiff_t>(index));
            return;
        }
    }
    throw std::out_of_range("nothing to remove at " + std::string(pointer));
}

std::string JsonText::print() const
{
    if (kind_ == Kind::Scalar) {
        return scalar_;
    }
    std::string out(1, kind_ == Kind::Array ? '[' : '{');
    for (const auto& [name, value] : members_) {
        out += out.size() > 1 ? "," : "";
        out += kind_ == Kind::Object ? '"' + name + "\":" : "";
        out += value.print();
    }
    return out + (kind_ == Kind::Array ? ']' : '}');
}

}  // namespace armature::test
