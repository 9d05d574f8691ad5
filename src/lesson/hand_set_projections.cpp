#include "lesson/hand_set_projections.hpp"

#include "lesson/embedding.hpp"

namespace attnref::lesson {

namespace {

enum Axis : std::size_t { noun_axis, verb_axis, singular_axis, plural_axis, axis_count };

std::size_t row_of(PartOfSpeech part_of_speech) {
  return part_of_speech_block + static_cast<std::size_t>(part_of_speech);
}

std::size_t row_of(Number number) { return number_block + static_cast<std::size_t>(number); }

}  // namespace

PlainMatrix hand_set_wq() {
  PlainMatrix wq(embedding_size, axis_count);
  wq(row_of(PartOfSpeech::verb), noun_axis) = 6.0;
  wq(row_of(PartOfSpeech::determiner), noun_axis) = 4.0;
  wq(row_of(PartOfSpeech::relation), noun_axis) = 4.0;
  wq(row_of(PartOfSpeech::adverb), verb_axis) = 4.0;
  wq(row_of(PartOfSpeech::noun), verb_axis) = 1.0;
  wq(row_of(Number::singular), singular_axis) = 4.0;
  wq(row_of(Number::plural), plural_axis) = 4.0;
  return wq;
}

PlainMatrix hand_set_wk() {
  PlainMatrix wk(embedding_size, axis_count);
  wk(row_of(PartOfSpeech::noun), noun_axis) = 1.0;
  wk(row_of(PartOfSpeech::verb), verb_axis) = 1.0;
  wk(row_of(Number::singular), singular_axis) = 1.0;
  wk(row_of(Number::plural), plural_axis) = 1.0;
  return wk;
}

PlainMatrix hand_set_wv() {
  PlainMatrix wv(embedding_size, 3);
  wv(row_of(Number::singular), 0) = 1.0;
  wv(row_of(Number::plural), 1) = 1.0;
  wv(row_of(Number::none), 2) = 1.0;
  return wv;
}

}  // namespace attnref::lesson
