import { endpoints } from 'virtual:api-facts'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { MetricSample } from '@gridloom/contract/instances/metrics'
import { SegmentedControl, useComputedColorScheme } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { instanceStatus } from '../../../shared/status/instance-status.ts'
import { AsCode } from '../../../ui/components/as-code.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { possibleActions } from '../instance-actions.ts'
import { chartsOf } from './charts.ts'
import styles from './metrics-tab.module.css'
import { SeriesChart } from './series-chart.tsx'
import { useMetrics } from './use-metrics.ts'
import type { MetricsStreamState } from './use-metrics-stream.ts'

const windows = [
  { value: '60', label: '1 h' },
  { value: '360', label: '6 h' },
  { value: '1440', label: '24 h' },
]

interface MetricsTabProps {
  instance: Instance
  /** Whether the live samples arrive. */
  stream: MetricsStreamState
}

/** The instance's metrics: history and live samples. */
export function MetricsTab({ instance, stream }: MetricsTabProps) {
  const [minutes, setMinutes] = useState('60')
  const history = useMetrics(instance.id, Number(minutes))
  const samples = history.data ?? []
  const newest = samples.at(-1)
  const live = stream === 'open' && instance.state === 'running'
  return (
    <Section
      title="Metrics"
      inset="flush"
      note={<LoadNote newest={newest} live={live} />}
      actions={<LoadActions instance={instance} minutes={minutes} onMinutes={setMinutes} />}
    >
      {history.isPending && <SkeletonBlock height={360} label="Loading the metrics" />}
      {history.error && history.data === undefined && (
        <ErrorState
          title="The metrics could not be loaded"
          error={history.error}
          retry={() => void history.refetch()}
        />
      )}
      {history.data && newest === undefined && <NoSamples instance={instance} />}
      {newest && (
        <Charts instance={instance} samples={samples} newest={newest} minutes={Number(minutes)} />
      )}
    </Section>
  )
}

function NoSamples({ instance }: { instance: Instance }) {
  const icon = <IconChartLine size={20} stroke={1.6} />
  if (possibleActions(instance).reach || instance.desired === 'running') {
    return (
      <EmptyState icon={icon} title="No samples yet">
        The first sample arrives a few seconds after the start.
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={icon} title="No samples in this time">
      The instance is {instanceStatus(instance).word.toLowerCase()}, so there are no new samples.
      Choose a longer time range.
    </EmptyState>
  )
}

function LoadNote({ newest, live }: { newest: MetricSample | undefined; live: boolean }) {
  return (
    <span role="status">
      {live && <StatusBadge tone="good" word="Live" look="plain" />}
      {!live && newest && (
        <>
          last sample <TimeAgo at={newest.at} />
        </>
      )}
    </span>
  )
}

interface LoadActionsProps {
  instance: Instance
  minutes: string
  onMinutes: (minutes: string) => void
}

function LoadActions({ instance: { id }, minutes, onMinutes }: LoadActionsProps) {
  const { metrics, followMetrics } = endpoints.instances
  const input = { params: { id } }
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Time range"
        data={windows}
        value={minutes}
        onChange={onMinutes}
      />
      <AsCode
        actions={[
          {
            name: 'Get its metrics',
            endpoint: metrics,
            input: { ...input, query: { minutes: Number(minutes) } },
          },
          { name: 'Follow its metrics', endpoint: followMetrics, input },
        ]}
      />
    </>
  )
}

interface ChartsProps {
  instance: Instance
  samples: readonly MetricSample[]
  newest: MetricSample
  minutes: number
}

function Charts({ instance, samples, newest, minutes }: ChartsProps) {
  const scheme = useComputedColorScheme('light')
  const { vcpus, created_at: createdAt } = instance
  const span = useMemo(
    () => ({ minutes, createdS: Date.parse(createdAt) / 1_000 }),
    [minutes, createdAt],
  )
  const memoryLimitBytes = newest.memory_limit_bytes
  const gpus = newest.gpus.length
  const charts = useMemo(
    () => chartsOf({ vcpus, memoryLimitBytes, gpus }),
    [vcpus, memoryLimitBytes, gpus],
  )
  return (
    <div className={styles.grid}>
      {charts.map((chart) => (
        // @NOTE a canvas keeps its drawn colours: another theme or span must draw it again
        <SeriesChart
          key={`${chart.title}-${scheme}-${minutes}`}
          chart={chart}
          samples={samples}
          span={span}
        />
      ))}
    </div>
  )
}
