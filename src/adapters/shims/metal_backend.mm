// Where a Metal kernel plugs in: `source` below is to be replaced by it. Not compiled here and never run: attnref's machines
// have neither Metal nor its headers.
//
//     clang++ -std=c++17 -fobjc-arc -dynamiclib -I INCLUDE metal_backend.mm -framework Metal -framework Foundation \
//             -o libmetal_backend.dylib
//     attnref check --library ./libmetal_backend.dylib
//
// attnref's guard bytes lie around the host's arrays and don't see what a kernel does to Metal's buffers. Metal's own validation
// does, and says it on standard error:
//
//     MTL_DEBUG_LAYER=1 MTL_SHADER_VALIDATION=1 attnref check --library ./libmetal_backend.dylib
#include <attnref/abi.h>

#import <Foundation/Foundation.h>
#import <Metal/Metal.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <stdexcept>

namespace {

NSString* const source = @R"(
#include <metal_stdlib>
using namespace metal;
struct Sizes { uint t_q, t_k, d_k, d_v; float scale; };
// One thread a query. Y and A in row-major order, A as room for the scores too.
kernel void attend_rows(device const float* q [[buffer(0)]], device const float* k [[buffer(1)]],
                        device const float* v [[buffer(2)]], device float* y [[buffer(3)]], device float* a [[buffer(4)]],
                        constant Sizes& s [[buffer(5)]], uint i [[thread_position_in_grid]]) {
  if (i >= s.t_q) return;
  device float* row = a + i * s.t_k;
  float largest = -INFINITY;
  for (uint j = 0; j < s.t_k; ++j) {
    float dot_product = 0;
    for (uint c = 0; c < s.d_k; ++c) dot_product += q[i * s.d_k + c] * k[j * s.d_k + c];
    row[j] = dot_product * s.scale;
    largest = row[j] > largest || isnan(row[j]) ? row[j] : largest;  // max would drop a NaN
  }
  float total = 0;
  for (uint j = 0; j < s.t_k; ++j) total += row[j] = precise::exp(row[j] - largest);
  for (uint j = 0; j < s.t_k; ++j) row[j] /= total;
  for (uint c = 0; c < s.d_v; ++c) {
    float sum = 0;
    for (uint j = 0; j < s.t_k; ++j) sum += row[j] * v[j * s.d_v + c];
    y[i * s.d_v + c] = sum;
  }
}
)";

struct Sizes {
  uint32_t t_q, t_k, d_k, d_v;
  float scale;
};

struct Kernel {
  id<MTLDevice> device = MTLCreateSystemDefaultDevice();
  id<MTLCommandQueue> queue = [device newCommandQueue];
  id<MTLComputePipelineState> state = nil;

  Kernel() {
    MTLCompileOptions* options = [MTLCompileOptions new];
    options.fastMathEnabled = NO;  // with it NaN and infinity may be anything
    NSError* error = nil;
    id<MTLLibrary> library = [device newLibraryWithSource:source options:options error:&error];
    if (library) state = [device newComputePipelineStateWithFunction:[library newFunctionWithName:@"attend_rows"] error:&error];
    if (!state) throw std::runtime_error(error ? error.localizedDescription.UTF8String : "no Metal device");
  }
};

id<MTLBuffer> room(const Kernel& kernel, int64_t rows, int64_t columns) {
  return [kernel.device newBufferWithLength:static_cast<NSUInteger>(rows * columns + 1) * sizeof(float)
                                    options:MTLResourceStorageModeShared];
}

/// Rows of an array may be further apart than they are long; those of a buffer are not.
void move_rows(const attnref_array& a, float* packed, bool out) {
  for (int64_t i = 0; i < a.shape[0]; ++i) {
    void* row = attnref_at(&a, i, 0);
    float* there = packed + i * a.shape[1];
    std::memcpy(out ? row : there, out ? there : row, static_cast<size_t>(a.shape[1]) * sizeof(float));
  }
}

id<MTLBuffer> copied(const Kernel& kernel, const attnref_array& a) {
  id<MTLBuffer> buffer = room(kernel, a.shape[0], a.shape[1]);
  move_rows(a, static_cast<float*>(buffer.contents), false);
  return buffer;
}

void copy_back(const attnref_array* a, id<MTLBuffer> buffer) {
  if (a) move_rows(*a, static_cast<float*>(buffer.contents), true);  // otherwise not asked for
}

void attend(const attnref_problem& p) {
  static const Kernel kernel;
  const auto input = [&](const char* name) { return copied(kernel, *attnref_input(&p, name)); };
  NSArray<id<MTLBuffer>>* buffers = @[ input("q"), input("k"), input("v"), room(kernel, p.t_q, p.d_v),
                                       room(kernel, p.t_q, p.t_k) ];
  const auto size = [](int64_t n) { return static_cast<uint32_t>(n); };
  const Sizes sizes{size(p.t_q), size(p.t_k), size(p.d_k), size(p.d_v), static_cast<float>(p.scale)};
  id<MTLCommandBuffer> commands = [kernel.queue commandBuffer];
  id<MTLComputeCommandEncoder> encoder = [commands computeCommandEncoder];
  [encoder setComputePipelineState:kernel.state];
  for (NSUInteger i = 0; i < buffers.count; ++i) [encoder setBuffer:buffers[i] offset:0 atIndex:i];
  [encoder setBytes:&sizes length:sizeof sizes atIndex:5];
  [encoder dispatchThreads:MTLSizeMake(static_cast<NSUInteger>(p.t_q), 1, 1) threadsPerThreadgroup:MTLSizeMake(32, 1, 1)];
  [encoder endEncoding];
  [commands commit];
  [commands waitUntilCompleted];
  if (commands.error) throw std::runtime_error(commands.error.localizedDescription.UTF8String);
  copy_back(attnref_output(&p, "output"), buffers[3]);
  copy_back(attnref_output(&p, "weights"), buffers[4]);
}

}  // namespace

extern "C" int32_t attnref_abi_version(void) { return ATTNREF_ABI_VERSION; }

extern "C" int32_t attnref_describe(attnref_description* d) {
  d->name = "a Metal kernel";
  d->dtypes = "f32";
  d->features = "weights,scale";
  d->constraints = R"({"t": {"least": 1}})";
  d->profile = R"({"profile": "f32", "exp_ulp": 4, "flush": true})";  // the Metal Shading Language's table: exp 4 ulp
  return ATTNREF_DONE;
}

extern "C" int32_t attnref_attend(const attnref_problem* problem, char* reason, size_t reason_size) {
  @autoreleasepool {
    try {
      attend(*problem);
      return ATTNREF_DONE;
    } catch (const std::exception& error) {
      std::snprintf(reason, reason_size, "%s", error.what());
      return ATTNREF_FAILED;
    }
  }
}
