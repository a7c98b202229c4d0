import type { Receipt, ReceiptLine } from '@gridloom/contract/instances/receipt'
import { formatDuration } from '@gridloom/domain/format-duration'
import { Cell, type Column, Table } from '../../../ui/components/table.tsx'
import { formatSixPlaces, type ReceiptSums } from './receipt-sums.ts'
import { ReceiptTime } from './receipt-time.tsx'

const kindWords = {
  running: 'Running',
  stopped_disk: 'Stopped, disk kept',
} as const satisfies Record<ReceiptLine['kind'], string>

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
      <Cell label="From">
        <ReceiptTime at={line.from} />
      </Cell>
      <Cell label="To">
        <ReceiptTime at={line.to} />
      </Cell>
      <Cell label="State">{kindWords[line.kind]}</Cell>
      <Cell label="Seconds" align="number">
        {line.seconds}
      </Cell>
      <Cell label="Price" align="number">
        {formatSixPlaces(line.micro_usd_per_hour)}/h
      </Cell>
      <Cell label="Amount" align="number">
        {formatSixPlaces(line.micro_usd)}
      </Cell>
    </tr>
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
