import type { Instance } from '@gridloom/contract/instances/instance'
import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { Figure, FigureStrip } from '../../../ui/components/facts.tsx'
import { Sparkline } from '../../../ui/components/sparkline.tsx'
import { toColumns } from '../metrics/chart-series.ts'
import { type Chart, chartsOf } from '../metrics/charts.ts'
import { useMetrics } from '../metrics/use-metrics.ts'

const minutes = 15
const mib = 1024 * 1024

/** The live load of a running instance in small charts: the last 15 minutes of CPU, memory, GPUs and network. */
export function LoadStrip({ instance }: { instance: Instance }) {
  const samples = useMetrics(instance.id, minutes).data ?? []
  const charts = chartsOf({
    vcpus: instance.vcpus,
    memoryLimitBytes: samples.at(-1)?.memory_limit_bytes ?? instance.memory_mib * mib,
    gpus: samples.at(-1)?.gpus.length ?? 0,
  }).filter(({ title }) => shown.test(title))
  return (
    <FigureStrip>
      {charts.map((chart) => (
        <Load key={chart.title} chart={chart} samples={samples} />
      ))}
    </FigureStrip>
  )
}

const shown = /^(CPU|Memory|GPU|Network)/

function Load({ chart, samples }: { chart: Chart; samples: readonly MetricSample[] }) {
  const { title, lines, write, top } = chart
  const [first] = lines
  if (first === undefined) return null
  const [, values = []] = toColumns(samples, [first.read])
  const last = values.at(-1)
  const highest = Math.max(1, ...values.map((value) => value ?? 0))
  return (
    <Figure
      name={title === 'Network' ? 'Network in' : title}
      value={last === undefined || last === null ? '–' : write(last)}
      note={
        <Sparkline
          values={values}
          max={top ?? highest}
          label={`${title}, last 15 minutes`}
          width={124}
          height={34}
        />
      }
    />
  )
}
