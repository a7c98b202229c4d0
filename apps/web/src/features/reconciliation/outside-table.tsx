import type { OutsideAssetsCheck } from '@gridloom/contract/reconciliation/reconciliation'
import { Money } from '../../ui/components/money.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'

const columns: readonly Column[] = [
  { text: 'Source' },
  { text: 'Ledger', align: 'number' },
  { text: 'Reported', align: 'number' },
  { text: 'Read' },
]

/** What the ledger says is in each place outside, beside what that place reported. */
export function OutsideTable({ outside }: { outside: readonly OutsideAssetsCheck[] }) {
  return (
    <Table label="Holdings outside" columns={columns}>
      {outside.map((place) => (
        <tr key={place.source}>
          <RowHead>{place.name}</RowHead>
          <Cell label="Ledger" align="number">
            <Money microUsd={place.ledger_micro_usd} />
          </Cell>
          <Cell label="Reported" align="number">
            {place.reported_micro_usd === null ? (
              'Not available'
            ) : (
              <Money microUsd={place.reported_micro_usd} />
            )}
          </Cell>
          <Cell label="Read">
            {place.reported_at === null ? '–' : <TimeAgo at={place.reported_at} />}
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
