// What people find under the name of an array: the beginnings of files of other kinds, and what a message calls them.
#pragma once

#include <string>
#include <utility>
#include <vector>

inline std::vector<std::pair<std::string, std::string>> kinds_of_files() {
  using namespace std::string_literals;
  return {{"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b\nsize 1\n",
           "a Git LFS pointer: `git lfs pull` fetches the file"},
          {"<!DOCTYPE html>\n<html><head><title>404 Not Found</title>", "an HTML page"},
          {"\n  <html lang=\"en\">", "an HTML page"},
          {"<!doctype HTML>", "an HTML page"},
          {"\x1f\x8b\x08\0\0\0\0\0\0\3"s, "a gzip file: unpack it first"},
          {"PK\x03\x04\x14\0\0\0\0\0"s, "a zip archive, as .npz and PyTorch's .pt are"},
          {"\x93NUMPY\x01\0v\0{'descr'"s, "a .npy file"},
          {"\x89HDF\r\n\x1a\n", "an HDF5 file"},
          {"\x80\x04\x95\x05\0\0\0\0\0\0\0"s, "a Python pickle"},
          {"1.0, 2.0, 3.0\n4.0, 5.0, 6.0\n", "text, '1.0, 2.0, 3.0\\x0a4.0, 5.0, 6.0\\x0a'"},
          {"{\"error\": \"Access denied\"}", "text, '{\"error\": \"Access denied\"}'"}};
}
