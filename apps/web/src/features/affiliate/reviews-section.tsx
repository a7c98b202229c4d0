import type { AccountReview, AccountRule } from '@gridloom/contract/affiliate/account-review'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../ui/components/section.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import styles from './affiliate.module.css'
import { reviewStateWords, ruleWords } from './affiliate-words.ts'
import { AppealDialog } from './appeal-dialog.tsx'

const columns: readonly Column[] = [
  { text: 'Reason' },
  { text: 'Since' },
  { text: 'Status' },
  { text: 'Actions', head: 'hidden' },
]

/** Why the account is under review; nothing where it is not. */
export function ReviewsSection({ reviews }: { reviews: readonly AccountReview[] }) {
  const [appealed, appeal] = useState<AccountRule>()
  if (reviews.length === 0) return null
  return (
    <Section title="Account review" inset="flush">
      <Table label="Account review" columns={columns}>
        {reviews.map(({ rule, state, found_at: foundAt, appealed_at: appealedAt }) => (
          <tr key={rule}>
            <RowHead>{ruleWords[rule]}</RowHead>
            <Cell label="Since">
              <TimeAgo at={foundAt} />
            </Cell>
            <Cell label="Status" holds="words">
              <StatusBadge look="plain" {...reviewStateWords[state]} />
              {state !== 'released' && (
                <div className={styles.hint}>Rewards of missions are held.</div>
              )}
              {appealedAt !== null && <div className={styles.hint}>You appealed</div>}
            </Cell>
            <Cell holds="buttons">
              {state !== 'released' && appealedAt === null && (
                <Button
                  size="xs"
                  aria-label={`Appeal: ${ruleWords[rule]}`}
                  onClick={() => appeal(rule)}
                >
                  Appeal
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {appealed !== undefined && (
        <AppealDialog
          subject="your account"
          label="Why it should not be held"
          appealed={{ rule: appealed }}
          close={() => appeal(undefined)}
        />
      )}
    </Section>
  )
}
