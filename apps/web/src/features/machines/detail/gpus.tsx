import type { Gpu } from '@gridloom/contract/machines/hardware'
import { Section } from '../../../ui/components/section.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { shortModel } from '../../../ui/format/hardware.ts'
import { formatMib } from '../../../ui/format/numbers.ts'
import styles from './machine-view.module.css'

const columns: readonly Column[] = [
  { text: 'Model' },
  { text: 'Memory', align: 'number' },
  { text: 'Utilization', align: 'number' },
  { text: 'Temperature', align: 'number' },
  { text: 'Power', align: 'number' },
]

/** Each GPU as its vendor's tool reports it; a dash stands for a missing value. */
export function Gpus({ gpus }: { gpus: readonly Gpu[] }) {
  if (gpus.length === 0) return null
  return (
    <Section title="GPUs" note={`${gpus.length}`} inset="flush">
      <Table label="GPUs" columns={columns}>
        {gpus.map((gpu) => (
          <GpuRow key={gpu.uuid} gpu={gpu} />
        ))}
      </Table>
    </Section>
  )
}

function GpuRow({ gpu }: { gpu: Gpu }) {
  return (
    <tr>
      <RowHead>
        <span title={gpu.uuid}>{shortModel(gpu.model)}</span>
        <div className={styles.cellSmall}>
          {gpu.driver ? `driver ${gpu.driver}` : 'driver not responding'}
        </div>
      </RowHead>
      <Cell label="Memory" align="number">
        {gpu.vram_mib === null ? '—' : formatMib(gpu.vram_mib)}
      </Cell>
      <Cell label="Utilization" align="number">
        {withUnit(gpu.utilization_percent, '%')}
      </Cell>
      <Cell label="Temperature" align="number">
        {withUnit(gpu.temperature_c, '°C')}
      </Cell>
      <Cell label="Power" align="number">
        {withUnit(gpu.power_w, 'W')}
      </Cell>
    </tr>
  )
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? '—' : `${value.toFixed(0)} ${unit}`
}
