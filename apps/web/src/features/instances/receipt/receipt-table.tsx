import type { Receipt, ReceiptLine } from '@gridloom/contract/instances'
import { formatDuration, formatExact } from '../../../lib/format/times.ts'
import { formatSixPlaces, type ReceiptSums } from './receipt-sums.ts'
import styles from './receipt-tab.module.css'

const kindWords = {
  running: 'Running',
  stopped_disk: 'Stopped, disk kept',
} as const satisfies Record<ReceiptLine['kind'], string>

const clock = new Intl.DateTimeFormat(undefined, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** The charged intervals with their sums; every amount has all six places. */
export function ReceiptTable({ receipt, sums }: { receipt: Receipt; sums: ReceiptSums }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">What</th>
          <th scope="col" className={styles.number}>
            Seconds
          </th>
          <th scope="col" className={styles.number}>
            Price
          </th>
          <th scope="col" className={styles.number}>
            Amount
          </th>
        </tr>
      </thead>
      <tbody>
        {receipt.lines.map((line) => (
          <LineRow key={line.key} line={line} />
        ))}
      </tbody>
      <tfoot>
        <SumRow
          name={`Running, ${formatDuration(receipt.running_s)}`}
          microUsd={sums.runningMicroUsd}
        />
        <SumRow
          name={`Stopped, ${formatDuration(receipt.stopped_s)}`}
          microUsd={sums.stoppedMicroUsd}
        />
        <SumRow name="Total" microUsd={sums.linesMicroUsd} />
      </tfoot>
    </table>
  )
}

function LineRow({ line }: { line: ReceiptLine }) {
  return (
    <tr title={`Booked as ${line.transaction_id}`}>
      <td>
        <time dateTime={line.from} title={formatExact(line.from)}>
          {clock.format(new Date(line.from))}
        </time>
      </td>
      <td>
        <time dateTime={line.to} title={formatExact(line.to)}>
          {clock.format(new Date(line.to))}
        </time>
      </td>
      <td>{kindWords[line.kind]}</td>
      <td className={styles.number}>{line.seconds}</td>
      <td className={styles.number}>{formatSixPlaces(line.micro_usd_per_hour)}/h</td>
      <td className={styles.number}>{formatSixPlaces(line.micro_usd)}</td>
    </tr>
  )
}

function SumRow({ name, microUsd }: { name: string; microUsd: number }) {
  return (
    <tr>
      <th scope="row" colSpan={5}>
        {name}
      </th>
      <td className={styles.number}>{formatSixPlaces(microUsd)}</td>
    </tr>
  )
}
