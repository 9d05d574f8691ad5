// Where a CUDA kernel plugs in: attend_rows below is to be replaced by it. Compiled (by nvcc 13.5), never run here:
// attnref's machines have no GPU.
//
//     nvcc -shared -Xcompiler -fPIC -std=c++17 -I INCLUDE cuda.cu -o libcuda_backend.so
//     attnref check --library ./libcuda_backend.so --timeout 60
//
// attnref's guard bytes lie around the host's arrays and don't see device memory. What writes outside its device buffer, or
// reads what nothing wrote, is found by
//
//     compute-sanitizer --tool memcheck  attnref serve --library ./libcuda_backend.so      (and racecheck, initcheck)
//
// with attnref check --command and that line in place of --library.
#include <attnref/abi.h>

#include <cuda_runtime.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <new>
#include <stdexcept>

namespace {

/// One thread a query. Y and A in row-major order, A as room for the scores too.
__global__ void attend_rows(const float* q, const float* k, const float* v, float* y, float* a, int t_q, int t_k, int d_k,
                            int d_v, float scale) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= t_q) return;
  float* row = a + static_cast<size_t>(i) * t_k;
  float largest = -INFINITY;
  for (int j = 0; j < t_k; ++j) {
    float dot = 0;
    for (int c = 0; c < d_k; ++c) dot += q[i * d_k + c] * k[j * d_k + c];
    row[j] = dot * scale;
    largest = row[j] > largest || row[j] != row[j] ? row[j] : largest;  // fmaxf would drop a NaN
  }
  float total = 0;
  for (int j = 0; j < t_k; ++j) total += row[j] = expf(row[j] - largest);
  for (int j = 0; j < t_k; ++j) row[j] /= total;
  for (int c = 0; c < d_v; ++c) {
    float sum = 0;
    for (int j = 0; j < t_k; ++j) sum += row[j] * v[j * d_v + c];
    y[i * d_v + c] = sum;
  }
}

void require(cudaError_t status) {
  if (status == cudaErrorMemoryAllocation) throw std::bad_alloc();
  if (status != cudaSuccess) throw std::runtime_error(cudaGetErrorString(status));
}

struct Free {
  void operator()(float* data) const { cudaFree(data); }
};
using OnDevice = std::unique_ptr<float, Free>;

OnDevice room(int64_t rows, int64_t columns) {
  void* data = nullptr;
  require(cudaMalloc(&data, static_cast<size_t>(rows * columns + 1) * sizeof(float)));  // one more: sizes may be 0
  // NaNs: what the kernel reads before it is written shows, even with a weight of 0.
  require(cudaMemset(data, 0xFF, static_cast<size_t>(rows * columns + 1) * sizeof(float)));
  return OnDevice(static_cast<float*>(data));
}

/// Rows of an array may be further apart than they are long; those on the device are not.
OnDevice copied(const attnref_array& a) {
  OnDevice data = room(a.shape[0], a.shape[1]);
  const size_t width = static_cast<size_t>(a.shape[1]) * sizeof(float);
  require(cudaMemcpy2D(data.get(), width, a.data, static_cast<size_t>(a.strides[0]), width,
                       static_cast<size_t>(a.shape[0]), cudaMemcpyHostToDevice));
  return data;
}

void copy_back(const attnref_array* a, const OnDevice& data) {
  if (!a) return;  // not asked for
  const size_t width = static_cast<size_t>(a->shape[1]) * sizeof(float);
  require(cudaMemcpy2D(a->data, static_cast<size_t>(a->strides[0]), data.get(), width, width,
                       static_cast<size_t>(a->shape[0]), cudaMemcpyDeviceToHost));
}

void attend(const attnref_problem& p) {
  const OnDevice q = copied(*attnref_input(&p, "q")), k = copied(*attnref_input(&p, "k"));
  const OnDevice v = copied(*attnref_input(&p, "v")), y = room(p.t_q, p.d_v), a = room(p.t_q, p.t_k);
  const auto size = [](int64_t n) { return static_cast<int>(n); };
  const int threads = 64, blocks = (size(p.t_q) + threads - 1) / threads;
  attend_rows<<<blocks, threads>>>(q.get(), k.get(), v.get(), y.get(), a.get(), size(p.t_q), size(p.t_k), size(p.d_k),
                                   size(p.d_v), static_cast<float>(p.scale));
  require(cudaGetLastError());  // of the launch
  require(cudaDeviceSynchronize());
  copy_back(attnref_output(&p, "output"), y);
  copy_back(attnref_output(&p, "weights"), a);
}

}  // namespace

extern "C" int32_t attnref_abi_version(void) { return ATTNREF_ABI_VERSION; }

extern "C" int32_t attnref_describe(attnref_description* d) {
  d->name = "a CUDA kernel";
  d->dtypes = "f32";
  d->features = "weights,scale";
  d->constraints = R"({"t": {"least": 1}})";
  d->profile = R"({"profile": "f32", "exp_ulp": 2})";  // expf of CUDA's programming guide: 2 ulp
  return ATTNREF_DONE;
}

extern "C" int32_t attnref_attend(const attnref_problem* problem, char* reason, size_t reason_size) {
  try {
    attend(*problem);
    return ATTNREF_DONE;
  } catch (const std::bad_alloc&) {
    std::snprintf(reason, reason_size, "out of memory");
    return ATTNREF_UNSUPPORTED;
  } catch (const std::exception& error) {
    std::snprintf(reason, reason_size, "%s", error.what());
    return ATTNREF_FAILED;
  }
}
