import type { MissionClaim } from '@gridloom/contract/missions/mission'
import { Button } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Pages } from '../../ui/components/pages.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { AppealDialog } from './appeal-dialog.tsx'
import { LostPosts } from './lost-posts.tsx'
import { claimStateWords, heldReasonWords } from './mission-words.ts'
import styles from './missions.module.css'
import { missionHistoryQuery } from './missions-api.ts'
import { RewardAmount } from './reward-amount.tsx'

/** The missions whose reward was claimed, newest first. */
export function MissionHistory() {
  const [page, setPage] = useState(1)
  const list = useQuery(missionHistoryQuery(useClient(), page))
  return (
    <Section title="History" inset="flush">
      <Loaded query={list} what="your history" rows={3}>
        {({ missions, total }) =>
          total === 0 ? (
            <EmptyState
              icon={<IconTargetArrow size={20} stroke={1.6} />}
              title="No missions claimed yet"
            >
              Missions whose reward you claimed appear here.
            </EmptyState>
          ) : (
            <>
              <HistoryTable missions={missions} />
              <Pages page={page} pageSize={20} total={total} turnTo={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

const columns: readonly Column[] = [
  { text: 'Mission' },
  { text: 'Claimed' },
  { text: 'Status' },
  { text: 'Reward', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

function HistoryTable({ missions }: { missions: readonly MissionClaim[] }) {
  const [appealed, appeal] = useState<MissionClaim>()
  return (
    <>
      <Table label="Mission history" columns={columns}>
        {missions.map((claim) => (
          <tr key={claim.id}>
            <RowHead>
              {claim.title}
              {claim.period !== 'once' && <div className={styles.hint}>{claim.period}</div>}
            </RowHead>
            <Cell label="Claimed">
              <TimeAgo at={claim.claimed_at} />
            </Cell>
            <Cell label="Status" holds="words">
              <ClaimStatus claim={claim} />
            </Cell>
            <Cell label="Reward" align="number">
              <RewardAmount microUsd={claim.reward_micro_usd} points={claim.reward_points} />
            </Cell>
            <Cell holds="buttons">
              {canAppeal(claim) && (
                <Button
                  size="xs"
                  aria-label={`Appeal for ${claim.title}`}
                  onClick={() => appeal(claim)}
                >
                  Appeal
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {appealed !== undefined && <AppealDialog claim={appealed} close={() => appeal(undefined)} />}
    </>
  )
}

function canAppeal({ state, appealed_at }: MissionClaim): boolean {
  return (state === 'held' || state === 'rejected') && appealed_at === null
}

function ClaimStatus({ claim }: { claim: MissionClaim }) {
  const { state, held_reason: reason, decision_text: text, lost_posts, appealed_at } = claim
  const isReviewed = state === 'held' || state === 'rejected'
  return (
    <>
      <StatusBadge look="plain" {...claimStateWords[state]} />
      {state === 'held' && reason !== null && (
        <p className={styles.hint}>{heldReasonWords[reason]}</p>
      )}
      {isReviewed && <LostPosts posts={lost_posts} />}
      {isReviewed && appealed_at !== null && <p className={styles.hint}>You appealed</p>}
      {text !== null && <p className={styles.hint}>{text}</p>}
    </>
  )
}
