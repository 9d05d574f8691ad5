// Bad usage and bad input: one clear line on stderr, nothing on stdout, exit code 2.
#include "catch.hpp"
#include "files/npy.hpp"
#include "run_command.hpp"

#include <filesystem>

using namespace attnref;
using namespace attnref::test;

namespace {

using Words = std::vector<std::string>;

/// Runs the words and expects one line that says `said`.
void refused(const Words& words, const std::string& said) {
  const Run seen = run(words);
  std::string typed;
  for (const std::string& word : words) typed += word + ' ';
  INFO("attnref " << typed << "\n" << seen.err);
  CHECK(seen.code == 2);
  CHECK(seen.out.empty());
  CHECK(lines_of(seen.err).size() == 1);
  CHECK(seen.err.starts_with("attnref: "));
  CHECK(has(seen.err, said));
}

/// The lesson's arguments at T = 6 with one input replaced.
Words attend_with(const std::string& option, const std::string& file) {
  Words words{"attend"};
  for (const auto& [name, array] : {std::pair{"--x", "cell1_T6_X"}, std::pair{"--wq", "cell1_T6_Wq"},
                                    std::pair{"--wk", "cell1_T6_Wk"}, std::pair{"--wv", "cell1_T6_Wv"}}) {
    words.insert(words.end(), {name, option == name ? file : lesson_file(array)});
  }
  return words;
}

std::string array_file(const Folder& folder, const std::string& name, std::vector<std::size_t> shape,
                       NpyDtype dtype = NpyDtype::f8) {
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  write_npy(folder.file(name), {dtype, shape, std::vector<double>(count, 0.5)});
  return folder.file(name);
}

/// The bytes of an array whose header claims `shape`.
std::string claiming(const std::string& shape, std::size_t data_bytes) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': " + shape + ", }";
  header.resize(117, ' ');
  header += '\n';
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header +
         std::string(data_bytes, '\0');
}

}  // namespace

TEST_CASE("a verb must be known") {
  refused({},
          "expected a verb (check, attend, compare, show, lesson, laws, mutants, vectors, serve, example, help, "
          "completion), found none");
  refused({"chek"}, "found 'chek'; did you mean check?");
  refused({"chekc"}, "found 'chekc'; did you mean check?");
  refused({"help", "mutnats"}, "help: expected one of check, attend");
  refused({"help", "mutnats"}, "found 'mutnats'; did you mean mutants?");
  refused({"completion", "bsh"}, "completion: expected one of bash, zsh, fish, found 'bsh'; did you mean bash or zsh?");
  refused({"completion"}, "completion: expected one of bash, zsh, fish, found ''");
  refused({"frobnicate"}, "found 'frobnicate'; attnref --help");
  refused({"--frobnicate"}, "found '--frobnicate'");
  refused({""}, "found ''");
}

TEST_CASE("an option must be known") {
  refused({"check", "--laws", "x"}, "found '--laws'; did you mean --law?");
  refused({"check", "--case=3"}, "found '--case'; did you mean --cases?");
  refused({"mutants", "--lists"}, "found '--lists'; did you mean --list?");
  refused({"check", "rows_sum_to_one"}, "expected options only, found 'rows_sum_to_one'");
  refused({"attend", "--problems", "p"}, "found '--problems'; did you mean --problem?");
  refused({"check", "--seede", "3"}, "found '--seede'; did you mean --seed?");
  refused({"check", "--saev", "d"}, "found '--saev'; did you mean --save?");
  refused({"check", "--exact"}, "found '--exact'");
  refused({"show", "--colour", "red"}, "found '--colour'");
}

TEST_CASE("a word that no verb takes is refused wherever it stands") {
  for (const std::string verb : {"check", "attend", "mutants"}) {
    refused({verb, "words"}, verb + ": expected options only, found 'words'");
    refused({verb, "--", "words"}, verb + ": expected options only, found 'words'");
    refused({verb, "--", "--list"}, verb + ": expected options that --help lists, found '--list'");
  }
  for (const std::string verb : {"check", "attend", "show", "lesson", "laws", "mutants"}) {
    refused({"words", verb}, "expected a verb");
    refused({"--jobs", verb}, "found '--jobs'");
  }
  refused({"check", "--cases", "1", "--", "show"}, "check: expected options only, found 'show'");
  refused({"check", "show"}, "found 'show'");
  refused({"lesson", "1", "2"}, "lesson: expected no further word, found '2'");
  refused({"lesson", "--", "1", "2"}, "lesson: expected no further word, found '2'");
  refused({"laws", "--", "--json"}, "laws: expected an id that `attnref laws` lists, found '--json'");
  CHECK(run({"lesson", "--", "2"}).out == run({"lesson", "2"}).out);
  CHECK(run({"show", "--", "--keys", "here"}).out == run({"show", "keys", "here"}).out);
}

