import type { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'

/** What the vendor's data sheet promises of a GPU: single precision without tensor cores, at its boost clock. */
export type GpuSpecification = Readonly<Record<GpuBenchmarkKind, number>>

interface Entry extends GpuSpecification {
  /** `rising`: the board raises its clocks beyond the data sheet while it is cool. */
  readonly clocks: 'rising' | 'fixed'
}

/**
 * By the words of a model's name as nvidia-smi writes it, without `NVIDIA`, `Tesla` and `GeForce`. Sources: NVIDIA's data
 * sheets and product pages of each model.
 */
const table: Readonly<Record<string, readonly [tflops: number, gbPerS: number]>> = {
  b200: [80, 8_000],
  h200: [66.9, 4_800],
  'h200 nvl': [60.3, 4_800],
  'h100 80gb hbm3': [66.9, 3_352],
  'h100 pcie': [51.2, 2_039],
  'h100 nvl': [60.3, 3_938],
  'gh200 480gb': [66.9, 4_000],
  'gh200 144g hbm3e': [66.9, 4_900],
  'a100 sxm4 40gb': [19.5, 1_555],
  'a100 sxm4 80gb': [19.5, 2_039],
  'a100 pcie 40gb': [19.5, 1_555],
  'a100 80gb pcie': [19.5, 1_935],
  a40: [37.4, 696],
  a30: [10.3, 933],
  a10: [31.2, 600],
  a10g: [35, 600],
  a16: [4.5, 200],
  a2: [4.5, 200],
  l40s: [91.6, 864],
  l40: [90.5, 864],
  l4: [30.3, 300],
  t4: [8.1, 320],
  'v100 sxm2 16gb': [15.7, 900],
  'v100 sxm2 32gb': [15.7, 900],
  'v100 pcie 16gb': [14.1, 900],
  'v100 pcie 32gb': [14.1, 900],
  'v100s pcie 32gb': [16.4, 1_134],
  'p100 pcie 16gb': [9.3, 732],
  'p100 sxm2 16gb': [10.6, 732],
  p40: [11.8, 347],
  p4: [5.5, 192],
  'rtx 6000 ada generation': [91.1, 960],
  'rtx 5000 ada generation': [65.3, 576],
  'rtx 4000 ada generation': [26.7, 360],
  'rtx a6000': [38.7, 768],
  'rtx a5000': [27.8, 768],
  'rtx a4000': [19.2, 448],
  'rtx 5090': [104.8, 1_792],
  'rtx 5080': [56.3, 960],
  'rtx 5070 ti': [43.9, 896],
  'rtx 5070': [30.9, 672],
  'rtx 5060 ti': [23.7, 448],
  'rtx 5060': [19.2, 448],
  'rtx 4090': [82.6, 1_008],
  'rtx 4090 d': [73.5, 1_008],
  'rtx 4080 super': [52.2, 736],
  'rtx 4080': [48.7, 717],
  'rtx 4070 ti super': [44.1, 672],
  'rtx 4070 ti': [40.1, 504],
  'rtx 4070 super': [35.5, 504],
  'rtx 4070': [29.1, 504],
  'rtx 4060 ti': [22.1, 288],
  'rtx 4060': [15.1, 272],
  'rtx 3090 ti': [40, 1_008],
  'rtx 3090': [35.6, 936],
  'rtx 3080 ti': [34.1, 912],
  'rtx 3080': [29.8, 760],
  'rtx 3070 ti': [21.7, 608],
  'rtx 3070': [20.3, 448],
  'rtx 3060 ti': [16.2, 448],
  'rtx 3060': [12.7, 360],
  'rtx 3050': [9.1, 224],
  'titan rtx': [16.3, 672],
  'rtx 2080 ti': [13.4, 616],
  'rtx 2080 super': [11.2, 496],
  'rtx 2080': [10.1, 448],
  'rtx 2070 super': [9.1, 448],
  'rtx 2070': [7.5, 448],
  'rtx 2060 super': [7.2, 448],
  'rtx 2060': [6.5, 336],
  'gtx 1660 ti': [5.4, 288],
  'gtx 1660 super': [5, 336],
  'gtx 1080 ti': [11.3, 484],
  'gtx 1080': [8.9, 320],
  'gtx 1070 ti': [8.2, 256],
  'gtx 1070': [6.5, 256],
}

const byWords = new Map(
  Object.entries(table).map(([name, [tflops, bandwidth]]): [string, Entry] => [
    name,
    {
      gpu_tflops_fp32: tflops,
      gpu_memory_bandwidth_gb_s: bandwidth,
      clocks: /^(?:rtx \d|gtx|titan)/.test(name) ? 'rising' : 'fixed',
    },
  ]),
)

/** The figures of the data sheet of a model; `null` for one that is not in the table. Pure. */
export function gpuSpecification(model: string): GpuSpecification | null {
  const entry = entryOf(model)
  if (entry === undefined) return null
  const { gpu_tflops_fp32, gpu_memory_bandwidth_gb_s } = entry
  return { gpu_tflops_fp32, gpu_memory_bandwidth_gb_s }
}

const tolerance = 1.2
/** Boards of the GeForce family run up to a third above their specified boost clock (GPU Boost). */
const risingTolerance = 1.35
/** Above any single GPU that exists: the bound of models that are not in the table. */
const unknownModel: GpuSpecification = { gpu_tflops_fp32: 200, gpu_memory_bandwidth_gb_s: 10_000 }

/** The highest figure that a GPU of a model can have measured: a higher one is not believed. Pure. */
export function plausibleMost(model: string, kind: GpuBenchmarkKind): number {
  const entry = entryOf(model)
  if (entry === undefined) return unknownModel[kind]
  const isRising = entry.clocks === 'rising' && kind === 'gpu_tflops_fp32'
  return entry[kind] * (isRising ? risingTolerance : tolerance)
}

function entryOf(model: string): Entry | undefined {
  const words = model.toLowerCase().replaceAll('-', ' ').split(/\s+/)
  return byWords.get(words.filter((word) => !makers.has(word)).join(' '))
}

const makers: ReadonlySet<string> = new Set(['', 'nvidia', 'tesla', 'geforce'])
