/* The program of docs/getting_started in C99, without its window. getting_started_test.cpp compares it with the same in C++. */
#include "getting_started.h"

#include <armature/c/armature.h>

static int failures;

static void call(armature_result result)
{
    failures += result != ARMATURE_OK;
}

static armature_layer* add_layer(armature_mixer* mixer, armature_instance* instance, const char* clip)
{
    armature_group* group = NULL;
    armature_layer* layer = NULL;
    call(armature_instance_find_group(instance, clip, &group));
    call(armature_mixer_add_layer_of_group(mixer, group, NULL, &layer));
    return layer;
}

static armature_bone_look* create_glance(armature_bone* head)
{
    armature_bone_look_options options;
    armature_bone_look* look = NULL;
    call(armature_bone_look_options_default(&options, sizeof options));
    options.min_yaw = -1.f;
    options.max_yaw = 1.f;
    options.min_pitch = -0.5f;
    options.max_pitch = 0.5f;
    options.half_life = 0.1f;
    call(armature_bone_look_create(head, &options, &look));
    return look;
}

static void move(armature_node* root, float share, float seconds)
{
    static const float up[3] = {0.f, 1.f, 0.f};
    const float step[3] = {0.f, 0.f, 0.98f * share * seconds}; /* metres a second, for which the clip was made */
    call(armature_node_rotate(root, up, 2.f * seconds, ARMATURE_SPACE_LOCAL));
    call(armature_node_translate(root, step, ARMATURE_SPACE_OWN));
}

int play_getting_started(const char* file, float (*out_frames)[GETTING_STARTED_FLOATS])
{
    static const float camera[3] = {2.f, 2.2f, 5.f};
    const armature_transform beside = {{1.2f, 0.f, 0.f}, {0.f, 0.f, 0.f, 1.f}, {1.f, 1.f, 1.f}};
    armature_context* context = NULL;
    armature_scene* model = NULL;
    armature_scene* world = NULL;
    armature_instance* hero = NULL;
    armature_instance* guide = NULL;
    armature_group* wave = NULL;
    armature_node* root = NULL;
    armature_mixer* mixer = NULL;
    armature_layer* idle;
    armature_layer* walk;
    armature_skeleton* skeleton = NULL;
    armature_skeleton* skeleton_of_guide = NULL;
    armature_bone* head = NULL;
    armature_bone* hand = NULL;
    armature_bone_look* glance;
    bool is_walking = false;
    int frame;

    failures = 0;
    call(armature_context_create(&context));
    call(armature_scene_load(context, file, NULL, &model));
    call(armature_scene_create(context, &world));
    call(armature_scene_instantiate(world, model, "hero", NULL, &hero));
    call(armature_scene_instantiate(world, model, "guide", &beside, &guide));
    call(armature_scene_destroy(model));
    call(armature_instance_root(hero, &root));
    call(armature_instance_find_group(guide, "wave", &wave));
    call(armature_group_play(wave, NULL));

    call(armature_scene_create_mixer(world, &mixer));
    idle = add_layer(mixer, hero, "idle");
    walk = add_layer(mixer, hero, "walk");
    call(armature_layer_play(idle, NULL));
    call(armature_instance_skeleton(hero, 0, &skeleton));
    call(armature_skeleton_find_bone(skeleton, "head", &head));
    call(armature_instance_skeleton(guide, 0, &skeleton_of_guide));
    call(armature_skeleton_find_bone(skeleton_of_guide, "handLeft", &hand));
    glance = create_glance(head);

    for (frame = 0; frame < GETTING_STARTED_FRAMES; ++frame) {
        const double seconds = 1. / 60.;
        const bool is_down = frame >= 20 && frame < 70;
        float* out = out_frames[frame];
        float share = 0.f;
        bool is_active = false;
        if (is_down != is_walking) {
            is_walking = is_down;
            call(armature_layer_cross_fade_to(is_walking ? idle : walk, is_walking ? walk : idle, 0.2));
        }
        call(armature_scene_animate(world, seconds, ARMATURE_THREADS_CALLER));
        call(armature_layer_weight(walk, &share, &is_active));
        move(root, is_active ? share : 0.f, (float)seconds);
        call(armature_bone_look_set_target(glance, camera, ARMATURE_SPACE_WORLD));
        call(armature_bone_look_update(glance, seconds, NULL));
        call(armature_node_world_matrix(root, out));
        call(armature_node_world_matrix(armature_bone_as_node(head), out + 16));
        call(armature_node_position(armature_bone_as_node(hand), ARMATURE_SPACE_WORLD, out + 32));
        out[35] = share;
    }
    armature_context_destroy(context);
    return failures;
}