TEST_CASE("a flag takes no value") {
  refused({"check", "--reference=maybe"}, "--reference: expected no value");
  refused({"mutants", "--list=false"}, "--list: expected no value");
}

TEST_CASE("names of laws, mutants, dtypes, profiles must be known") {
  refused({"check", "--law", "row_sums_to_one"},
          "--law: expected an id that `attnref laws` lists, found 'row_sums_to_one'; did you mean rows_sum_to_one?");
  refused({"check", "--law", ""}, "--law: expected");
  refused({"check", "--law", "rows_sum_to_one", "--law", "nonsense"}, "found 'nonsense'");
  refused({"check", "--law", "a\nb\xff"}, "found 'a\\x0ab");
  refused({"check", "--law", std::string(100000, 'a')}, "...");
  refused({"check", "--mutant", "scale_mising"},
          "--mutant: expected a name that `attnref mutants --list` lists, found 'scale_mising'; did you mean "
          "scale_missing?");
  refused({"check", "--mutant", "bfloat"}, "_in_bfloat16 or ");
  refused({"check", "--mutant", "frobnicated"}, "found 'frobnicated'\n");
  refused({"check", "--mutant", ""}, "--mutant: expected the name of a mutant");
  refused({"check", "--dtype", "f65"}, "--dtype: expected f64, f32, f16 or bf16, found 'f65'");
  refused({"check", "--dtype", "f64,"}, "--dtype: expected f64, f32, f16 or bf16, found ''");
  refused({"check", "--dtype", "bf16"}, "dtype: the backend takes none of the dtypes asked for");
  refused({"check", "--profile", "f63"}, "--profile: expected one of f64, f32");
  refused({"check", "--profile", "flash_f61"}, "found 'flash_f61'; did you mean flash_f16?");
  refused({"laws", "rows_sum_to_on"}, "did you mean rows_sum_to_one?");
  // A law and a claim have that name: it is suggested once, near or far.
  refused({"laws", "rows_sum_to_one_"}, "; did you mean rows_sum_to_one?\n");
  refused({"laws", "sum_to"}, "; did you mean rows_sum_to_one?\n");
}

TEST_CASE("numbers must be numbers in range") {
  refused({"check", "--cases", "18446744073709551615"},
          "--cases: expected an integer from 1 to 1000000000, found '18446744073709551615'");
  refused({"check", "--cases", "18446744073709551616"}, "--cases: expected");
  refused({"check", "--cases", "0"}, "--cases: expected");
  refused({"check", "--cases", "-5"}, "--cases: expected an integer from 1 to 1000000000, found '-5'");
  refused({"check", "--cases", ""}, "--cases: expected");
  refused({"check", "--cases", "1e3"}, "--cases: expected");
  refused({"check", "--cases", " 3"}, "--cases: expected");
  refused({"check", "--cases", "[3,4]"}, "--cases: expected an integer from 1 to 1000000000, found '[3,4]'");
  refused({"check", "--cases"}, "--cases: expected exactly one value");
  refused({"check", "--cases", "3", "--cases", "4"}, "--cases: expected exactly one value");
  refused({"check", "--seed", "0x10"}, "--seed: expected 'random' or an integer");
  refused({"check", "--seed", "-1"}, "--seed: expected");
  refused({"check", "--jobs", "0"}, "--jobs: expected");
  refused({"check", "--time", "0"}, "--time: expected a number of seconds");
  refused({"check", "--time", "-1"}, "--time: expected a number of seconds, above 0");
  refused({"check", "--seed", "text"}, "--seed: expected 'random' or an integer from 0 to 18446744073709551615");
  refused({"check", "--seed", ""}, "--seed: expected");
  refused({"check", "--cases", "1e9"}, "--cases: expected an integer from 1 to 1000000000, found '1e9'");
  refused({"mutants", "--jobs", "-2"}, "--jobs: expected");
  refused({"mutants", "--list", "--cases", "3"}, "excludes");
  refused({"check", "--time", "nan"}, "--time: expected a number of seconds");
  refused({"check", "--max-length", "0"}, "--max-length: expected");
  refused({"lesson", "3"}, "lesson: expected an integer from 1 to 2, found '3'");
  refused({"lesson", "1", "--t", "0"}, "--t: expected");
  refused({"lesson", "1", "--t", "100000"}, "100000");
}

