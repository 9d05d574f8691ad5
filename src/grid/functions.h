/* The page's interface to C++: every number and every word about numbers that it shows comes through these functions,
 * compiled to WebAssembly. One session, one thread.
 *
 * Text is UTF-8. Text that goes in is written to where attnref_grid_input() says, and its length passed; text that
 * comes out ends with a zero byte. What a function returns stays where it is until the next call. Words, rows, columns
 * count from 0; out of range they give an empty text. */
#ifndef ATTNREF_GRID_FUNCTIONS_H
#define ATTNREF_GRID_FUNCTIONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A buffer of `bytes` bytes for a text that goes in. */
char* attnref_grid_input(uint32_t bytes);

/** Attends to the sentence in the input, its vectors `stretch` times as long. The number of words T, or 0 if it was
 *  refused, and then everything is as it was. */
uint32_t attnref_grid_attend(uint32_t bytes, int projected, double stretch);

/** Why the last call was refused, in one line; empty if it was not. */
const char* attnref_grid_refusal(void);

/** T x T numbers, row after row. */
const double* attnref_grid_scores(void);
const double* attnref_grid_weights(void);

/** T x T bytes: the step of the colour scale, 0 to 50, that a weight has. */
const uint8_t* attnref_grid_levels(void);

/** T x T bytes: 0; 1 for a largest of its row; 2 for one in a row that looks at every word alike. */
const uint8_t* attnref_grid_marks(void);

/** A word as the grid names it. */
const char* attnref_grid_word(uint32_t word);

/** A weight with three decimals. */
const char* attnref_grid_cell(uint32_t row, uint32_t column);

/** Where a score comes from, a line a term: what, a tab, how much. */
const char* attnref_grid_cell_story(uint32_t row, uint32_t column);

/** What a row looks at most and what it reads there, in a sentence. */
const char* attnref_grid_row_story(uint32_t row);

/** How many rows look at themselves most. */
const char* attnref_grid_summary(void);

/** The projections: 0, 1, 2 for W^Q, W^K, W^V. Their row `row` belongs to the coordinate of that name. */
const char* attnref_grid_coordinate(uint32_t row);
uint32_t attnref_grid_columns(uint32_t projection);
const char* attnref_grid_entry(uint32_t projection, uint32_t row, uint32_t column);

/** Takes the text in the input as an entry: 1, or 0 if it was refused. The next attend uses it. */
int attnref_grid_edit(uint32_t bytes, uint32_t projection, uint32_t row, uint32_t column);

/** Puts the hand-set projections back. */
void attnref_grid_reset(void);

/** What program 1 or 2 of the lesson prints. The input holds five texts with newlines between them: T, d_model, d_k,
 *  d_v, seed; an empty one is left to the lesson. Empty if it was refused. */
const char* attnref_grid_program(uint32_t bytes, int which);

#ifdef __cplusplus
}
#endif

#endif
