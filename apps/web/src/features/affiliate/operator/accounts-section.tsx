import type {
  AccountReviewState,
  ReviewedAccount,
} from '@gridloom/contract/affiliate/account-review'
import { Button, SegmentedControl } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import styles from '../affiliate.module.css'
import { reviewStateWords, ruleWords } from '../affiliate-words.ts'
import { DecideDialog, type DecisionAsked } from './decide-dialog.tsx'
import { accountReviewsQuery } from './operator-affiliate-api.ts'

const states: { value: AccountReviewState; label: string }[] = [
  { value: 'held', label: 'Under review' },
  { value: 'released', label: 'Released' },
  { value: 'rejected', label: 'Confirmed' },
]

/** Accounts under review for their visitors or posts, with what was seen. */
export function AccountsSection() {
  const [state, setState] = useState<AccountReviewState>('held')
  const [page, setPage] = useState(1)
  const list = useQuery(accountReviewsQuery(useClient(), { state, page }))
  return (
    <Section
      title="Accounts"
      inset="flush"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="State of accounts"
          value={state}
          data={states}
          onChange={(value) => {
            const chosen = states.find((one) => one.value === value)
            if (chosen !== undefined) setState(chosen.value)
            setPage(1)
          }}
        />
      }
    >
      <Loaded query={list} what="the accounts" rows={3}>
        {({ reviews, total }) =>
          total === 0 ? (
            <EmptyState icon={<IconUserSearch size={20} stroke={1.6} />} title="No accounts">
              Accounts whose visitors look bought, or whose posts are copied or deleted after a
              reward, are held for you.
            </EmptyState>
          ) : (
            <>
              <AccountTable reviews={reviews} />
              <Pages page={page} pageSize={20} total={total} turnTo={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

const columns: readonly Column[] = [
  { text: 'Account' },
  { text: 'Since' },
  { text: 'Status' },
  { text: 'Actions', head: 'hidden' },
]

function AccountTable({ reviews }: { reviews: readonly ReviewedAccount[] }) {
  const [asked, setAsked] = useState<DecisionAsked>()
  return (
    <>
      <Table label="Accounts" columns={columns}>
        {reviews.map((review) => (
          <AccountRow
            key={`${review.account_id} ${review.rule}`}
            review={review}
            ask={(decision) => setAsked({ account: review, decision })}
          />
        ))}
      </Table>
      {asked && <DecideDialog asked={asked} close={() => setAsked(undefined)} />}
    </>
  )
}

interface AccountRowProps {
  review: ReviewedAccount
  ask: (decision: DecisionAsked['decision']) => void
}

function AccountRow({ review, ask }: AccountRowProps) {
  const { state, rule, evidence, appeal_text: appeal, decision_text: decision } = review
  const name = review.email ?? 'Company or closed account'
  return (
    <tr>
      <RowHead>{name}</RowHead>
      <Cell label="Since">
        <TimeAgo at={review.found_at} />
      </Cell>
      <Cell label="Status" holds="words">
        <StatusBadge look="plain" {...reviewStateWords[state]} />
        <div className={styles.hint}>
          {ruleWords[rule]}: {evidence}
        </div>
        {appeal !== null && <div className={styles.hint}>Appeal: “{appeal}”</div>}
        {decision !== null && <div className={styles.hint}>{decision}</div>}
      </Cell>
      <Cell holds="buttons">
        <span className={styles.buttons}>
          {state !== 'released' && (
            <Button size="xs" aria-label={`Release ${name}`} onClick={() => ask('release')}>
              Release
            </Button>
          )}
          {state !== 'rejected' && (
            <Button size="xs" aria-label={`Confirm ${name}`} onClick={() => ask('reject')}>
              Confirm
            </Button>
          )}
        </span>
      </Cell>
    </tr>
  )
}