TEST_CASE("a replayed case must be one that the law is about") {
  refused({"check", "--replay", ""}, "replay: expected the key law");
  refused({"check", "--replay", "v=2,law=nonsense"}, "replay: law: expected");
  for (const char* line : {"law=rows_sum_to_one,seed=7", "v=1,law=rows_sum_to_one,seed=7"})
    refused({"check", "--replay", line},
            "the line is of an earlier version of attnref, whose cases can't be drawn again");
  refused({"check", "--replay", "v=2,law=rows_sum_to_one,t_q=5000"},
          "replay: t_q: expected an integer from 0 to 4096, found '5000'");
  refused({"check", "--replay", "v=2,law=rows_sum_to_one,t_q=4096,t_k=4096,d_k=4096,d_v=4096"},
          "replay: sizes: expected a case that costs no more than 2048 queries by 2048 keys at d_k = d_v = 64, found");
  refused({"check", "--replay", "v=2,law=rows_sum_to_one,d_k=0"},
          "replay: d_k: expected 1, which law rows_sum_to_one is about, found 0; a case that is accepted: "
          "v=2,law=rows_sum_to_one,dtype=f64,regime=moderate,form=given,t_q=1,t_k=1,d_model=1,d_k=1,");
  refused({"check", "--replay", "v=2,law=rows_sum_to_one,dtype=f16"}, "dtype");
  refused({"check", "--replay", "v=2,law=scores_are_symmetric_when_queries_equal_keys,t_q=3,t_k=5"},
          "replay: t_k: expected 3, which law scores_are_symmetric_when_queries_equal_keys is about, found 5; ");
  refused({"check", "--replay", "v=2,law=rows_sum_to_one", "--cases", "3"}, "excludes");
}

TEST_CASE("inputs must be files that hold matrices") {
  const Folder folder;
  refused(attend_with("--x", folder.file("missing.npy")), "--x " + folder.file("missing.npy"));
  refused(attend_with("--wq", folder.file("")), "expected a file, found a directory");

  const std::string whole = contents(lesson_file("cell1_T6_X"));
  write(folder.file("truncated.npy"), whole.substr(0, whole.size() - 8));
  refused(attend_with("--x", folder.file("truncated.npy")), "--x " + folder.file("truncated.npy"));
  write(folder.file("header.npy"), whole.substr(0, 20));
  refused(attend_with("--x", folder.file("header.npy")), "--x");
  write(folder.file("empty.npy"), "");
  refused(attend_with("--x", folder.file("empty.npy")), "--x");

  // 2^61 + 1 numbers of eight bytes are 8 bytes modulo 2^64.
  write(folder.file("wraps.npy"), claiming("(2305843009213693953, 1)", 8));
  refused(attend_with("--x", folder.file("wraps.npy")), "shape");
  refused(attend_with("--wv", array_file(folder, "rank3.npy", {2, 3, 4})), "rank");
  refused(attend_with("--wv", array_file(folder, "rank1.npy", {8})), "rank");
}

TEST_CASE("inputs must fit together, and the options say where they do not") {
  const Folder folder;
  refused(attend_with("--wq", array_file(folder, "wq.npy", {7, 4})), "attend: --x has 8 columns but --wq has 7 rows");
  refused(attend_with("--wv", array_file(folder, "wv.npy", {1, 4})), "attend: --x has 8 columns but --wv has 1 row");
  refused(attend_with("--wk", array_file(folder, "wk.npy", {8, 3})),
          "attend: --wq has 4 columns but --wk has 3 columns");
  refused(attend_with("--wk", array_file(folder, "wk4.npy", {8, 4}, NpyDtype::f4)),
          "--wk: expected dtype f64 as --x has, found f32");
  const std::string q = array_file(folder, "q.npy", {3, 4}), k = array_file(folder, "k.npy", {5, 4});
  refused({"attend", "--q", q, "--k", k, "--v", array_file(folder, "v.npy", {4, 2})},
          "attend: --k has 5 rows but --v has 4 rows");
  refused(
      {"attend", "--q", array_file(folder, "q0.npy", {3, 0}), "--k", array_file(folder, "k0.npy", {3, 0}), "--v", q},
      "d_k");
}

