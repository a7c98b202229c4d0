import type { ApiKey } from '@gridloom/contract/keys/api-key'
import { Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { useNow } from '../../browser/clock.ts'
import { Money } from '../../ui/components/money.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { formatMoney } from '../../ui/format/money.ts'
import { nameOf } from '../models/model-words.ts'
import styles from './api-keys.module.css'
import { perPeriod } from './budget-period.ts'
import { isOver } from './expiry.ts'
import { scopesInWords } from './scope-groups.ts'

const columns: readonly Column[] = [
  { text: 'Key' },
  { text: 'Permissions' },
  { text: 'Spent' },
  { text: 'Expires' },
  { text: 'Last used' },
  { text: 'Actions', head: 'hidden' },
]

interface KeyTableProps {
  keys: readonly ApiKey[]
  /** Shows who created each key, for a company's keys. */
  makers?: 'shown'
  /** Renders the button that revokes a key. */
  actionOf: (key: ApiKey) => ReactNode
}

/** API keys with scopes, spending and last use. */
export function KeyTable({ keys, makers, actionOf }: KeyTableProps) {
  return (
    <Table label="API keys" columns={columns}>
      {keys.map((key) => (
        <tr key={key.id}>
          <RowHead>
            <div className={styles.name}>{key.name}</div>
            <div className={styles.sub}>
              <code>{key.starts_with}…</code>
              {makers && ` · by ${key.created_by}`}
              {key.project !== null && ` · ${key.project}`}
            </div>
          </RowHead>
          <Cell label="Permissions" holds="words">
            <span className={styles.may} title={key.scopes.join(', ')}>
              {scopesInWords(key.scopes)}
            </span>
            {key.models && <OnlyModels models={key.models} />}
          </Cell>
          <Cell label="Spent">
            <Spent apiKey={key} />
          </Cell>
          <Cell label="Expires">
            <Ends expiresAt={key.expires_at} />
          </Cell>
          <Cell label="Last used">
            {key.last_used_at === null ? 'Never' : <TimeAgo at={key.last_used_at} />}
            {key.last_used_address && <div className={styles.sub}>{key.last_used_address}</div>}
          </Cell>
          <Cell holds="buttons">{actionOf(key)}</Cell>
        </tr>
      ))}
    </Table>
  )
}

/** Spending of the budget, as text and a bar that counts what is on hold too. */
function Spent({ apiKey }: { apiKey: ApiKey }) {
  const { spent_micro_usd: spent, held_micro_usd: held } = apiKey
  const { budget_micro_usd: budget, budget_resets_at: resetsAt } = apiKey
  if (budget === null) {
    return (
      <>
        <Money microUsd={spent} /> <span className={styles.sub}>no limit</span>
        <OnHold microUsd={held} />
      </>
    )
  }
  const percent = Math.min(100, ((spent + held) / budget) * 100)
  return (
    <div className={styles.spent}>
      <span>
        <Money microUsd={spent} /> <span className={styles.sub}>of {budgetWords(apiKey)}</span>
      </span>
      <Progress
        size={4}
        value={percent}
        color={percent >= 90 ? 'var(--gl-warn)' : 'accent'}
        aria-label={`Spent and on hold, of the budget of ${apiKey.name}`}
      />
      <OnHold microUsd={held} />
      {resetsAt && (
        <span className={styles.sub}>
          resets <TimeAgo at={resetsAt} />
        </span>
      )}
    </div>
  )
}

function OnHold({ microUsd }: { microUsd: number }) {
  if (microUsd === 0) return null
  return (
    <div className={styles.sub} title="Reserved for work in progress. Unused funds are released.">
      <Money microUsd={microUsd} /> on hold
    </div>
  )
}

/** The models that a key is restricted to, by name; the ids are in the tooltip. */
function OnlyModels({ models }: { models: NonNullable<ApiKey['models']> }) {
  const names = models.map(nameOf)
  return (
    <div className={`${styles.sub} ${styles.may}`} title={models.join(', ')}>
      only {names.join(', ')}
    </div>
  )
}

function budgetWords({ budget_micro_usd: budget, budget_period: period }: ApiKey): string {
  return `${formatMoney(budget ?? 0)}${perPeriod(period)}`
}

function Ends({ expiresAt }: { expiresAt: string | null }) {
  const nowMs = useNow()
  if (expiresAt === null) return 'Never'
  if (isOver(expiresAt, nowMs)) return <StatusBadge look="plain" tone="warn" word="Expired" />
  return <TimeAgo at={expiresAt} />
}
