import type { Receipt } from '@gridloom/contract/instances/receipt'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { formatSixPlaces } from './receipt-sums.ts'
import { ReceiptTime } from './receipt-time.tsx'

const columns: readonly Column[] = [
  { text: 'Credit' },
  { text: 'At' },
  { text: 'Owed', align: 'number' },
  { text: 'Paid back', align: 'number' },
]

/** What the provider paid back by itself, and what the instance cost after it; nothing where there is no credit. */
export function ReceiptCredits({ receipt }: { receipt: Receipt }) {
  const { credits, credited_micro_usd, total_micro_usd } = receipt
  if (credits.length === 0) return null
  const rest = total_micro_usd - credited_micro_usd
  return (
    <Table
      label="Credits"
      columns={columns}
      foot={
        <>
          <SumRow name="Paid back" microUsd={credited_micro_usd} />
          <SumRow name="Cost after credits" microUsd={rest} />
        </>
      }
    >
      {credits.map((credit) => (
        <tr key={`${credit.at} ${credit.reason}`}>
          <RowHead>{credit.text}</RowHead>
          <Cell label="At">
            <ReceiptTime at={credit.at} />
          </Cell>
          <Cell label="Owed" align="number">
            {formatSixPlaces(credit.micro_usd)}
          </Cell>
          <Cell label="Paid back" align="number">
            {formatSixPlaces(credit.paid_micro_usd)}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

function SumRow({ name, microUsd }: { name: string; microUsd: number }) {
  return (
    <tr>
      <th scope="row" colSpan={3}>
        {name}
      </th>
      <Cell align="number">{formatSixPlaces(microUsd)}</Cell>
    </tr>
  )
}
