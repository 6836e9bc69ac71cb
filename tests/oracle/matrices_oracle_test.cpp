#include <map>

#include <oracle/golden_rig.hpp>

using namespace armature;
using namespace armature::test;

BOOST_AUTO_TEST_SUITE(oracle_matrices)

namespace {

using Matrices = std::vector<glm::dmat4>;

Bone& named(GoldenRig& rig, const Json& name)
{
    return *rig.skeleton.findBone(name.text());
}

/// Applies a step. Babylon.js's setBindMatrix also moves the bone to the bind pose.
void applyToRig(GoldenRig& rig, const Json& step)
{
    const std::string op = step["op"].text();
    if (op == "setTRS") {
        for (const Json& set : step["sets"].items()) {
            GoldenRig::setParts(named(rig, set["b"]), set);
        }
    } else if (op == "setLocalMatrix") {
        for (const Json& set : step["sets"].items()) {
            named(rig, set["b"]).setLocalMatrix(glm::mat4(set["m"].matrix()));
        }
    } else if (op == "returnToRest") {
        rig.skeleton.returnToRest();
    } else if (op == "setCurrentPoseAsRest") {
        rig.skeleton.setCurrentPoseAsRest();
    } else if (op == "setRestMatrix") {
        named(rig, step["b"]).setRestMatrix(glm::mat4(step["m"].matrix()));
    } else if (op == "setBindMatrix" || op == "updateMatrix") {
        const glm::mat4 matrix(step["m"].matrix());
        named(rig, step["b"]).setBindMatrix(matrix);
        if (op == "setBindMatrix" || step.flag("updateLocal")) {
            named(rig, step["b"]).setLocalMatrix(matrix);
        }
    } else if (op == "setParent") {
        named(rig, step["b"]).setParent(step["p"].isNull() ? nullptr : &named(rig, step["p"]));
    } else if (op == "sortBones") {
        rig.skeleton.sortBones();
    } else {
        BOOST_REQUIRE_EQUAL(op, "none");
    }
}

/// A golden state in which references to itself and to the previous state are resolved.
class GoldenStates {
public:
    void next(const Json& packed)
    {
        for (const char* field : {"local", "absolute", "final", "skin", "bind", "absoluteBind", "absoluteInverseBind", "rest"}) {
            const Json value = packed[field];
            const std::string reference = value.isText() ? value.text() : "";
            if (reference.empty()) {
                state_[field] = value.matrices();
            } else if (reference != "=prev") {
                state_[field] = state_.at(reference.substr(1));
            }
        }
        if (!packed["order"].isText()) {
            order_.clear();
            for (const Json& name : packed["order"].items()) {
                order_.push_back(name.text());
            }
        }
    }
    [[nodiscard]] const Matrices& operator[](const std::string& field) const { return state_.at(field); }
    [[nodiscard]] const std::vector<std::string>& order() const { return order_; }

private:
    std::map<std::string, Matrices> state_;
    std::vector<std::string> order_;
};

/// Returns the correct local matrices after parts of sheared matrices were set. A new position keeps the shear; a new rotation or scale
/// replaces the matrix by its parts, whose rotation has unit length. (Babylon.js splits the matrix each time, into a rotation without unit
/// length.)
Matrices saneLocals(const GoldenRig& rig, const Matrices& before, const Json& step)
{
    Matrices locals = before;
    const auto bones = rig.skeleton.bones();
    for (const Json& set : step["sets"].items()) {
        for (std::size_t i = 0; i < bones.size(); ++i) {
            if (bones[i]->getName() != set["b"].text()) {
                continue;
            }
            glm::dmat4& local = locals[i];
            if (set.has("t")) {
                local = reference::withTranslation(local, set["t"].vector());
            }
            if (set.has("r") || set.has("s")) {
                reference::Parts parts = reference::split(local);
                parts.rotation = set.has("r") ? glm::normalize(set["r"].quaternion()) : parts.rotation;
                parts.scale = set.has("s") ? set["s"].vector() : parts.scale;
                local = reference::compose(parts);
            }
        }
    }
    return locals;
}

/// Whether a step sets parts of a sheared matrix.
bool splitsSheared(const GoldenRig& rig, const Matrices& before, const Json& step)
{
    if (step["op"].text() != "setTRS") {
        return false;
    }
    const auto bones = rig.skeleton.bones();
    const auto sets = step["sets"].items();
    return std::ranges::any_of(sets, [&](const Json& set) {
        const auto bone = std::ranges::find(bones, set["b"].text(), [](const Bone* each) { return each->getName(); });
        return reference::isSheared(before[static_cast<std::size_t>(bone - bones.begin())]);
    });
}

Matrices products(const Matrices& a, const Matrices& b)
{
    Matrices result;
    for (std::size_t i = 0; i < a.size(); ++i) {
        result.push_back(a[i] * b[i]);
    }
    return result;
}

Matrices inverses(const Matrices& matrices)
{
    Matrices result;
    for (const glm::dmat4& matrix : matrices) {
        result.push_back(glm::inverse(matrix));
    }
    return result;
}

void checkRigPose(StepVerdict& verdict, const GoldenRig& rig, const Json& step, const GoldenStates& golden, const Matrices& before)
{
    const bool isLossy = splitsSheared(rig, before, step);
    const auto sane = [&] { return saneLocals(rig, before, step); };
    verdict.equalOrSane("local", numbersOf(rig.locals()), numbersOf(golden["local"]), isLossy ? "lossy" : "",
                        [&] { return numbersOf(sane()); });
    const Matrices inverseBinds = inverses(reference::absolutes(golden["bind"], rig.parents()));
    if (verdict.differs()) {
        const Matrices absolutes = reference::absolutes(sane(), rig.parents());
        verdict.isSane("absolute", numbersOf(rig.absolutes()), numbersOf(absolutes), "lossy");
        verdict.isSane("final", numbersOf(rig.finals()), numbersOf(products(absolutes, inverseBinds)), "lossy", paletteTolerance);
        return;
    }
    const std::string mark = step.flag("quirk") ? step["why"].text() : "";
    const bool hasSane = step.has("sane");
    const auto absolutes = [&] {
        return numbersOf(hasSane ? step["sane"]["absolute"].matrices() : reference::absolutes(golden["local"], rig.parents()));
    };
    verdict.equalOrSane("absolute", numbersOf(rig.absolutes()), numbersOf(golden["absolute"]), mark, absolutes);
    // Babylon.js's "final" is the pose in skeleton space.
    verdict.equalOrSane("final of Babylon.js", numbersOf(rig.absolutes()), numbersOf(golden["final"]), mark, absolutes);
    verdict.equalOrSane(
        "palette", numbersOf(rig.finals()), numbersOf(golden["skin"]), mark,
        [&] { return numbersOf(products(reference::absolutes(golden["local"], rig.parents()), inverseBinds)); }, paletteTolerance);
}

void checkBinds(StepVerdict& verdict, const GoldenRig& rig, const Json& step, const GoldenStates& golden)
{
    const std::string mark = step.flag("quirk") ? step["why"].text() : "";
    verdict.equal("bind", numbersOf(rig.each([](const Bone& bone) { return bone.getBindMatrix(); })), numbersOf(golden["bind"]));
    verdict.equal("rest", numbersOf(rig.each([](const Bone& bone) { return bone.getRestMatrix(); })), numbersOf(golden["rest"]));
    const Matrices binds = reference::absolutes(golden["bind"], rig.parents());
    verdict.equalOrSane("absolute bind", numbersOf(rig.each([](const Bone& bone) { return bone.getAbsoluteBindMatrix(); })),
                        numbersOf(golden["absoluteBind"]), mark, [&] { return numbersOf(binds); });
    verdict.equalOrSane("absolute inverse bind", numbersOf(rig.each([](const Bone& bone) { return bone.getAbsoluteInverseBindMatrix(); })),
                        numbersOf(golden["absoluteInverseBind"]), mark, [&] { return numbersOf(inverses(binds)); });
}

/// Checks a bind matrix that cannot be inverted. Babylon.js uses it as its own inverse. Here, it is refused with the bone's name; if an
/// inverse bind is given, as a file may do, the bone is created anyway.
void checkSingularBind(const Json& golden, OracleTally& tally)
{
    BOOST_CHECK_EXCEPTION(GoldenRig rig(golden["bones"]), std::invalid_argument, says("b1: the bind matrix is singular"));
    GoldenRig rig(golden["bones"], SingularBind::GiveInverse);
    GoldenStates states;
    for (const Json& step : golden["steps"].items()) {
        const Matrices before = rig.locals();
        applyToRig(rig, step);
        states.next(step["state"]);
        StepVerdict verdict(tally, golden["id"].text());
        // A singular matrix has no rotation to split off: when a position is set, Babylon.js loses the matrix; here, it stays.
        const auto sane = [&] { return saneLocals(rig, before, step); };
        verdict.equalOrSane("local", numbersOf(rig.locals()), numbersOf(states["local"]), step["op"].text() == "setTRS" ? "lossy" : "",
                            [&] { return numbersOf(sane()); });
        verdict.equal("rest", numbersOf(rig.each([](const Bone& bone) { return bone.getRestMatrix(); })), numbersOf(states["rest"]));
        const Matrices absolutes = reference::absolutes(verdict.differs() ? sane() : states["local"], rig.parents());
        verdict.isSane("absolute", numbersOf(rig.absolutes()), numbersOf(absolutes), step["why"].text());
        const std::vector<glm::dmat4> final{glm::dmat4(rig.skeleton.findBone("b1")->getFinalMatrix())};
        verdict.isSane("final with the identity as given inverse bind", numbersOf(final), numbersOf({absolutes.at(1)}), step["why"].text());
    }
}

void checkMatrices(const Json& golden, OracleTally& tally)
{
    GoldenRig rig(golden["bones"]);
    GoldenStates states;
    int number = 0;
    for (const Json& step : golden["steps"].items()) {
        const Matrices before = rig.locals();
        applyToRig(rig, step);
        states.next(step["state"]);
        StepVerdict verdict(tally, golden["id"].text() + " step " + std::to_string(number++) + " " + step["op"].text());
        std::vector<std::string> order;
        for (const Bone* bone : rig.skeleton.bones()) {
            order.push_back(bone->getName());
        }
        BOOST_TEST(order == states.order(), boost::test_tools::per_element());
        checkRigPose(verdict, rig, step, states, before);
        checkBinds(verdict, rig, step, states);
        if (verdict.differs()) {
            rig.setLocals(states["local"]);
        }
    }
}

bool bindsSingular(const Json& golden)
{
    const auto tags = golden["tags"].items();
    return std::ranges::any_of(tags, [](const Json& tag) { return tag.text() == "zeroScale:bind"; });
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_case_is_equal_or_deliberately_different)
{
    compareGolden("matrices", [](const Json& golden, OracleTally& tally) {
        if (bindsSingular(golden)) {
            checkSingularBind(golden, tally);
        } else {
            checkMatrices(golden, tally);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
