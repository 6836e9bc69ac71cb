#ifndef ARMATURE_TESTS_C_GETTING_STARTED_H
#define ARMATURE_TESTS_C_GETTING_STARTED_H

#ifdef __cplusplus
extern "C" {
#endif

enum { GETTING_STARTED_FRAMES = 90, GETTING_STARTED_FLOATS = 36 };

/* Runs what docs/getting_started does in each frame, without a window: the arrow key is held from frame 20 to frame 70. Writes, for each frame,
   the world matrix of the hero's root, the world matrix of its head, the position of the guide's hand, and the weight of the walk. Returns the number of calls
   that failed. */
int play_getting_started(const char* file, float (*out_frames)[GETTING_STARTED_FLOATS]);

#ifdef __cplusplus
}
#endif

#endif
