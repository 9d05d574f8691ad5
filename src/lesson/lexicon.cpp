#include "lesson/lexicon.hpp"

#include <optional>
#include <string>

namespace attnref::lesson {

namespace {

struct Entry {
  std::string_view words;  ///< between spaces
  WordClass word_class;
};

constexpr PartOfSpeech noun = PartOfSpeech::noun;
constexpr PartOfSpeech verb = PartOfSpeech::verb;
constexpr PartOfSpeech determiner = PartOfSpeech::determiner;
constexpr PartOfSpeech relation = PartOfSpeech::relation;
constexpr PartOfSpeech adverb = PartOfSpeech::adverb;
constexpr Number singular = Number::singular;
constexpr Number plural = Number::plural;
constexpr Number none = Number::none;

constexpr Entry whole_words[] = {
    {" this that a an each every another ", {determiner, singular}},
    {" these those both many few several all ", {determiner, plural}},
    {" the my your his her its our their some any no which what ", {determiner, none}},
    {" to of in on at by for with from about into onto over under between behind beside near through after before"
     " during without against and or but because if when while as than who ",
     {relation, none}},
    {" here there now then today tomorrow yesterday always never often sometimes soon again still not very too also"
     " only just well quickly slowly away together inside outside ",
     {adverb, none}},
    {" i he she it him me someone everyone nobody nothing everything ", {noun, singular}},
    {" we they us them people men women children mice feet teeth geese lives wives knives leaves shelves ",
     {noun, plural}},
    {" you sheep fish ", {noun, none}},
    {" is was has does goes am ", {verb, singular}},
    {" are were have do go ", {verb, plural}},
    {" can could will would shall should may might must be been being had did went gone done made said saw seen"
     " came found gave given took taken knew known thought told left lost kept held stood sat ran read wrote ate"
     " slept sang broke put met paid bought brought ",
     {verb, none}},
};

// Singular; the plural is regular: +s, +es after s, x, z, ch, sh, and y becomes ies after a consonant.
constexpr std::string_view nouns =
    " key car house door window table chair book page letter word sentence language man woman child boy girl dog cat"
    " bird horse cow tree flower garden river lake sea mountain road street city town village country world day night"
    " week month year morning evening hour minute friend teacher student doctor king queen mother father sister"
    " brother son daughter box bag cup glass plate knife apple cake egg bed room kitchen school shop market office"
    " train bus plane boat ship bike wheel engine machine computer phone picture song story game idea question answer"
    " problem number name place thing way hand head eye ear foot tooth heart author pilot guard lawyer judge report"
    " manager neighbour neighbor painting drawer cabinet row column vector matrix model layer position bell star"
    " stone cloud mouse shelf leaf wife life ";

// Plain form, which agrees with the plural; the singular is regular as above, and so is the past: +d, +ed.
constexpr std::string_view verbs =
    " open close walk talk look ask like love want need see know think make say come find give take tell"
    " leave lose keep hold stand sit run write eat sleep sing break help play work live move turn start stop show"
    " bring buy meet pay fall grow carry watch wash miss follow call use try seem appear belong ";

bool listed(std::string_view list, std::string_view word) {
  return list.find(' ' + std::string(word) + ' ') != std::string_view::npos;
}

bool ends_with(std::string_view word, std::string_view ending) {
  return word.size() > ending.size() && word.substr(word.size() - ending.size()) == ending;
}

/// Whether a listed word becomes `word` by the ending, with an e before it or not, or with ie in place of y.
bool inflects_to(std::string_view list, std::string_view word, std::string_view ending) {
  if (!ends_with(word, ending)) return false;
  const std::string_view stem = word.substr(0, word.size() - ending.size());
  if (listed(list, stem)) return true;
  if (ends_with(stem, "ie")) return listed(list, std::string(stem.substr(0, stem.size() - 2)) + 'y');
  return ends_with(stem, "e") && listed(list, stem.substr(0, stem.size() - 1));
}

std::optional<WordClass> whole_word(std::string_view word) {
  for (const Entry& entry : whole_words) {
    if (listed(entry.words, word)) return entry.word_class;
  }
  return std::nullopt;
}

}  // namespace

WordClass word_class(std::string_view word) {
  if (word.empty() || word.find(' ') != std::string_view::npos) return {};
  if (const std::optional<WordClass> known = whole_word(word)) return *known;
  if (listed(nouns, word)) return {noun, singular};
  if (inflects_to(nouns, word, "s")) return {noun, plural};
  if (listed(verbs, word)) return {verb, plural};
  if (inflects_to(verbs, word, "s")) return {verb, singular};
  if (inflects_to(verbs, word, "d")) return {verb, none};
  return {};
}

}  // namespace attnref::lesson
