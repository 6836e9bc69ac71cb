#ifndef ARMATURE_TESTS_DOCS_C_PAGE_H
#define ARMATURE_TESTS_DOCS_C_PAGE_H

#ifdef __cplusplus
extern "C" {
#endif

/* Runs the examples of docs/c.md on a model. Returns the line of the first assertion that failed; 0: none did. */
int run_examples_of_c_page(const char* model);

#ifdef __cplusplus
}
#endif

#endif
