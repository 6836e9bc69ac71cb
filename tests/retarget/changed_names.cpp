#include "changed_names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <regex>
#include <utility>

namespace armature::test {

namespace {

std::string word(Random& random)
{
    std::string letters(static_cast<std::size_t>(random.integer(3, 7)), 'a');
    for (char& letter : letters) {
        letter = static_cast<char>('a' + random.integer(0, 25));
    }
    return letters;
}

/// Rewrites the side of a name, if it has one, in another notation. Recognises "Left" and "Right", and a letter that stands alone or before
/// a capital.
std::string withOtherSide(const std::string& name, const std::pair<std::string, std::string>& notation)
{
    static const std::array<std::regex, 4> patterns{std::regex("^(.*)(Left|Right)(.*)$"), std::regex("^(.*[^A-Za-z])([LRlr])()$"),
                                                    std::regex("^(.*[^A-Za-z])([LRlr])([^A-Za-z].*)$"), std::regex("^()([LR])([A-Z].*)$")};
    for (const std::regex& pattern : patterns) {
        std::smatch match;
        if (std::regex_match(name, match, pattern)) {
            const std::string side = std::tolower(match[2].str().front()) == 'l' ? notation.first : notation.second;
            const std::string rest = match[1].str() + match[3].str();
            return std::isalpha(static_cast<unsigned char>(side.front())) != 0 ? side + "_" + rest : rest + side;
        }
    }
    return name;
}

void renameSome(NamedRig& rig, std::vector<std::size_t> bones, std::size_t count, Random& random)
{
    std::shuffle(bones.begin(), bones.end(), random.engine());
    for (std::size_t i = 0; i < std::min(count, bones.size()); ++i) {
        rig.rig.bones[bones[i]].name = word(random) + "_" + std::to_string(random.integer(0, 99));
    }
}

std::vector<std::size_t> coreBones(const NamedRig& rig)
{
    std::vector<std::size_t> bones;
    for (const auto& [role, bone] : rig.roles) {
        if (role <= HumanoidRole::RightToes) {
            bones.push_back(bone);
        }
    }
    return bones;
}

std::string inCase(std::string name, int (*toCase)(int))
{
    std::ranges::transform(name, name.begin(),
                           [&](unsigned char c) { return c < 0x80 ? static_cast<char>(toCase(c)) : static_cast<char>(c); });
    return name;
}

}  // namespace

std::string_view nameOf(Change change)
{
    constexpr std::array<std::string_view, 13> names{"as they are",     "a prefix",      "a suffix",    "prefixes",    "numbers behind",
                                                     "lower case",      "upper case",    "other sides", "one renamed", "three renamed",
                                                     "a tenth renamed", "no directions", "no names"};
    return names[static_cast<std::size_t>(change)];
}

NamedRig changed(const NamedRig& original, Change change, Random& random)
{
    static const std::array<std::pair<std::string, std::string>, 7> notations{
        {{"_L", "_R"}, {".l", ".r"}, {"Left", "Right"}, {"_left", "_right"}, {"Lft", "Rgt"}, {"(L)", "(R)"}, {"-Lt", "-Rt"}}};
    NamedRig rig = original;
    const std::string common = word(random);
    const auto& notation = notations[static_cast<std::size_t>(random.integer(0, 6))];
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < rig.rig.bones.size(); ++i) {
        std::string& name = rig.rig.bones[i].name;
        all.push_back(i);
        switch (change) {
        case Change::Prefix: name = common + "_" + name; break;
        case Change::Suffix: name += "-" + common; break;
        case Change::OwnPrefix: name = word(random) + "_" + name; break;
        case Change::NumberBehind: name += "_" + std::to_string(random.integer(0, 300)); break;
        case Change::LowerCase: name = inCase(name, std::tolower); break;
        case Change::UpperCase: name = inCase(name, std::toupper); break;
        case Change::OtherSides: name = withOtherSide(name, notation); break;
        case Change::NoDirections: rig.rig.bones[i].direction.reset(); break;
        case Change::NoNames: name = "bone" + std::to_string(i); break;
        default: break;
        }
    }
    if (change == Change::RenameOne || change == Change::RenameThree) {
        renameSome(rig, coreBones(rig), change == Change::RenameOne ? 1 : 3, random);
    } else if (change == Change::RenameTenth) {
        renameSome(rig, all, all.size() / 10, random);
    }
    return rig;
}

}  // namespace armature::test
