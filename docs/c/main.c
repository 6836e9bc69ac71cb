/* Plays a clip of a model, and prints where a bone goes. docs/c.md explains the program. */
#include <stdio.h>
#include <stdlib.h>

#include <armature/c/armature.h>

static void check(armature_result result)
{
    if (result != ARMATURE_OK) {
        fprintf(stderr, "%s: %s\n", armature_result_name(result), armature_last_error());
        exit(1);
    }
}

int main(int argument_count, char** arguments)
{
    const char* file = argument_count > 1 ? arguments[1] : "character.glb";
    armature_context* context = NULL;
    armature_scene* scene = NULL;
    armature_group* walk = NULL;
    armature_skeleton* skeleton = NULL;
    armature_bone* hand = NULL;
    int frame;

    check(armature_context_create(&context));
    check(armature_scene_load(context, file, NULL, &scene));
    check(armature_scene_find_group(scene, "walk", &walk));
    check(armature_scene_skeleton(scene, 0, &skeleton));
    check(armature_skeleton_find_bone(skeleton, "handLeft", &hand));

    check(armature_group_play(walk, NULL));
    for (frame = 0; frame < 60; ++frame) {
        const float* palette = NULL; /* what the vertex shader needs */
        size_t matrix_count = 0;
        float position[3];
        check(armature_scene_animate(scene, 1. / 60., ARMATURE_THREADS_CALLER));
        check(armature_skeleton_palette(skeleton, 0, &palette, &matrix_count));
        check(armature_node_position(armature_bone_as_node(hand), ARMATURE_SPACE_WORLD, position));
        if (frame % 10 == 9) {
            printf("%.2f s: hand at %6.3f %6.3f %6.3f, %u matrices\n", (frame + 1) / 60., position[0], position[1], position[2],
                   (unsigned)matrix_count);
        }
    }
    armature_context_destroy(context); /* with everything in it */
    return 0;
}
