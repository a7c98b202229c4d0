import type { Machine } from '@gridloom/contract/machines/machine'
import { type Column, Table } from '../../../ui/components/table.tsx'
import { MachineRow } from './machine-row.tsx'

const columns: readonly Column[] = [
  { text: 'Machine' },
  { text: 'Utilization' },
  { text: 'Slots' },
  { text: 'Price', align: 'number' },
  { text: 'Earnings', align: 'number' },
  { text: 'Listed' },
]

/** The provider's machines, one row each. */
export function MachineTable({ machines }: { machines: readonly Machine[] }) {
  return (
    <Table label="Machines" columns={columns}>
      {machines.map((machine) => (
        <MachineRow key={machine.id} machine={machine} />
      ))}
    </Table>
  )
}
