# The project's own character, which a program generates, and the demos.

armature_read_sources(character_sources ${PROJECT_SOURCE_DIR}/demos/character/sources.txt)
add_executable(character_generator ${character_sources})
armature_compile(character_generator)
set_target_properties(character_generator PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/demos)
target_include_directories(character_generator PRIVATE ${PROJECT_SOURCE_DIR}/source)
target_link_libraries(character_generator PRIVATE armature_import)

set(character ${PROJECT_BINARY_DIR}/demos/character.glb)
add_custom_command(OUTPUT ${character}
    COMMAND character_generator ${character}
    DEPENDS character_generator
    COMMENT "Making character.glb")
add_custom_target(armature_character ALL DEPENDS ${character})

# Everything that scripts/demo runs.
add_custom_target(armature_demonstration)
add_dependencies(armature_demonstration armature_program armature_character)

# demos/demos.txt: a line per demo, `name lib1 lib2`; its sources are listed in demos/<name>/sources.txt.
function(armature_add_demo name)
    armature_read_sources(sources ${PROJECT_SOURCE_DIR}/demos/${name}/sources.txt)
    add_executable(demo_${name} ${sources})
    armature_compile(demo_${name})
    set_target_properties(demo_${name} PROPERTIES OUTPUT_NAME ${name} RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/demos)
    target_include_directories(demo_${name} PRIVATE ${PROJECT_SOURCE_DIR}/source)
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
