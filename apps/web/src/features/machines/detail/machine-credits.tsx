import type { ServiceCredit } from '@gridloom/contract/ledger/service-credit'
import type { Machine } from '@gridloom/contract/machines/machine'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { creditsQuery } from '../api/reputation.ts'
import styles from './machine-view.module.css'

const columns: readonly Column[] = [
  { text: 'Reason' },
  { text: 'Paid back', align: 'number' },
  { text: 'When', align: 'number' },
]

/** What a machine paid back to renters by itself, and why; nothing until it has. */
export function MachineCredits({ machine }: { machine: Machine }) {
  const credits = useQuery(creditsQuery(useClient(), machine.id))
  if (credits.data === undefined || credits.data.length === 0) return null
  return (
    <Section title="Automatic credits" note="paid back to renters" inset="flush">
      <Table label="Automatic credits" columns={columns} narrow="columns">
        {credits.data.map((credit) => (
          <CreditRow key={`${credit.at} ${credit.reason} ${credit.micro_usd}`} credit={credit} />
        ))}
      </Table>
    </Section>
  )
}

function CreditRow({ credit }: { credit: ServiceCredit }) {
  return (
    <tr>
      <RowHead>{credit.text}</RowHead>
      <Cell align="number">
        <Money microUsd={credit.paid_micro_usd} />
      </Cell>
      <Cell align="number">
        <span className={styles.cellSmall}>
          <TimeAgo at={credit.at} />
        </span>
      </Cell>
    </tr>
  )
}
