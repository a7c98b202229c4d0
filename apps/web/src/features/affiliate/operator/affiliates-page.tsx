import type { ReferralState, ReviewedReferral } from '@gridloom/contract/affiliate/affiliate'
import { Button, SegmentedControl } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import styles from '../affiliate.module.css'
import { evidenceWords, stateWords } from '../affiliate-words.ts'
import { AccountsSection } from './accounts-section.tsx'
import { DecideDialog, type DecisionAsked } from './decide-dialog.tsx'
import { reviewQuery } from './operator-affiliate-api.ts'
import { TermsSection } from './terms-section.tsx'

const states: { value: ReferralState; label: string }[] = [
  { value: 'held', label: 'Under review' },
  { value: 'active', label: 'Active' },
  { value: 'rejected', label: 'Rejected' },
]

/** `/operator/affiliates`: referrals under review, and the terms of the programme. */
export function AffiliatesPage() {
  const [state, setState] = useState<ReferralState>('held')
  const [page, setPage] = useState(1)
  const list = useQuery(reviewQuery(useClient(), { state, page }))
  return (
    <Page
      title="Affiliates"
      lead="Who referred whom. Commission of a referral under review is counted, but not paid."
    >
      <Section
        title="Referrals"
        inset="flush"
        actions={
          <SegmentedControl
            size="xs"
            aria-label="State of referrals"
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
        <Loaded query={list} what="the referrals" rows={4}>
          {({ referrals, total }) =>
            total === 0 ? (
              <EmptyState icon={<IconUsers size={20} stroke={1.6} />} title="No referrals">
                Referrals that look like the affiliate itself are held for you.
              </EmptyState>
            ) : (
              <>
                <ReviewTable referrals={referrals} />
                <Pages page={page} pageSize={20} total={total} turnTo={setPage} />
              </>
            )
          }
        </Loaded>
      </Section>
      <AccountsSection />
      <TermsSection />
    </Page>
  )
}

const columns: readonly Column[] = [
  { text: 'Referred account' },
  { text: 'Affiliate' },
  { text: 'Joined' },
  { text: 'Status' },
  { text: 'Spent', align: 'number' },
  { text: 'Commission', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

function ReviewTable({ referrals }: { referrals: readonly ReviewedReferral[] }) {
  const [asked, setAsked] = useState<DecisionAsked>()
  return (
    <>
      <Table label="Referrals" columns={columns}>
        {referrals.map((referral) => (
          <ReviewRow key={referral.id} referral={referral} ask={setAsked} />
        ))}
      </Table>
      {asked && <DecideDialog asked={asked} close={() => setAsked(undefined)} />}
    </>
  )
}

interface ReviewRowProps {
  referral: ReviewedReferral
  ask: (asked: DecisionAsked) => void
}

function ReviewRow({ referral, ask }: ReviewRowProps) {
  const { state, held_reason: reason, decision_text: text } = referral
  const name = referral.referred_email ?? 'Closed account'
  return (
    <tr>
      <RowHead>{name}</RowHead>
      <Cell label="Affiliate" holds="words">
        {referral.affiliate_email ?? 'Company or closed account'}
      </Cell>
      <Cell label="Joined">
        <TimeAgo at={referral.joined_at} />
      </Cell>
      <Cell label="Status" holds="words">
        <StatusBadge look="plain" {...stateWords[state]} />
        {reason !== null && referral.signals.length === 0 && (
          <div className={styles.hint}>{evidenceWords[reason]}</div>
        )}
        {referral.signals.map(({ rule, points, evidence }) => (
          <div key={rule} className={styles.hint}>
            {evidenceWords[rule]} ({points}): {evidence}
          </div>
        ))}
        {referral.appeal_text !== null && (
          <div className={styles.hint}>Appeal: “{referral.appeal_text}”</div>
        )}
        {text !== null && <div className={styles.hint}>{text}</div>}
      </Cell>
      <Cell label="Spent" align="number">
        <Money microUsd={referral.spent_micro_usd} />
      </Cell>
      <Cell label="Commission" align="number">
        <Money microUsd={referral.commission_micro_usd} />
      </Cell>
      <Cell holds="buttons">
        <span className={styles.buttons}>
          {state !== 'active' && (
            <Button
              size="xs"
              aria-label={`Release ${name}`}
              onClick={() => ask({ referral, decision: 'release' })}
            >
              Release
            </Button>
          )}
          {state !== 'rejected' && (
            <Button
              size="xs"
              aria-label={`Reject ${name}`}
              onClick={() => ask({ referral, decision: 'reject' })}
            >
              Reject
            </Button>
          )}
        </span>
      </Cell>
    </tr>
  )
}
