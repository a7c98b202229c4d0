import type { MissionClaim } from '@gridloom/contract/missions/mission'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Money } from '../../ui/components/money.tsx'
import { Pages } from '../../ui/components/pages.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { claimStateWords, heldReasonWords } from './mission-words.ts'
import styles from './missions.module.css'
import { missionHistoryQuery } from './missions-api.ts'

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
]

function HistoryTable({ missions }: { missions: readonly MissionClaim[] }) {
  return (
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
            <StatusBadge look="plain" {...claimStateWords[claim.state]} />
            {claim.state === 'held' && claim.held_reason !== null && (
              <p className={styles.hint}>{heldReasonWords[claim.held_reason]}</p>
            )}
            {claim.decision_text !== null && <p className={styles.hint}>{claim.decision_text}</p>}
          </Cell>
          <Cell label="Reward" align="number">
            <Money microUsd={claim.reward_micro_usd} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
