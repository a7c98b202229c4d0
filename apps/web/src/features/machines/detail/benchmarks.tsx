import { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import type { Machine } from '@gridloom/contract/machines/machine'
import { Button } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { useMeasureMachine } from '../api/measure-machine.ts'
import { benchmarkTexts, gpuBenchmarkTexts } from '../machine-figures.ts'
import styles from './machine-view.module.css'

/** Benchmark results with their dates; renters see these, not claims. */
export function Benchmarks({ machine }: { machine: Machine }) {
  const measure = useMeasureMachine(machine.id)
  const canMeasure = machine.status === 'online' && machine.slots_rented === 0
  return (
    <Section
      title="Benchmarks"
      note={machine.slots_rented > 0 ? 'can be repeated while no slot is rented' : undefined}
      inset="flush"
      actions={
        <Button
          size="xs"
          leftSection={<IconGauge size={15} />}
          disabled={!canMeasure}
          loading={measure.isPending}
          onClick={() => measure.mutate()}
        >
          Measure again
        </Button>
      }
    >
      {machine.benchmarks.length + machine.gpu_benchmarks.length === 0 ? (
        <EmptyState icon={<IconGauge size={20} stroke={1.6} />} title="No benchmarks yet">
          The agent measures GPUs, CPU, memory, disk and network while the machine is online and
          idle.
        </EmptyState>
      ) : (
        <BenchmarkTable machine={machine} />
      )}
    </Section>
  )
}

const columns: readonly Column[] = [
  { text: 'Benchmark' },
  { text: 'Value', align: 'number' },
  { text: 'Measured', align: 'number' },
]

function BenchmarkTable({ machine }: { machine: Machine }) {
  return (
    <Table label="Benchmarks" columns={columns} narrow="columns">
      {gpuFigures(machine).map(({ key, name, text, measuredAt }) => (
        <tr key={key}>
          <RowHead>{name}</RowHead>
          <Cell align="number">{text}</Cell>
          <Cell align="number">
            <span className={styles.cellSmall}>
              <TimeAgo at={measuredAt} />
            </span>
          </Cell>
        </tr>
      ))}
      {inOrder(machine.benchmarks).map(
        ({ kind, value, measured_at: measuredAt, under_load: underLoad }) => (
          <tr key={kind}>
            <RowHead>
              {benchmarkTexts[kind].name}
              {underLoad && (
                <span className={styles.underLoad} title={underLoadTitle}>
                  Measured under load
                </span>
              )}
            </RowHead>
            <Cell align="number">{benchmarkTexts[kind].format(value)}</Cell>
            <Cell align="number">
              <span className={styles.cellSmall}>
                <TimeAgo at={measuredAt} />
              </span>
            </Cell>
          </tr>
        ),
      )}
    </Table>
  )
}

const underLoadTitle =
  'Other work used the CPUs meanwhile. The agent measures again when the machine is idle.'

/** The figures of each GPU that the machine has, in its own order. */
function gpuFigures({ hardware, gpu_benchmarks: figures }: Machine) {
  return (hardware?.gpus ?? []).flatMap((gpu) =>
    figures
      .filter(({ gpu_uuid }) => gpu_uuid === gpu.uuid)
      .toSorted((one, other) => gpuPlace(one.kind) - gpuPlace(other.kind))
      .map(({ kind, value, measured_at: measuredAt }) => ({
        key: `${gpu.uuid} ${kind}`,
        name: `GPU ${gpu.index}, ${gpuBenchmarkTexts[kind].name}`,
        text: gpuBenchmarkTexts[kind].format(value),
        measuredAt,
      })),
  )
}

const gpuPlace = (kind: GpuBenchmarkKind) => GpuBenchmarkKind.options.indexOf(kind)

/** Sorts by the contract's order, from the CPU outwards. */
function inOrder(benchmarks: Machine['benchmarks']): Machine['benchmarks'] {
  const place = (kind: BenchmarkKind) => BenchmarkKind.options.indexOf(kind)
  return benchmarks.toSorted((one, other) => place(one.kind) - place(other.kind))
}
