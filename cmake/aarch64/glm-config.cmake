include_guard(GLOBAL)
add_library(glm::glm INTERFACE IMPORTED)
