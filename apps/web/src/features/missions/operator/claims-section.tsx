import type {
  ClaimDecision,
  MissionClaimState,
  ReviewedClaim,
} from '@gridloom/contract/missions/mission'
import { progressWords } from '@gridloom/domain/missions/step-sentence'
import { Button, SegmentedControl } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Money } from '../../../ui/components/money.tsx'
import { Pages } from '../../../ui/components/pages.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { TimeAgo } from '../../../ui/components/time-ago.tsx'
import { formatMoney } from '../../../ui/format/money.ts'
import { LostPosts } from '../lost-posts.tsx'
import { claimStateWords, heldReasonWords } from '../mission-words.ts'
import styles from '../missions.module.css'
import { ClaimDialog, decisionWords } from './claim-dialog.tsx'
import { claimsQuery } from './operator-missions-api.ts'

type Shown = MissionClaimState | 'open'

const states: { value: Shown; label: string }[] = [
  { value: 'open', label: 'To decide' },
  { value: 'paid', label: 'Paid' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'taken_back', label: 'Taken back' },
]

/** The queue of claims that wait for a decision, and the decided ones. */
export function ClaimsSection() {
  const [state, setState] = useState<Shown>('open')
  const [page, setPage] = useState(1)
  const list = useQuery(claimsQuery(useClient(), { state, page }))
  return (
    <Section
      title="Claims"
      inset="flush"
      actions={
        <SegmentedControl
          size="xs"
          aria-label="State of claims"
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
      <Loaded query={list} what="the claims" rows={3}>
        {({ claims, total }) =>
          total === 0 ? (
            <EmptyState icon={<IconTargetArrow size={20} stroke={1.6} />} title="No claims">
              Claims of accounts with a referral under review, or whose posts are gone, are held for
              you.
            </EmptyState>
          ) : (
            <>
              <ClaimTable claims={claims} />
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
  { text: 'Mission' },
  { text: 'Claimed' },
  { text: 'Status' },
  { text: 'Reward', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

type Asked = { claim: ReviewedClaim; decision: ClaimDecision['decision'] } | undefined

function ClaimTable({ claims }: { claims: readonly ReviewedClaim[] }) {
  const [asked, setAsked] = useState<Asked>()
  return (
    <>
      <Table label="Claims" columns={columns}>
        {claims.map((claim) => (
          <ClaimRow
            key={claim.id}
            claim={claim}
            ask={(decision) => setAsked({ claim, decision })}
          />
        ))}
      </Table>
      {asked && <ClaimDialog {...asked} close={() => setAsked(undefined)} />}
    </>
  )
}

interface ClaimRowProps {
  claim: ReviewedClaim
  ask: (decision: ClaimDecision['decision']) => void
}

function ClaimRow({ claim, ask }: ClaimRowProps) {
  const { state, title, evidence, held_reason: reason, open } = claim
  const name = claim.email ?? 'Closed account'
  return (
    <tr>
      <RowHead>{name}</RowHead>
      <Cell label="Mission" holds="words">
        {title}
        {evidence.map((step) => (
          <p key={step.text} className={styles.hint}>
            {step.text}: {progressWords(step)}
          </p>
        ))}
      </Cell>
      <Cell label="Claimed">
        <TimeAgo at={claim.claimed_at} />
      </Cell>
      <Cell label="Status" holds="words">
        <StatusBadge look="plain" {...claimStateWords[state]} />
        {reason !== null && <p className={styles.hint}>{heldReasonWords[reason]}</p>}
        <LostPosts posts={claim.lost_posts} text="shown" />
        {claim.reward_claimed && (
          <p className={styles.hint}>
            The reward had been claimed before
            {claim.recovered_micro_usd > 0 &&
              `; ${formatMoney(claim.recovered_micro_usd)} was taken back from other ones`}
          </p>
        )}
        {open && claim.releases_needed > 1 && (
          <p className={styles.hint}>
            {claim.releases} of {claim.releases_needed} releases
          </p>
        )}
        {claim.appeal_text !== null && <p className={styles.hint}>Appeal: “{claim.appeal_text}”</p>}
        {open && state === 'rejected' && (
          <p className={styles.hint}>Another operator than the one who rejected it decides</p>
        )}
        {claim.decision_text !== null && <p className={styles.hint}>{claim.decision_text}</p>}
      </Cell>
      <Cell label="Reward" align="number">
        <Money microUsd={claim.reward_micro_usd} />
      </Cell>
      <Cell holds="buttons">
        <span className={styles.buttons}>
          {decisionsOf({ state, open }).map((decision) => (
            <Button
              key={decision}
              size="xs"
              aria-label={`${decisionWords[decision].word} of ${name}`}
              onClick={() => ask(decision)}
            >
              {decisionWords[decision].short}
            </Button>
          ))}
        </span>
      </Cell>
    </tr>
  )
}

function decisionsOf({
  state,
  open,
}: Pick<ReviewedClaim, 'state' | 'open'>): readonly ClaimDecision['decision'][] {
  if (open) return ['release', 'reject']
  return state === 'paid' ? ['take_back'] : []
}
