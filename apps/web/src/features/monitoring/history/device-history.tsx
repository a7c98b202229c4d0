import type { HistoryPoint, HistorySpan } from '@gridloom/contract/monitoring/history'
import { SegmentedControl } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useMachineLoads } from '../../../api/live/use-live.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { SaveCsv } from '../../../ui/components/save-csv.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { shortModel } from '../../../ui/format/hardware.ts'
import { plural } from '../../../ui/format/numbers.ts'
import type { Device } from '../devices.ts'
import styles from '../monitoring.module.css'
import { cpuCharts, gpuCharts } from './history-charts.ts'
import { historyCsv } from './history-csv.ts'
import { historyQuery } from './history-query.ts'
import { withLive } from './live-points.ts'
import { RangePlot } from './range-plot.tsx'

const spans = [
  { value: 'hour', label: 'Last hour' },
  { value: 'month', label: '30 days' },
] as const

interface DeviceHistoryProps {
  device: Device
  span: HistorySpan
}

/** The history of one GPU or of the CPUs of a machine: the last hour, live, or the last 30 days by hour. */
export function DeviceHistory({ device, span }: DeviceHistoryProps) {
  const { machine, gpu } = device
  const navigate = useNavigate({ from: '/dashboard/gpu-info' })
  const asked = { machineId: machine.id, gpu: gpu?.uuid, span }
  const history = useQuery(historyQuery(useClient(), asked))
  const loads = useMachineLoads(machine.id)
  const points = history.data?.points
  const shown = useMemo(
    () => (span === 'hour' ? withLive(points ?? [], loads, gpu?.uuid) : (points ?? [])),
    [points, loads, gpu?.uuid, span],
  )
  const turnTo = (next: HistorySpan) =>
    navigate({
      search: (before) => ({ ...before, span: next === 'hour' ? undefined : next }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Section
      title={`History of ${gpu ? `${shortModel(gpu.model)} (GPU ${gpu.index})` : 'the CPUs'}, ${machine.name}`}
      note={span === 'hour' ? 'by minute' : 'by hour: average, least and greatest'}
      inset="flush"
      actions={
        <span className={styles.controls}>
          <SegmentedControl
            size="xs"
            aria-label="Time span"
            value={span}
            data={[...spans]}
            onChange={turnTo}
          />
          {shown.length > 0 && (
            <SaveCsv name="gridloom-history.csv" of="the history" write={() => historyCsv(shown)} />
          )}
        </span>
      }
    >
      <Loaded query={history} what="the history" rows={4}>
        {() => <Charts device={device} points={shown} span={span} />}
      </Loaded>
    </Section>
  )
}

function Charts({ device: { machine, gpu }, points, span }: DeviceHistoryProps & ChartsProps) {
  const memoryMib = machine.hardware?.memory_mib ?? 0
  const vramMib = gpu?.vram_mib ?? null
  const isGpu = gpu !== null
  const charts = useMemo(
    () => (isGpu ? gpuCharts(vramMib) : cpuCharts(memoryMib)),
    [isGpu, vramMib, memoryMib],
  )
  const measured = charts.filter(({ read }) => points.some((point) => read(point) !== null))
  const errors = points.reduce((sum, { ecc_errors }) => sum + (ecc_errors ?? 0), 0)
  if (measured.length === 0) return <NoHistory span={span} />
  return (
    <>
      {errors > 0 && (
        <p className={styles.errors}>
          {plural(errors, 'memory error')} could not be corrected in this time.
        </p>
      )}
      <div className={styles.charts}>
        {measured.map((chart) => (
          <RangePlot key={chart.title} chart={chart} points={points} span={span} />
        ))}
      </div>
    </>
  )
}

interface ChartsProps {
  points: readonly HistoryPoint[]
}

function NoHistory({ span }: { span: HistorySpan }) {
  return (
    <EmptyState
      icon={<IconChartLine size={20} stroke={1.6} />}
      title={span === 'hour' ? 'No report in the last hour' : 'No hour is complete yet'}
    >
      {span === 'hour'
        ? 'Minutes appear here while the machine is online. Sensors of GPUs need a recent agent.'
        : 'The first point appears after the first full hour online.'}
    </EmptyState>
  )
}
