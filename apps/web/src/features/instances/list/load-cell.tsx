import type { Instance } from '@gridloom/contract/instances/instance'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Sparkline } from '../../../ui/components/sparkline.tsx'
import { useShownInPlace } from '../../../ui/toasts/shown-errors.tsx'
import { metricsQuery } from '../api/read-metrics.ts'
import { toColumns } from '../metrics/chart-series.ts'
import { chartsOf } from '../metrics/charts.ts'
import styles from './instance-list.module.css'

const minutes = 30
/** A stream for each row would be more than a list needs. */
const everyMs = 30_000

/** The load of a running instance over the last half hour: of its first GPU, or of its CPUs. */
export function LoadCell({ instance }: { instance: Instance }) {
  if (instance.state !== 'running') return <span className={styles.sub}>–</span>
  return <RunningLoad instance={instance} />
}

function RunningLoad({ instance: { id, vcpus } }: { instance: Instance }) {
  const query = { ...metricsQuery(useClient(), id, minutes), refetchInterval: everyMs }
  const { data: samples = [], error } = useQuery(query)
  useShownInPlace(error)
  const gpus = samples.at(-1)?.gpus.length ?? 0
  const charts = chartsOf({ vcpus, memoryLimitBytes: 0, gpus })
  const chart = charts.find(({ title }) => title.startsWith('GPU')) ?? charts[0]
  const [line] = chart?.lines ?? []
  const [, values = []] = line ? toColumns(samples, [line.read]) : []
  const last = values.at(-1)
  if (chart === undefined || last === undefined || last === null)
    return <span className={styles.sub}>–</span>
  return (
    <div className={styles.load}>
      {values.length > 1 && (
        <Sparkline
          values={values}
          max={100}
          label={`${chart.title} load in percent, last ${minutes} minutes`}
          width={72}
          height={20}
        />
      )}
      <span className="gl-num">
        {chart.title} {chart.write(last)}
      </span>
    </div>
  )
}
