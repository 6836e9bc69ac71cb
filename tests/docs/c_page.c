/* The examples of docs/c.md, in order and word for word; examples_test.cpp compares them with the page. */
#include "c_page.h"

#include <math.h>

#include <armature/c/armature.h>

static int failed_line;

static void fail(int line)
{
    failed_line = failed_line == 0 ? line : failed_line;
}

/* clang-format off */
#define check(result) ((result) == ARMATURE_OK ? (void)0 : fail(__LINE__))
#define expect(condition) ((condition) ? (void)0 : fail(__LINE__))

static void remove_hand(armature_context* context)
{
    armature_skeleton* skeleton = NULL;
    check(armature_skeleton_create(context, "character", &skeleton));
    {
        armature_bone* hand = NULL;
        armature_bone* other = NULL;
        float matrix[16];
        check(armature_skeleton_create_bone(skeleton, "hand", NULL, &hand));
        check(armature_skeleton_remove_bone(skeleton, hand, ARMATURE_REMOVAL_SUBTREE));
        check(armature_skeleton_create_bone(skeleton, "hand", NULL, &other));
        expect(other != hand);
        expect(armature_bone_final_matrix(hand, matrix) == ARMATURE_STALE);
    }
}

static void play_once(armature_group* walk)
{
    armature_playback playback = {0};
    {
        armature_play_options options;
        check(armature_play_options_default(&options, sizeof options));
        options.loops = false;
        options.speed_ratio = 0.5;
        check(armature_group_play(walk, &options));
    }
    playback.size = sizeof playback;
    check(armature_group_playback(walk, &playback));
    expect(!playback.is_looping && playback.speed_ratio == 0.5);
}

static void look_ahead(armature_skeleton* skeleton)
{
    const float target[3] = {0.2f, 1.6f, 4.f};
    armature_bone* head = NULL;
    armature_bone_look* look = NULL;
    check(armature_skeleton_find_bone(skeleton, "head", &head));
    check(armature_bone_look_create(head, NULL, &look));
    {
        armature_ik_report report = {0};
        report.size = sizeof report;
        check(armature_bone_look_set_target(look, target, ARMATURE_SPACE_WORLD));
        check(armature_bone_look_update(look, INFINITY, &report));
        expect(report.status == ARMATURE_IK_SOLVED);
    }
}

int run_examples_of_c_page(const char* model)
{
    armature_context* context = NULL;
    armature_scene* scene = NULL;
    armature_group* walk = NULL;
    armature_skeleton* skeleton = NULL;
    failed_line = 0;
    check(armature_context_create(&context));
    check(armature_scene_load(context, model, NULL, &scene));
    check(armature_scene_find_group(scene, "walk", &walk));
    check(armature_scene_skeleton(scene, 0, &skeleton));
    remove_hand(context);
    play_once(walk);
    look_ahead(skeleton);
    armature_context_destroy(context);
    return failed_line;
}
