import type { Gpu } from '@gridloom/contract/machines/hardware'

/** The facts of a GPU that do not change while a machine runs. */
type GpuDetails = Pick<
  Gpu,
  'compute_capability' | 'pcie_gen_max' | 'pcie_lanes_max' | 'clock_max_mhz' | 'power_limit_w'
>

const columns = [
  'uuid',
  'compute_cap',
  'pcie.link.gen.max',
  'pcie.link.width.max',
  'clocks.max.sm',
  'power.limit',
] as const

/**
 * One line per GPU. It is a call of its own: a driver that does not know one field, such as 470 and `compute_cap`,
 * reports none at all.
 */
export const nvidiaDetailsArgv = [
  'nvidia-smi',
  `--query-gpu=${columns.join(',')}`,
  '--format=csv,noheader,nounits',
] as const

/** The header of the tool's usual output has the newest CUDA version that the driver supports. */
export const nvidiaHeaderArgv = ['nvidia-smi'] as const

export const nvlinkArgv = ['nvidia-smi', 'nvlink', '--status'] as const

/** Parses the output of {@link nvidiaDetailsArgv}, by UUID. What is no line of it is skipped. */
export function parseNvidiaDetails(output: string): Map<string, GpuDetails> {
  const details = new Map<string, GpuDetails>()
  for (const line of output.split('\n')) {
    const cells = line.split(',').map((cell) => cell.trim())
    const [uuid, capability = '', generation, lanes, clock, power] = cells
    if (cells.length !== columns.length || uuid?.startsWith('GPU-') !== true) continue
    details.set(uuid, {
      compute_capability: /^\d{1,3}\.\d{1,3}$/.test(capability) ? capability : null,
      pcie_gen_max: wholeOf(generation),
      pcie_lanes_max: wholeOf(lanes),
      clock_max_mhz: wholeOf(clock),
      power_limit_w: numberOf(power),
    })
  }
  return details
}

/** Parses `CUDA Version: 12.8` in the header; `null`: there is none. */
export function parseCudaVersion(output: string): string | null {
  return /CUDA Version\s*:\s*(\d{1,3}\.\d{1,3})/.exec(output.slice(0, headerCharsMax))?.[1] ?? null
}

const headerCharsMax = 4_096

/** Links that one GPU may have; newer ones have 18. */
const linksMax = 64

/**
 * Parses `nvidia-smi nvlink --status`: a line for each GPU, below it one for each of its links with its speed, or
 * `<inactive>`. Returns the sum of the active ones by UUID, in GB/s. GPUs without links are absent.
 */
export function parseNvlinks(output: string): Map<string, number> {
  const sums = new Map<string, number>()
  let current: { uuid: string; links: number } | undefined
  for (const line of output.split('\n')) {
    const uuid = /^GPU \d{1,3}: .{0,200}\(UUID: (GPU-[\w-]{1,80})\)/.exec(line)?.[1]
    if (uuid !== undefined) current = { uuid, links: 0 }
    const link = /^\s{1,20}Link \d{1,3}: (?:(\d{1,6}(?:\.\d{1,6})?) GB\/s|<inactive>)/.exec(line)
    if (link === null || current === undefined || current.links >= linksMax) continue
    current.links += 1
    const sum = (sums.get(current.uuid) ?? 0) + Number(link[1] ?? 0)
    sums.set(current.uuid, Math.round(sum * 1_000) / 1_000)
  }
  return sums
}

function numberOf(cell = ''): number | null {
  return /^\d{1,9}(\.\d{1,9})?$/.test(cell) ? Number(cell) : null
}

function wholeOf(cell?: string): number | null {
  const value = numberOf(cell)
  return value === null ? null : Math.round(value)
}
