import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { formatPercent } from '../../../ui/format/numbers.ts'

/** One line of a chart. */
export interface Line {
  readonly name: string
  readonly read: (sample: MetricSample) => number | null
  /** A second line is dashed, so that it does not rely on colour alone. */
  readonly look: 'solid' | 'dashed'
}

/** One chart: its lines, the format of its values, and its top if fixed. */
export interface Chart {
  readonly title: string
  readonly lines: readonly Line[]
  readonly write: (value: number) => string
  /** The value at the top; defaults to the highest value. */
  readonly top?: number | undefined
}

const perSecond = (bytes: number) => `${formatBytes(bytes)}/s`
const line = (name: string, read: Line['read'], look: Line['look'] = 'solid') => ({
  name,
  read,
  look,
})

/** The hardware that determines an instance's charts and their tops. */
export interface ChartedHardware {
  readonly vcpus: number
  readonly memoryLimitBytes: number
  readonly gpus: number
}

/** Returns the charts of an instance; GPU charts only if it has GPUs. */
export function chartsOf({ vcpus, memoryLimitBytes, gpus }: ChartedHardware): Chart[] {
  return [
    {
      title: 'CPU',
      lines: [line('of all its vCPUs', (sample) => sample.cpu_percent / Math.max(1, vcpus))],
      write: formatPercent,
      top: 100,
    },
    {
      title: 'Memory',
      lines: [line(`of ${formatBytes(memoryLimitBytes)}`, (sample) => sample.memory_bytes)],
      write: formatBytes,
      top: memoryLimitBytes,
    },
    ...Array.from({ length: gpus }, (_, index) => ({
      title: gpus > 1 ? `GPU ${index}` : 'GPU',
      lines: [line('load', (sample) => gpuOf(sample, index)?.utilization_percent ?? null)],
      write: formatPercent,
      top: 100,
    })),
    {
      title: 'Network',
      lines: [
        line('in', (sample) => sample.network_rx_bytes_s),
        line('out', (sample) => sample.network_tx_bytes_s, 'dashed'),
      ],
      write: perSecond,
    },
    {
      title: 'Disk',
      lines: [
        line('read', (sample) => sample.disk_read_bytes_s),
        line('write', (sample) => sample.disk_write_bytes_s, 'dashed'),
      ],
      write: perSecond,
    },
  ]
}

function gpuOf(sample: MetricSample, index: number) {
  return sample.gpus.find((gpu) => gpu.index === index)
}