TEST_CASE("attend takes just one form, and a file for each output") {
  const std::string q = lesson_file("cell1_T6_Q"), k = lesson_file("cell1_T6_K"), v = lesson_file("cell1_T6_V");
  refused({"attend"}, "attend: expected --x --wq --wk --wv, or --q --k --v, or --problem, found none of them");
  refused({"attend", "--q", q, "--k", k}, "found --q --k");
  refused({"attend", "--wv", v, "--x", q, "--wk", k}, "found --x --wk --wv");
  refused({"attend", "--v", "no.npy", "--k", "no.npy", "--q", "no.npy"}, "attnref: --q no.npy: file: expected to read");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--x", q}, "expected --x --wq --wk --wv, or --q --k --v");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--output"}, "--output: expected exactly one value");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--output", ""}, "--output: expected the name of a file");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--output", "-"},
          "--output: expected the name of a file, found '-'");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--output", "--weights"}, "--output: expected the name of a file");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--output", "/no/such/folder/y.npy"},
          "--output /no/such/folder/y.npy");
  const Folder folder;
  const std::string same = folder.file("same.npy");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--output", same, "--weights", same}, "expected a file of its own");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--scale", "one"}, "--scale: expected a finite number");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--scale", "inf"}, "--scale: expected a finite number");
  refused({"attend", "--q", q, "--k", k, "--v", v, "--dtype", "f8"},
          "--dtype: expected f64, f32, f16 or bf16, found 'f8'");
  CHECK(folder.count() == 0);
}

TEST_CASE("no output replaces an input, by whatever path or link") {
  const Folder folder;
  const std::string q = array_file(folder, "q.npy", {3, 4}), k = array_file(folder, "k.npy", {3, 4});
  const std::string before = contents(q);
  std::filesystem::create_symlink(q, folder.file("link.npy"));
  std::filesystem::create_hard_link(q, folder.file("hard.npy"));
  std::filesystem::create_directory(folder.file("inner"));
  for (const std::string& file :
       {q, folder.file("link.npy"), folder.file("hard.npy"), folder.file("inner/../q.npy"), folder.file("./q.npy")}) {
    refused({"attend", "--q", q, "--k", k, "--v", k, "--output", file},
            "--output: expected a file of its own, found " + file + ", which is --q's");
  }
  refused(
      {"attend", "--q", q, "--k", k, "--v", k, "--lse", folder.file("new"), "--weights", folder.file("inner/../new")},
      "--lse: expected a file of its own, found " + folder.file("new") + ", which is --weights's");
  CHECK(contents(q) == before);
  CHECK(folder.count() == 5);
}

TEST_CASE("where one output cannot be written, none is") {
  const Folder folder;
  const std::string q = array_file(folder, "q.npy", {3, 4});
  write(folder.file("y.npy"), "old");
  refused({"attend", "--q", q, "--k", q, "--v", q, "--output", folder.file("y.npy"), "--weights",
           folder.file("no/such/a.npy")},
          "--weights " + folder.file("no/such/a.npy") + ": file: expected to write it");
  // The last of them fails when it is written, not before: what was written first is not there to be seen.
  refused({"attend", "--q", q, "--k", q, "--v", q, "--output", folder.file("y.npy"), "--values", "/dev/full"},
          "--values /dev/full: file: expected to write it");
  CHECK(contents(folder.file("y.npy")) == "old");
  CHECK(folder.count() == 2);
}

TEST_CASE("a sentence must have words") {
  refused({"show", ""}, "expected at least 1");
  refused({"show", "\xff\xfe"}, "expected UTF-8");
  refused({"show", "?!"}, "expected at least 1");
}

TEST_CASE("what cannot be written is said") {
  // Before the work, not after it: a check of this many cases would not end.
  refused({"check", "--cases", "1000000000", "--json", "/no/such/folder/report.json"},
          "--json /no/such/folder/report.json");
  refused({"mutants", "--cases", "1000000000", "--json", "/"}, "--json /: file: expected a file, found a directory");
  refused({"check", "--json", ""}, "--json: expected the name of a file");
  refused({"laws", "--json", "/no/such/folder/laws.json"}, "--json /no/such/folder/laws.json");
  const Run full = run({"laws"}, "/dev/full");
  CHECK(full.code == 2);
  CHECK(full.err == "attnref: stdout: expected to write it, found an error\n");
}
