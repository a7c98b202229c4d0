/**
 * The kernel of single-precision arithmetic, as PTX text that the GPU's own driver compiles: every thread keeps eight
 * chains of fused multiply-adds busy, which none of its neighbours waits for. The inputs are parameters and the sum is
 * stored, so that no compiler can leave the arithmetic out. `sm_50` (Maxwell, 2014) and everything newer runs it.
 * Source of the instructions: NVIDIA, "PTX ISA", chapters 9.7.3 (`fma`) and 9.7.9 (`st`).
 */
const chains = 8
const unrolled = 32

/** Operations of one thread in one turn of the loop: a fused multiply-add is two. */
export const operationsPerTurn = chains * unrolled * 2

export const threadsPerBlock = 256

export const fp32Entry = 'gridloom_fp32'

/** 1, 2, 4, … as the bits of a float: `1.0f` has the exponent 127. */
function powerOfTwo(exponent: number): string {
  return `0f${((127 + exponent) * 2 ** 23).toString(16).padStart(8, '0')}`
}

const eachChain = (write: (chain: number) => string) =>
  Array.from({ length: chains }, (_, chain) => `  ${write(chain)}`).join('\n')

const arithmetic = Array.from({ length: unrolled }, () =>
  eachChain((chain) => `fma.rn.f32 %v${chain}, %v${chain}, %factor, %addend;`),
).join('\n')

/** `(out, turns, factor, addend)`: `out` has one float for each thread. */
export const fp32Ptx = `.version 6.0
.target sm_50
.address_size 64

.visible .entry ${fp32Entry}(
  .param .u64 p_out, .param .u32 p_turns, .param .f32 p_factor, .param .f32 p_addend)
{
  .reg .pred %more;
  .reg .b32 %turns, %thread, %block, %size;
  .reg .b64 %out, %offset;
  .reg .f32 %factor, %addend, %seed, %sum, %v<${chains}>;

  ld.param.u64 %out, [p_out];
  ld.param.u32 %turns, [p_turns];
  ld.param.f32 %factor, [p_factor];
  ld.param.f32 %addend, [p_addend];
  cvta.to.global.u64 %out, %out;
  mov.u32 %thread, %tid.x;
  mov.u32 %block, %ctaid.x;
  mov.u32 %size, %ntid.x;
  mad.lo.u32 %thread, %block, %size, %thread;
  cvt.rn.f32.u32 %seed, %thread;
  mov.f32 %sum, 0f00000000;
${eachChain((chain) => `add.f32 %v${chain}, %seed, ${powerOfTwo(chain)};`)}
again:
${arithmetic}
  sub.u32 %turns, %turns, 1;
  setp.ne.u32 %more, %turns, 0;
  @%more bra again;
${eachChain((chain) => `add.f32 %sum, %sum, %v${chain};`)}
  mul.wide.u32 %offset, %thread, 4;
  add.u64 %out, %out, %offset;
  st.global.f32 [%out], %sum;
  ret;
}
`
