import type { GpuReading, ThrottleReason } from '@gridloom/contract/machines/gpu-reading'
import { numberOf, wholeOf } from './nvidia-cells.ts'
import { asGpuReading } from './sane-reading.ts'

/** The name of the reasons for lower clocks: the second one in drivers before 535, which do not know the first. */
export type ReasonsName = 'clocks_event_reasons' | 'clocks_throttle_reasons'

/** Order of the columns; the reasons follow. Source: `nvidia-smi --help-query-gpu`. */
const columns = [
  'uuid',
  'temperature.gpu',
  'power.draw',
  'power.limit',
  'utilization.gpu',
  'memory.used',
  'clocks.sm',
  'clocks.mem',
  'fan.speed',
  'ecc.errors.corrected.aggregate.total',
  'ecc.errors.uncorrected.aggregate.total',
] as const

/** One line per GPU, with bare numbers: °C, W, percent, MiB, MHz. */
export function nvidiaSensorsArgv(reasons: ReasonsName): readonly string[] {
  return [
    'nvidia-smi',
    `--query-gpu=${[...columns, `${reasons}.active`].join(',')}`,
    '--format=csv,noheader,nounits',
  ]
}

/** Bits of `nvmlClocksEventReasons` in nvml.h. */
const reasonBits: readonly (readonly [bit: number, reason: ThrottleReason])[] = [
  [0x4, 'power_cap'],
  [0x8, 'hw_slowdown'],
  [0x10, 'sync_boost'],
  [0x20, 'sw_thermal'],
  [0x40, 'hw_thermal'],
  [0x80, 'hw_power_brake'],
]

/** Parses the output of {@link nvidiaSensorsArgv}; lines that describe no GPU, such as error messages, are skipped. */
export function parseNvidiaSensors(output: string): GpuReading[] {
  return output.split('\n').flatMap((line) => readingOf(line) ?? [])
}

function readingOf(line: string): GpuReading | undefined {
  const cells = line.split(',').map((cell) => cell.trim())
  const [uuid, temperature, power, limit, utilization, used, sm, memory, fan, corrected, not] =
    cells
  if (cells.length !== columns.length + 1 || uuid?.startsWith('GPU-') !== true) return undefined
  return asGpuReading({
    uuid,
    temperature_c: numberOf(temperature),
    power_w: numberOf(power),
    power_limit_w: numberOf(limit),
    utilization_percent: numberOf(utilization),
    memory_used_mib: wholeOf(used),
    sm_clock_mhz: wholeOf(sm),
    memory_clock_mhz: wholeOf(memory),
    fan_percent: numberOf(fan),
    ecc_corrected: wholeOf(corrected),
    ecc_uncorrected: wholeOf(not),
    throttle_reasons: reasonsOf(cells.at(-1)),
  })
}

/** Reads a bit mask, `0x0000000000000004`. */
function reasonsOf(mask = ''): ThrottleReason[] | null {
  if (!/^0x[0-9a-f]{1,16}$/i.test(mask)) return null
  const bits = BigInt(mask)
  return reasonBits.flatMap(([bit, reason]) => ((bits & BigInt(bit)) === 0n ? [] : [reason]))
}
