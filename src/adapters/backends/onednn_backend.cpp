// oneDNN on the CPU behind the C interface: matmul, softmax, matmul primitives, as its users compose attention.
//
//     c++ -O2 -std=c++17 -shared -fPIC -I INCLUDE onednn_backend.cpp -ldnnl -o libonednn_backend.so
//     attnref check --library ./libonednn_backend.so
//
// The scale is on the destination of the first product. f32: every step in f32. bf16: products accumulate in f32;
// scores and weights are stored in bf16, which is the plain profile of bf16. The exponential is 0 where the argument is
// below log(FLT_MIN), or 2^(n-1), of an exponent field, is 0 (src/cpu/x64/injectors/jit_uni_eltwise_injector.cpp,
// exp_compute_vector_fwd); all else keeps subnormal numbers, but products of bf16 by VDPBF16PS and TDPBF16PS, which
// flush. Its CPU primitives have no f64, and f16 only on some processors, so f16 isn't declared.
#include <attnref/abi.h>

#include <oneapi/dnnl/dnnl.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace {

using dnnl::memory;

const dnnl::engine& cpu() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

memory::data_type type_of(int32_t dtype) {
  return dtype == ATTNREF_F32 ? memory::data_type::f32 : memory::data_type::bf16;
}

/// oneDNN counts strides in elements.
int64_t elements(int64_t bytes, int32_t dtype) { return bytes / (dtype == ATTNREF_F32 ? 4 : 2); }

memory wrap(const attnref_array& a) {
  return memory(
      {{a.shape[0], a.shape[1]}, type_of(a.dtype), {elements(a.strides[0], a.dtype), elements(a.strides[1], a.dtype)}},
      cpu(), a.data);
}

memory transposed(const attnref_array& a) {
  return memory(
      {{a.shape[1], a.shape[0]}, type_of(a.dtype), {elements(a.strides[1], a.dtype), elements(a.strides[0], a.dtype)}},
      cpu(), a.data);
}

/// The array that is asked for, or room of the same kind.
memory wanted(const attnref_array* a, int64_t rows, int64_t columns, int32_t dtype) {
  return a ? wrap(*a) : memory({{rows, columns}, type_of(dtype), memory::format_tag::ab}, cpu());
}

void multiply(dnnl::stream& stream, const memory& a, const memory& b, const memory& c, const float* scale = nullptr) {
  dnnl::primitive_attr attributes;
  if (scale) {
    dnnl::post_ops operations;
#if DNNL_VERSION_MAJOR >= 3
    operations.append_eltwise(dnnl::algorithm::eltwise_linear, *scale, 0.0f);
#else
    operations.append_eltwise(1.0f, dnnl::algorithm::eltwise_linear, *scale, 0.0f);
#endif
    attributes.set_post_ops(operations);
  }
#if DNNL_VERSION_MAJOR >= 3
  const dnnl::matmul::primitive_desc how(cpu(), a.get_desc(), b.get_desc(), c.get_desc(), attributes);
#else
  const dnnl::matmul::primitive_desc how({a.get_desc(), b.get_desc(), c.get_desc()}, attributes, cpu());
#endif
  dnnl::matmul(how).execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, b}, {DNNL_ARG_DST, c}});
}

void softmax(dnnl::stream& stream, const memory& scores, const memory& weights) {
#if DNNL_VERSION_MAJOR >= 3
  const dnnl::softmax_forward::primitive_desc how(cpu(), dnnl::prop_kind::forward_inference,
                                                  dnnl::algorithm::softmax_accurate, scores.get_desc(),
                                                  weights.get_desc(), 1);
#else
  const dnnl::softmax_v2_forward::primitive_desc how(
      {dnnl::prop_kind::forward_inference, dnnl::algorithm::softmax_accurate, scores.get_desc(), weights.get_desc(), 1},
      cpu());
#endif
#if DNNL_VERSION_MAJOR >= 3
  dnnl::softmax_forward(how).execute(stream, {{DNNL_ARG_SRC, scores}, {DNNL_ARG_DST, weights}});
#else
  dnnl::softmax_v2_forward(how).execute(stream, {{DNNL_ARG_SRC, scores}, {DNNL_ARG_DST, weights}});
#endif
}

void attend(const attnref_problem& p) {
  dnnl::stream stream(cpu());
  const float scale = static_cast<float>(p.scale);
  const memory scores = wanted(attnref_output(&p, "scores"), p.t_q, p.t_k, p.dtype);
  const memory weights = wanted(attnref_output(&p, "weights"), p.t_q, p.t_k, p.dtype);
  multiply(stream, wrap(*attnref_input(&p, "q")), transposed(*attnref_input(&p, "k")), scores, &scale);
  softmax(stream, scores, weights);
  if (const attnref_array* output = attnref_output(&p, "output"))
    multiply(stream, weights, wrap(*attnref_input(&p, "v")), wrap(*output));
  stream.wait();
}

}  // namespace

extern "C" int32_t attnref_abi_version(void) { return ATTNREF_ABI_VERSION; }

extern "C" int32_t attnref_describe(attnref_description* d) {
  static const dnnl_version_t* v = dnnl_version();
  static const std::string version =
      std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
  d->name = "oneDNN";
  d->version = version.c_str();
  d->dtypes = "f32,bf16";
  d->features = "weights,scores,scale";
  d->constraints = R"({"t": {"least": 1}, "d_k": {"least": 1}, "d_v": {"least": 1}})";
  d->profile = R"([{"profile": "f32", "exp_flush": true}, {"profile": "bf16", "flush": true, "exp_flush": true}])";
  return ATTNREF_DONE;
}

extern "C" int32_t attnref_attend(const attnref_problem* problem, char* reason, size_t reason_size) {
  try {
    attend(*problem);
    return ATTNREF_DONE;
  } catch (const dnnl::error& error) {
    std::snprintf(reason, reason_size, "%s", error.what());
    return error.status == dnnl_unimplemented ? ATTNREF_UNSUPPORTED : ATTNREF_FAILED;
  } catch (const std::exception& error) {
    std::snprintf(reason, reason_size, "%s", error.what());
    return ATTNREF_FAILED;
  }
}
