#include "retarget/vocabulary.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace armature::humanoid {

namespace {

struct Entry {
    std::string_view word;
    Word value;
};

constexpr Word noun(Noun n)
{
    return {Meaning::Noun, n};
}

constexpr Word left{Meaning::Left, Noun::None};
constexpr Word right{Meaning::Right, Noun::None};
constexpr Word centre{Meaning::Centre, Noun::None};
constexpr Word upper{Meaning::Upper, Noun::None};
constexpr Word lower{Meaning::Lower, Noun::None};
constexpr Word helper{Meaning::Helper, Noun::None};
constexpr Word part{Meaning::Part, Noun::None};
constexpr Word animal{Meaning::Animal, Noun::None};
constexpr Word empty{Meaning::Empty, Noun::None};

// clang-format off
// Words of anatomy and rigging, independent of naming schemes. The meaning of a name of several words follows from the meanings of the
// words.
constexpr auto words = std::to_array<Entry>({
    {"l", left}, {"left", left}, {"lt", left}, {"lft", left}, {"lf", left}, {"izq", left}, {"izquierda", left}, {"izquierdo", left}, {"gauche", left},
    {"links", left}, {"linke", left}, {"linker", left}, {"linkes", left}, {"sx", left}, {"sinistra", left}, {"sinistro", left}, {"hidari", left},
    {"r", right}, {"right", right}, {"rt", right}, {"rgt", right}, {"rht", right}, {"rg", right}, {"der", right}, {"derecha", right}, {"derecho", right},
    {"droite", right}, {"droit", right}, {"rechts", right}, {"rechte", right}, {"rechter", right}, {"rechtes", right}, {"dx", right}, {"destra", right},
    {"destro", right}, {"migi", right}, {"rite", right},
    {"c", centre}, {"m", centre}, {"center", centre}, {"centre", centre}, {"mid", centre}, {"ctr", centre}, {"median", centre},
    {"up", upper}, {"upper", upper}, {"upr", upper}, {"uppr", upper}, {"top", part}, {"ober", upper},
    {"low", lower}, {"lower", lower}, {"lwr", lower}, {"lo", lower}, {"lowr", lower}, {"fore", lower}, {"unter", lower}, {"down", lower},

    {"hips", noun(Noun::Hip)}, {"hip", noun(Noun::Hip)}, {"pelvis", noun(Noun::Hips)}, {"pelvic", noun(Noun::Hips)}, {"cog", noun(Noun::Hips)},
    {"hara", noun(Noun::Hips)}, {"becken", noun(Noun::Hips)}, {"bacino", noun(Noun::Hips)}, {"bassin", noun(Noun::Hips)}, {"cadera", noun(Noun::Hips)},
    {"hufte", noun(Noun::Hips)}, {"huefte", noun(Noun::Hips)}, {"koshi", noun(Noun::Hips)},
    {"spine", noun(Noun::Spine)}, {"spinal", noun(Noun::Spine)}, {"spn", noun(Noun::Spine)}, {"torso", noun(Noun::Spine)}, {"trunk", noun(Noun::Spine)},
    {"abdomen", noun(Noun::Spine)}, {"abdominal", noun(Noun::Spine)}, {"belly", noun(Noun::Spine)}, {"stomach", noun(Noun::Spine)}, {"waist", noun(Noun::Spine)},
    {"back", part}, {"lumbar", noun(Noun::Spine)}, {"backbone", noun(Noun::Spine)}, {"lowerback", noun(Noun::Spine)}, {"lowback", noun(Noun::Spine)},
    {"midback", noun(Noun::Spine)}, {"upperback", noun(Noun::Chest)}, {"upback", noun(Noun::Chest)},
    {"vertebra", noun(Noun::Spine)}, {"vertebrae", noun(Noun::Spine)}, {"wirbelsaule", noun(Noun::Spine)}, {"columna", noun(Noun::Spine)}, {"colonna", noun(Noun::Spine)},
    {"chest", noun(Noun::Chest)}, {"thorax", noun(Noun::Chest)}, {"ribcage", noun(Noun::Chest)}, {"ribs", noun(Noun::Chest)}, {"sternum", noun(Noun::Chest)},
    {"upperbody", noun(Noun::Chest)}, {"thoracic", noun(Noun::Chest)}, {"brust", noun(Noun::Chest)}, {"pecho", noun(Noun::Chest)}, {"torace", noun(Noun::Chest)},
    {"poitrine", noun(Noun::Chest)}, {"mune", noun(Noun::Chest)},
    {"neck", noun(Noun::Neck)}, {"cervical", noun(Noun::Neck)}, {"hals", noun(Noun::Neck)}, {"nacken", noun(Noun::Neck)}, {"cuello", noun(Noun::Neck)},
    {"collo", noun(Noun::Neck)}, {"cou", noun(Noun::Neck)}, {"kubi", noun(Noun::Neck)},
    {"head", noun(Noun::Head)}, {"skull", noun(Noun::Head)}, {"cranium", noun(Noun::Head)}, {"kopf", noun(Noun::Head)}, {"cabeza", noun(Noun::Head)},
    {"testa", noun(Noun::Head)}, {"tete", noun(Noun::Head)}, {"atama", noun(Noun::Head)},
    {"collar", noun(Noun::Collar)}, {"collarbone", noun(Noun::Collar)}, {"clavicle", noun(Noun::Collar)}, {"clavicule", noun(Noun::Collar)}, {"clav", noun(Noun::Collar)},
    {"clavicula", noun(Noun::Collar)}, {"clavicola", noun(Noun::Collar)}, {"schlusselbein", noun(Noun::Collar)},
    {"shoulder", noun(Noun::Shoulder)}, {"shldr", noun(Noun::Shoulder)}, {"shoulders", noun(Noun::Shoulder)}, {"schulter", noun(Noun::Shoulder)}, {"hombro", noun(Noun::Shoulder)},
    {"spalla", noun(Noun::Shoulder)}, {"epaule", noun(Noun::Shoulder)}, {"kata", noun(Noun::Shoulder)},
    {"arm", noun(Noun::Arm)}, {"humerus", noun(Noun::Arm)}, {"brazo", noun(Noun::Arm)}, {"bras", noun(Noun::Arm)}, {"braccio", noun(Noun::Arm)}, {"ude", noun(Noun::Arm)},
    {"forearm", noun(Noun::Elbow)}, {"elbow", noun(Noun::Elbow)}, {"ulna", noun(Noun::Elbow)}, {"radius", noun(Noun::Elbow)}, {"ellbogen", noun(Noun::Elbow)},
    {"antebrazo", noun(Noun::Elbow)}, {"codo", noun(Noun::Elbow)}, {"gomito", noun(Noun::Elbow)}, {"avambraccio", noun(Noun::Elbow)}, {"coude", noun(Noun::Elbow)},
    {"hiji", noun(Noun::Elbow)}, {"unterarm", noun(Noun::Elbow)},
    {"hand", noun(Noun::Hand)}, {"wrist", noun(Noun::Hand)}, {"hands", noun(Noun::Hand)}, {"carpal", noun(Noun::Hand)}, {"carpus", noun(Noun::Hand)}, {"mano", noun(Noun::Hand)},
    {"handgelenk", noun(Noun::Hand)}, {"muneca", noun(Noun::Hand)}, {"polso", noun(Noun::Hand)}, {"poignet", noun(Noun::Hand)}, {"tekubi", noun(Noun::Hand)},
    {"leg", noun(Noun::Leg)}, {"legs", noun(Noun::Leg)}, {"bein", noun(Noun::Leg)}, {"pierna", noun(Noun::Leg)}, {"gamba", noun(Noun::Leg)}, {"jambe", noun(Noun::Leg)},
    {"thigh", noun(Noun::Thigh)}, {"femur", noun(Noun::Thigh)}, {"oberschenkel", noun(Noun::Thigh)}, {"muslo", noun(Noun::Thigh)}, {"coscia", noun(Noun::Thigh)},
    {"cuisse", noun(Noun::Thigh)}, {"momo", noun(Noun::Thigh)}, {"thight", noun(Noun::Thigh)},
    {"calf", noun(Noun::Shin)}, {"shin", noun(Noun::Shin)}, {"knee", noun(Noun::Shin)}, {"tibia", noun(Noun::Shin)}, {"crus", noun(Noun::Shin)}, {"knie", noun(Noun::Shin)},
    {"unterschenkel", noun(Noun::Shin)}, {"rodilla", noun(Noun::Shin)}, {"ginocchio", noun(Noun::Shin)}, {"genou", noun(Noun::Shin)}, {"hiza", noun(Noun::Shin)},
    {"calve", noun(Noun::Shin)}, {"fibula", noun(Noun::Shin)},
    {"foot", noun(Noun::Foot)}, {"feet", noun(Noun::Foot)}, {"fuss", noun(Noun::Foot)}, {"pie", noun(Noun::Foot)}, {"piede", noun(Noun::Foot)}, {"pied", noun(Noun::Foot)},
    {"tarsus", noun(Noun::Foot)}, {"ashi", noun(Noun::Leg)},
    {"ankle", noun(Noun::Ankle)}, {"knochel", noun(Noun::Ankle)}, {"tobillo", noun(Noun::Ankle)}, {"caviglia", noun(Noun::Ankle)}, {"cheville", noun(Noun::Ankle)},
    {"ashikubi", noun(Noun::Ankle)},
    {"toe", noun(Noun::Toe)}, {"toes", noun(Noun::Toe)}, {"ball", noun(Noun::Toe)}, {"toebase", noun(Noun::Toe)}, {"zeh", noun(Noun::Toe)}, {"zehen", noun(Noun::Toe)},
    {"forefoot", noun(Noun::Toe)}, {"bigtoe", noun(Noun::Toe)}, {"metatarsal", noun(Noun::Other)}, {"metatarsals", noun(Noun::Other)}, {"orteil", noun(Noun::Toe)}, {"tsumasaki", noun(Noun::Toe)},
    {"eye", noun(Noun::Eye)}, {"eyeball", noun(Noun::Eye)}, {"auge", noun(Noun::Eye)}, {"ojo", noun(Noun::Eye)}, {"occhio", noun(Noun::Eye)}, {"oeil", noun(Noun::Eye)},
    {"jaw", noun(Noun::Jaw)}, {"mandible", noun(Noun::Jaw)}, {"kiefer", noun(Noun::Jaw)},
    {"thumb", noun(Noun::Thumb)}, {"daumen", noun(Noun::Thumb)}, {"pulgar", noun(Noun::Thumb)}, {"pollice", noun(Noun::Thumb)}, {"pouce", noun(Noun::Thumb)},
    {"index", noun(Noun::Index)}, {"pointer", noun(Noun::Index)}, {"forefinger", noun(Noun::Index)},
    {"middle", noun(Noun::Middle)}, {"ring", noun(Noun::Ring)}, {"pinky", noun(Noun::Little)}, {"little", noun(Noun::Little)}, {"pinkie", noun(Noun::Little)},
    {"finger", noun(Noun::Finger)}, {"fingers", noun(Noun::Finger)}, {"digit", noun(Noun::Finger)},
    {"palm", noun(Noun::Palm)}, {"metacarpal", noun(Noun::Palm)}, {"knuckle", noun(Noun::Palm)},

    {"twist", helper}, {"roll", helper}, {"ik", helper}, {"pole", helper}, {"target", helper}, {"ctrl", helper}, {"control", helper}, {"controller", helper},
    {"corrective", helper}, {"correctives", helper}, {"end", helper}, {"nub", helper}, {"site", helper}, {"effector", helper}, {"goal", helper},
    {"socket", helper}, {"weapon", helper}, {"prop", helper}, {"attach", helper}, {"attachment", helper}, {"helper", helper}, {"null", helper},
    {"locator", helper}, {"mch", helper}, {"ribbon", helper}, {"bendy", helper}, {"muscle", helper}, {"volume", helper}, {"tip", helper},
    {"leaf", helper}, {"pivot", helper}, {"dummy", helper}, {"swing", helper}, {"tweak", helper}, {"fk", helper}, {"heel", helper}, {"adjust", helper}, {"half", helper},
    {"physics", helper}, {"jiggle", helper}, {"collider", helper}, {"collision", helper}, {"spring", helper}, {"share", helper},
    {"shadow", helper}, {"ghost", helper}, {"offset", helper}, {"parent", helper}, {"cancel", helper}, {"twistor", helper}, {"bulge", helper}, {"item", helper},
    {"in", part}, {"out", part}, {"inner", part}, {"outer", part}, {"fwd", part}, {"bck", part}, {"front", part}, {"rear", animal}, {"side", part},
    {"side1", part}, {"piece", part}, {"segment", part}, {"seg", part}, {"bend", part},
    {"base", empty}, {"bone", empty}, {"joint", empty}, {"jnt", empty}, {"jt", empty}, {"def", empty}, {"org", empty}, {"bip", empty}, {"skin", empty}, {"bind", empty},
    {"sk", empty}, {"rig", empty}, {"armature", empty}, {"character", empty}, {"body", empty}, {"face", empty}, {"proximal", empty}, {"intermediate", empty},
    {"distal", empty}, {"root", empty}, {"mixamorig", empty}, {"adj", empty}, {"drv", empty}, {"deform", empty}, {"grp", helper}, {"group", helper},

    {"hair", noun(Noun::Other)}, {"skirt", noun(Noun::Other)}, {"coat", noun(Noun::Other)}, {"breast", noun(Noun::Other)}, {"bust", noun(Noun::Other)}, 
    {"butt", noun(Noun::Other)}, {"buttock", noun(Noun::Other)}, {"glute", noun(Noun::Other)}, {"ear", noun(Noun::Other)}, {"ears", noun(Noun::Other)}, {"lip", noun(Noun::Other)},
    {"lips", noun(Noun::Other)}, {"lid", noun(Noun::Other)}, {"lids", noun(Noun::Other)}, {"eyelid", noun(Noun::Other)}, {"eyebrow", noun(Noun::Other)}, {"brow", noun(Noun::Other)},
    {"lash", noun(Noun::Other)}, {"eyelash", noun(Noun::Other)}, {"cheek", noun(Noun::Other)}, {"nose", noun(Noun::Other)}, {"nostril", noun(Noun::Other)}, {"tongue", noun(Noun::Other)},
    {"teeth", noun(Noun::Other)}, {"tooth", noun(Noun::Other)}, {"chin", noun(Noun::Other)}, {"forehead", noun(Noun::Other)}, {"temple", noun(Noun::Other)}, {"cloth", noun(Noun::Other)},
    {"cape", noun(Noun::Other)}, {"belt", noun(Noun::Other)}, {"strap", noun(Noun::Other)}, {"sleeve", noun(Noun::Other)}, {"hood", noun(Noun::Other)},
    {"helmet", noun(Noun::Other)}, {"pect", noun(Noun::Other)}, {"scap", noun(Noun::Other)}, {"scapula", noun(Noun::Collar)},
    {"latissimus", noun(Noun::Other)}, {"tricep", noun(Noun::Other)}, {"triceps", noun(Noun::Other)}, {"bicep", noun(Noun::Other)}, {"biceps", noun(Noun::Other)},
    {"trap", noun(Noun::Other)}, {"delt", noun(Noun::Other)}, {"deltoid", noun(Noun::Other)}, {"mouth", noun(Noun::Other)}, {"iris", noun(Noun::Other)}, {"pupil", noun(Noun::Other)},
    {"throat", noun(Noun::Other)}, {"sword", noun(Noun::Other)}, {"shield", noun(Noun::Other)}, {"pony", noun(Noun::Other)},
    {"ponytail", noun(Noun::Other)}, {"pigtail", noun(Noun::Other)}, {"bang", noun(Noun::Other)}, {"bangs", noun(Noun::Other)}, {"ribbons", noun(Noun::Other)}, {"scarf", noun(Noun::Other)},
    {"armor", noun(Noun::Other)}, {"pouch", noun(Noun::Other)}, {"backpack", noun(Noun::Other)}, {"glasses", noun(Noun::Other)},
    {"wheel", noun(Noun::Other)}, {"door", noun(Noun::Other)}, {"seat", noun(Noun::Other)}, {"chassis", noun(Noun::Other)}, {"camera", noun(Noun::Other)}, {"footsteps", helper},
    {"interaction", helper}, {"mass", helper}, {"sphere", noun(Noun::Other)}, {"cube", noun(Noun::Other)}, {"mesh", noun(Noun::Other)}, {"icosphere", noun(Noun::Other)},
    {"leaves", noun(Noun::Other)}, {"branch", noun(Noun::Other)}, {"twig", noun(Noun::Other)}, {"kneeback", noun(Noun::Other)}, {"jewel", noun(Noun::Other)}, {"earring", noun(Noun::Other)},
    {"necklace", noun(Noun::Other)}, {"watch", noun(Noun::Other)}, {"boot", noun(Noun::Other)}, {"shoe", noun(Noun::Other)}, {"glove", noun(Noun::Other)},
    {"collar1", noun(Noun::Collar)}, {"antenna", noun(Noun::Other)}, {"table", noun(Noun::Other)}, {"chair", noun(Noun::Other)}, {"engine", noun(Noun::Other)}, {"turret", noun(Noun::Other)},

    {"paw", noun(Noun::Animal)}, {"hoof", noun(Noun::Animal)}, {"wing", noun(Noun::Animal)}, {"flipper", noun(Noun::Animal)}, {"tentacle", noun(Noun::Animal)},
    {"fetlock", noun(Noun::Animal)}, {"pastern", noun(Noun::Animal)}, {"hock", noun(Noun::Animal)}, {"withers", noun(Noun::Animal)}, {"snout", noun(Noun::Animal)}, {"muzzle", noun(Noun::Animal)},
    {"beak", noun(Noun::Animal)}, {"claw", noun(Noun::Animal)}, {"pincer", noun(Noun::Animal)}, {"mandibles", noun(Noun::Animal)}, {"trunk1", noun(Noun::Spine)}, {"cannon", noun(Noun::Animal)},
    {"foreleg", noun(Noun::Animal)}, {"hindleg", noun(Noun::Animal)}, {"coxa", noun(Noun::Animal)}, {"trochanter", noun(Noun::Animal)}, {"gripper", noun(Noun::Animal)},
    {"stifle", noun(Noun::Animal)}, {"mane", noun(Noun::Other)}, {"horn", noun(Noun::Other)}, {"udder", noun(Noun::Animal)}, {"crest", noun(Noun::Other)}, {"gill", noun(Noun::Animal)},
    {"hind", animal}, {"fl", animal}, {"fr", animal}, {"bl", animal}, {"br", animal}, {"rl", animal}, {"rr", animal}, {"forelimb", noun(Noun::Animal)}, {"hindlimb", noun(Noun::Animal)}, {"mantle", noun(Noun::Animal)}, {"abdomens", noun(Noun::Animal)},
    {"tail", {Meaning::Tail, Noun::Animal}}, {"tails", {Meaning::Tail, Noun::Animal}},
});

// Words of scripts that do not put spaces between words. They are found inside names, the longest first.
constexpr auto scripts = std::to_array<Entry>({
    {"左", left}, {"右", right}, {"下半身", noun(Noun::Hips)}, {"腰", noun(Noun::Hips)}, {"骨盆", noun(Noun::Hips)}, {"上半身", noun(Noun::Spine)}, {"胸", noun(Noun::Chest)}, {"脊柱", noun(Noun::Spine)},
    {"脊椎", noun(Noun::Spine)}, {"首", noun(Noun::Neck)}, {"脖子", noun(Noun::Neck)}, {"頭", noun(Noun::Head)}, {"头", noun(Noun::Head)}, {"肩", noun(Noun::Shoulder)}, {"腕", noun(Noun::Arm)},
    {"ひじ", noun(Noun::Elbow)}, {"肘", noun(Noun::Elbow)}, {"手首", noun(Noun::Hand)}, {"手", noun(Noun::Hand)}, {"足首", noun(Noun::Ankle)}, {"つま先", noun(Noun::Toe)}, {"ひざ", noun(Noun::Shin)},
    {"膝", noun(Noun::Shin)}, {"足", noun(Noun::Leg)}, {"腿", noun(Noun::Leg)}, {"大腿", noun(Noun::Thigh)}, {"小腿", noun(Noun::Shin)}, {"目", noun(Noun::Eye)}, {"両目", helper}, {"あご", noun(Noun::Jaw)},
    {"親指", noun(Noun::Thumb)}, {"人指", noun(Noun::Index)}, {"人差指", noun(Noun::Index)}, {"中指", noun(Noun::Middle)}, {"薬指", noun(Noun::Ring)}, {"小指", noun(Noun::Little)},
    {"捩", helper}, {"ＩＫ", helper}, {"先", helper}, {"親", helper}, {"グルーブ", helper}, {"センター", empty}, {"キャンセル", helper}, {"髪", noun(Noun::Other)}, {"スカート", noun(Noun::Other)},
    {"Ｐ", helper}, {"Ｃ", helper}, {"Ｄ", helper}, {"ＥＸ", helper}, {"ダミー", helper}, {"補助", helper}, {"乳", noun(Noun::Other)}, {"しっぽ", {Meaning::Tail, Noun::Animal}}, {"尻尾", {Meaning::Tail, Noun::Animal}},
    {"上", upper}, {"下", lower},
});
// clang-format on

constexpr auto sorted = [] {
    auto copy = words;
    std::sort(copy.begin(), copy.end(), [](const Entry& a, const Entry& b) { return a.word < b.word; });
    return copy;
}();

}  // namespace

Word lookUp(std::string_view word) noexcept
{
    const auto found = std::lower_bound(sorted.begin(), sorted.end(), word, [](const Entry& a, std::string_view w) { return a.word < w; });
    return found != sorted.end() && found->word == word ? found->value : Word{};
}

std::size_t lookUpScript(std::string_view text, Word& outWord) noexcept
{
    std::size_t longest = 0;
    for (const Entry& entry : scripts) {
        if (entry.word.size() > longest && text.starts_with(entry.word)) {
            longest = entry.word.size();
            outWord = entry.value;
        }
    }
    return longest;
}

}  // namespace armature::humanoid
