import type { Referral } from '@gridloom/contract/affiliate/affiliate'
import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
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
import styles from './affiliate.module.css'
import { referralsQuery } from './affiliate-api.ts'
import { heldWords, stateWords } from './affiliate-words.ts'
import { AppealDialog } from './appeal-dialog.tsx'

/** The accounts that were referred, without a word about the people. */
export function ReferralsSection() {
  const [page, setPage] = useState(1)
  const list = useQuery(referralsQuery(useClient(), page))
  return (
    <Section title="Referrals" inset="flush">
      <Loaded query={list} what="your referrals" rows={3}>
        {({ referrals, total }) =>
          total === 0 ? (
            <EmptyState icon={<IconUsers size={20} stroke={1.6} />} title="No referrals yet">
              Accounts that sign up with your link or code appear here, without names or addresses.
            </EmptyState>
          ) : (
            <>
              <ReferralTable referrals={referrals} />
              <Pages page={page} pageSize={20} total={total} turnTo={setPage} />
            </>
          )
        }
      </Loaded>
    </Section>
  )
}

const columns: readonly Column[] = [
  { text: 'Referral' },
  { text: 'Joined' },
  { text: 'By' },
  { text: 'Status' },
  { text: 'Commission', align: 'number' },
  { text: 'Actions', head: 'hidden' },
]

function ReferralTable({ referrals }: { referrals: readonly Referral[] }) {
  const [appealed, appeal] = useState<number>()
  return (
    <>
      <Table label="Referrals" columns={columns}>
        {referrals.map((referral) => (
          <tr key={referral.number}>
            <RowHead>No. {referral.number}</RowHead>
            <Cell label="Joined">{referral.month}</Cell>
            <Cell label="By">{referral.by === 'click' ? 'Link' : 'Code'}</Cell>
            <Cell label="Status" holds="words">
              <ReferralStatus referral={referral} />
            </Cell>
            <Cell label="Commission" align="number">
              <Money microUsd={referral.commission_micro_usd} />
            </Cell>
            <Cell holds="buttons">
              {referral.state !== 'active' && referral.appealed_at === null && (
                <Button
                  size="xs"
                  aria-label={`Appeal for referral no. ${referral.number}`}
                  onClick={() => appeal(referral.number)}
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
          subject={`referral no. ${appealed}`}
          label="Why it should count"
          appealed={{ number: appealed }}
          close={() => appeal(undefined)}
        />
      )}
    </>
  )
}

function ReferralStatus({ referral }: { referral: Referral }) {
  const { state, activated, held_reason: reason } = referral
  const look =
    state === 'active' && !activated
      ? { tone: 'idle' as const, word: 'Signed up' }
      : stateWords[state]
  return (
    <>
      <StatusBadge look="plain" {...look} />
      {reason !== null && <div className={styles.hint}>{heldWords[reason]}</div>}
      {referral.appealed_at !== null && <div className={styles.hint}>You appealed</div>}
    </>
  )
}
