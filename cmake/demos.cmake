# The project's own character, which a program generates, and the demos.

# The program is its main.cpp and a library of all the rest, which tests look at too.
armature_read_sources(character_sources ${PROJECT_SOURCE_DIR}/demos/character/sources.txt)
set(character_main ${PROJECT_SOURCE_DIR}/demos/character/main.cpp)
list(REMOVE_ITEM character_sources ${character_main})
add_library(armature_character_parts ${ARMATURE_KIND_OF_PARTS} ${character_sources})
armature_compile(armature_character_parts)
armature_batch(armature_character_parts)
target_link_libraries(armature_character_parts PUBLIC armature_import)

add_executable(character_generator ${character_main})
armature_compile(character_generator)
set_target_properties(character_generator PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/demos)
target_link_libraries(character_generator PRIVATE armature_character_parts)

set(character ${PROJECT_BINARY_DIR}/demos/character.glb)
add_custom_command(OUTPUT ${character}
    COMMAND character_generator ${character}
    DEPENDS character_generator
    COMMENT "Making character.glb")
add_custom_target(armature_character ALL DEPENDS ${character})

# Everything that scripts/demo runs.
add_custom_target(armature_demonstration)
add_dependencies(armature_demonstration armature_program armature_character)

# Demos see what is installed and nothing else, so that each folder can be copied out: tests/packaging builds them so.
# demos/demos.txt: a line per demo, `name lib1 lib2`; its sources are listed in demos/<name>/sources.txt.
function(armature_add_demo name)
    armature_read_sources(sources ${PROJECT_SOURCE_DIR}/demos/${name}/sources.txt)
    add_executable(demo_${name} ${sources})
    armature_compile(demo_${name})
    set_target_properties(demo_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/demos)
    if(NOT ARMATURE_BATCHES STREQUAL "none")
        set_target_properties(demo_${name} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
    foreach(library IN LISTS ARGN)
        target_link_libraries(demo_${name} PRIVATE armature::${library})
    endforeach()
    add_dependencies(armature_demos demo_${name})
endfunction()

add_custom_target(armature_demos)
if(ARMATURE_BUILD_DEMOS)
    armature_read_lines(demos ${PROJECT_SOURCE_DIR}/demos/demos.txt)
    foreach(demo IN LISTS demos)
        separate_arguments(words UNIX_COMMAND "${demo}")
        armature_add_demo(${words})
    endforeach()
endif()
