import type { Receipt, ReceiptLine } from '@gridloom/contract/instances/receipt'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Cell, type Column, Table } from '../../../ui/components/table.tsx'
import { formatExact } from '../../../ui/format/times.ts'
import { formatSixPlaces, type ReceiptSums } from './receipt-sums.ts'

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

const columns: readonly Column[] = [
  { text: 'From' },
  { text: 'To' },
  { text: 'State' },
  { text: 'Seconds', align: 'number' },
  { text: 'Price', align: 'number' },
  { text: 'Amount', align: 'number' },
]

/** The charged intervals with their sums; every amount has six decimal places. */
export function ReceiptTable({ receipt, sums }: { receipt: Receipt; sums: ReceiptSums }) {
  return (
    <Table
      label="Charged intervals"
      columns={columns}
      narrow="columns"
      foot={<Sums receipt={receipt} sums={sums} />}
    >
      {receipt.lines.map((line) => (
        <LineRow key={line.key} line={line} />
      ))}
    </Table>
  )
}

function LineRow({ line }: { line: ReceiptLine }) {
  return (
    <tr title={`Transaction ${line.transaction_id}`}>
      <Cell>
        <Timestamp at={line.from} />
      </Cell>
      <Cell>
        <Timestamp at={line.to} />
      </Cell>
      <Cell>{kindWords[line.kind]}</Cell>
      <Cell align="number">{line.seconds}</Cell>
      <Cell align="number">{formatSixPlaces(line.micro_usd_per_hour)}/h</Cell>
      <Cell align="number">{formatSixPlaces(line.micro_usd)}</Cell>
    </tr>
  )
}

function Timestamp({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatExact(at)}>
      {clock.format(new Date(at))}
    </time>
  )
}

function Sums({ receipt, sums }: { receipt: Receipt; sums: ReceiptSums }) {
  return (
    <>
      <SumRow
        name={`Running, ${formatDuration(receipt.running_s)}`}
        microUsd={sums.runningMicroUsd}
      />
      <SumRow
        name={`Stopped, ${formatDuration(receipt.stopped_s)}`}
        microUsd={sums.stoppedMicroUsd}
      />
      <SumRow name="Total" microUsd={sums.linesMicroUsd} />
    </>
  )
}

function SumRow({ name, microUsd }: { name: string; microUsd: number }) {
  return (
    <tr>
      <th scope="row" colSpan={5}>
        {name}
      </th>
      <Cell align="number">{formatSixPlaces(microUsd)}</Cell>
    </tr>
  )
}
