import type { InstanceId } from '@gridloom/contract/core/ids'
import { type Saving, type Savings, SavingsQuery } from '@gridloom/contract/instances/savings'
import { formatDuration } from '@gridloom/domain/format-duration'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../api/runtime.tsx'
import { useNow } from '../../../browser/clock.ts'
import { formatMoney } from '../../../ui/format/money.ts'
import { savingsQuery } from '../api/read-savings.ts'
import styles from './automation-tab.module.css'

const settleMs = 400
const dayMs = 24 * 60 * 60_000

interface SavingLineProps {
  id: InstanceId
  rule: keyof Savings
  /** The rule as its fields are now. */
  query: object
}

/** What a rule would have saved, by the instance's own history, as its fields are now. Invalid fields show nothing. */
export function SavingLine({ id, rule, query }: SavingLineProps) {
  const client = useClient()
  const [settled] = useDebouncedValue(JSON.stringify(query), settleMs)
  const parsed = SavingsQuery.safeParse(JSON.parse(settled))
  const savings = useQuery({
    ...savingsQuery(client, id, parsed.data ?? {}),
    enabled: parsed.success,
  })
  const saving = savings.data?.[rule]
  if (!parsed.success || saving === undefined || saving === null) return null
  return (
    <p className={styles.saving} data-stale={savings.isPlaceholderData}>
      <SavingText saving={saving} />
    </p>
  )
}

function SavingText({ saving }: { saving: Saving }) {
  const nowMs = useNow()
  if (saving.kind === 'too_little_history')
    return <>Too little history yet to say what this would have saved.</>
  const days = Math.max(1, Math.round((nowMs - Date.parse(saving.since)) / dayMs))
  const period = days === 1 ? 'the last day' : `the last ${days} days`
  if (saving.seconds === 0) return <>Would have saved nothing in {period}.</>
  return (
    <>
      Would have saved <strong>{formatMoney(saving.micro_usd)}</strong> (
      {formatDuration(saving.seconds)}) in {period}.
    </>
  )
}
