import { BenchmarkKind } from '@gridloom/contract/hardware'
import type { Machine } from '@gridloom/contract/machines'
import { Button } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { Section } from '../../../lib/parts/section.tsx'
import { EmptyState } from '../../../lib/parts/states.tsx'
import { TimeAgo } from '../../../lib/parts/time-ago.tsx'
import { useMeasureMachine } from '../api/measure-machine.ts'
import { benchmarkTexts } from '../machine-figures.ts'
import styles from './machine-view.module.css'

/** What was measured and when; renters see these figures, not claims. */
export function Benchmarks({ machine }: { machine: Machine }) {
  const measure = useMeasureMachine(machine.id)
  const canMeasure = machine.status === 'online' && machine.slots_rented === 0
  return (
    <Section
      title="Measured"
      note={machine.slots_rented > 0 ? 'can be repeated when nothing is rented' : undefined}
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
      {machine.benchmarks.length === 0 ? (
        <EmptyState icon={<IconGauge size={20} stroke={1.6} />} title="Nothing measured yet">
          The agent measures CPU, memory, disk and network when the machine is online and idle.
        </EmptyState>
      ) : (
        <BenchmarkTable benchmarks={machine.benchmarks} />
      )}
    </Section>
  )
}

function BenchmarkTable({ benchmarks }: Pick<Machine, 'benchmarks'>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" className={styles.number}>
            Value
          </th>
          <th scope="col" className={styles.number}>
            Measured
          </th>
        </tr>
      </thead>
      <tbody className="gl-num">
        {inOrder(benchmarks).map(({ kind, value, measured_at: measuredAt }) => (
          <tr key={kind}>
            <th scope="row">{benchmarkTexts[kind].name}</th>
            <td className={styles.number}>{benchmarkTexts[kind].format(value)}</td>
            <td className={`${styles.number} ${styles.cellSmall}`}>
              <TimeAgo at={measuredAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** In the contract's order, which goes from the inside of the machine outwards. */
function inOrder(benchmarks: Machine['benchmarks']): Machine['benchmarks'] {
  const place = (kind: BenchmarkKind) => BenchmarkKind.options.indexOf(kind)
  return benchmarks.toSorted((one, other) => place(one.kind) - place(other.kind))
}
