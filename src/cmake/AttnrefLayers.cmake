# The layers of attnref, from the bottom up. The layer <name> is the folder src/<name> with the headers of include/attnref
# that it defines; `typed` is headers alone. A file includes its own layer and those below. A public header includes only
# public headers that stand before it here.
#
# src/CMakeLists.txt makes a library of each layer, and the test layering.includes reads every #include.
set(ATTNREF_LAYERS "")
macro(attnref_layer name)
  list(APPEND ATTNREF_LAYERS ${name})
  set(ATTNREF_HEADERS_${name} ${ARGN})
endmacro()

attnref_layer(typed
  rounding detail/agree detail/allocator detail/xtensor detail/exp detail/widest
  axis matrix linear softmax projections attention static_attention)
attnref_layer(problem tensor features parts semantics problem profile answer capabilities backend spec)
attnref_layer(files)
attnref_layer(truth enclosure error_bound golden)
attnref_layer(judging report judging law)
attnref_layer(documents)
attnref_layer(generators)
attnref_layer(lesson)
attnref_layer(laws)
attnref_layer(reference reference)
attnref_layer(search check)
attnref_layer(doors abi)
attnref_layer(comparing)
attnref_layer(claims)
attnref_layer(reports)
# Up to here attnref::check, which others link. From here on what attnref is tested and shown with, and the programs.
set(ATTNREF_CHECK_LAYERS ${ATTNREF_LAYERS})
attnref_layer(textbook)
attnref_layer(mutation)
attnref_layer(mutants)
attnref_layer(vectors)
set(ATTNREF_LIBRARY_LAYERS ${ATTNREF_LAYERS})
attnref_layer(cli)
attnref_layer(grid)
attnref_layer(docs)
attnref_layer(bench)
attnref_layer(adapters)
