import type { Instance } from '@gridloom/contract/instances/instance'
import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Figure } from '../../../ui/components/facts.tsx'
import { formatPercent } from '../../../ui/format/numbers.ts'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { useMetrics } from '../metrics/use-metrics.ts'

/** The same samples that the overview draws. */
const minutes = 15

/** The live load of an instance in one figure, in sight on every tab. */
export function LoadFigure({ instance }: { instance: Instance }) {
  if (instance.state !== 'running') return <Figure name="Load" value="–" note="not running" />
  return <RunningLoad instance={instance} />
}

function RunningLoad({ instance: { id, vcpus } }: { instance: Instance }) {
  const { data: samples, error } = useMetrics(id, minutes)
  useShownInPlace(error)
  const newest = samples?.at(-1)
  if (newest === undefined) {
    return <Figure name="Load" value="–" note={error ? 'could not be loaded' : 'no samples yet'} />
  }
  return (
    <Figure
      name="Load"
      value={`CPU ${formatPercent(newest.cpu_percent / Math.max(1, vcpus))}`}
      note={
        <span className="gl-num">
          <MemoryLoad sample={newest} />
          {gpuLoad(newest)}
        </span>
      }
    />
  )
}

function MemoryLoad({ sample }: { sample: MetricSample }) {
  const { memory_bytes: used, memory_limit_bytes: limit } = sample
  return (
    <span title={`${formatBytes(used)} of ${formatBytes(limit)}`}>
      memory {formatPercent((100 * used) / Math.max(1, limit))}
    </span>
  )
}

/** The load of the GPUs that tell theirs, on average. */
function gpuLoad({ gpus }: MetricSample): string {
  const known = gpus.flatMap(({ utilization_percent: percent }) => percent ?? [])
  if (known.length === 0) return ''
  const sum = known.reduce((total, percent) => total + percent, 0)
  return ` · ${gpus.length > 1 ? 'GPUs' : 'GPU'} ${formatPercent(sum / known.length)}`
}
