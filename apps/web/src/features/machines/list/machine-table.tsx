import type { Machine } from '@gridloom/contract/machines'
import { MachineRow } from './machine-row.tsx'
import styles from './machine-table.module.css'

/** Machines as rows; on a narrow screen each row becomes a card with the same words. */
export function MachineTable({ machines }: { machines: readonly Machine[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Machine</th>
          <th scope="col">Load</th>
          <th scope="col">Slots</th>
          <th scope="col" className={styles.number}>
            Price
          </th>
          <th scope="col" className={styles.number}>
            Earnings
          </th>
          <th scope="col">Listed</th>
        </tr>
      </thead>
      <tbody>
        {machines.map((machine) => (
          <MachineRow key={machine.id} machine={machine} />
        ))}
      </tbody>
    </table>
  )
}
