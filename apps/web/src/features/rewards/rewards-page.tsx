import type {
  ClaimTarget,
  RewardEntry,
  RewardKind,
  RewardTotals,
} from '@gridloom/contract/rewards/reward'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconGift } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { saveFile } from '../../browser/save-file.ts'
import { Money } from '../../ui/components/money.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { SkeletonRows } from '../../ui/components/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/components/states.tsx'
import { StatusBadge } from '../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { TimeAgo } from '../../ui/components/time-ago.tsx'
import { ClaimDialog } from './claim-dialog.tsx'
import { kindWords, periodOf, rewardsCsv, stateWords } from './reward-words.ts'
import styles from './rewards.module.css'
import { type RewardsFilter, readAllRewards, rewardsQuery, useClaimRewards } from './rewards-api.ts'

interface Filters {
  kind: RewardKind | ''
  from: string
  to: string
}

/** `/rewards`: what the account got beyond rent, and claiming it to the balance or to payouts. */
export function RewardsPage() {
  const [filters, setFilters] = useState<Filters>({ kind: '', from: '', to: '' })
  const { kind } = filters
  const filter = { ...periodOf(filters), ...(kind === '' ? {} : { kind }) }
  const list = useInfiniteQuery({
    ...rewardsQuery(useClient(), filter),
    placeholderData: keepPreviousData,
  })
  const [first] = list.data?.pages ?? []
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Page
      title="Rewards"
      lead="Rewards, promotions, and credits for failed delivery: everything you got beyond rent."
    >
      {first && <Totals totals={first.totals} to={first.claim_to} />}
      <FilterBar filters={filters} change={setFilters} />
      <Section title="History" inset="flush" actions={<ExportRewards filter={filter} />}>
        {list.isPending && <SkeletonRows rows={4} rowHeight={40} label="Loading your rewards" />}
        {list.isError && (
          <ErrorState
            title="Your rewards could not be loaded"
            error={list.error}
            retry={() => list.refetch()}
          />
        )}
        {list.data && entries.length === 0 && (
          <EmptyState icon={<IconGift size={20} stroke={1.6} />} title="Nothing here yet">
            Rewards, promo codes and service credits appear here.
          </EmptyState>
        )}
        {entries.length > 0 && <RewardTable entries={entries} />}
        {list.hasNextPage && (
          <div className={styles.next}>
            <Button loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Show older
            </Button>
          </div>
        )}
      </Section>
    </Page>
  )
}

function Totals({ totals, to }: { totals: RewardTotals; to: readonly ClaimTarget[] }) {
  const claim = useClaimRewards()
  const [asked, setAsked] = useState<'yes' | 'no'>('no')
  const hasChoice = to.length > 1
  const { claimable_micro_usd: claimable } = totals
  const figures = [
    ['Pending', totals.pending_micro_usd],
    ['Claimable', claimable],
    ['Claimed', totals.claimed_micro_usd],
  ] as const
  return (
    <Section title="Your rewards">
      <div className={styles.totals}>
        {figures.map(([word, microUsd]) => (
          <dl key={word}>
            <dt>{word}</dt>
            <dd>
              <Money microUsd={microUsd} />
            </dd>
          </dl>
        ))}
        <Button
          variant="filled"
          disabled={claimable === 0}
          loading={claim.isPending}
          onClick={() => (hasChoice ? setAsked('yes') : claim.mutate('balance'))}
        >
          {hasChoice ? 'Claim' : 'Claim to balance'}
        </Button>
      </div>
      {asked === 'yes' && <ClaimDialog microUsd={claimable} to={to} close={() => setAsked('no')} />}
    </Section>
  )
}

const kinds: { value: RewardKind | ''; label: string }[] = [
  { value: '', label: 'All' },
  { value: 'reward', label: 'Rewards' },
  { value: 'promotion', label: 'Promotions' },
  { value: 'credit', label: 'Service credits' },
]

interface FilterBarProps {
  filters: Filters
  change: (filters: Filters) => void
}

function FilterBar({ filters, change }: FilterBarProps) {
  return (
    <div className={styles.filters}>
      <NativeSelect
        label="Kind"
        value={filters.kind}
        data={kinds}
        onChange={({ currentTarget }) => {
          const chosen = kinds.find(({ value }) => value === currentTarget.value)
          if (chosen !== undefined) change({ ...filters, kind: chosen.value })
        }}
      />
      <TextInput
        type="date"
        label="From (UTC)"
        value={filters.from}
        onChange={({ currentTarget }) => change({ ...filters, from: currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To (UTC)"
        value={filters.to}
        onChange={({ currentTarget }) => change({ ...filters, to: currentTarget.value })}
      />
    </div>
  )
}

const columns: readonly Column[] = [
  { text: 'Description' },
  { text: 'Kind' },
  { text: 'Status' },
  { text: 'Date' },
  { text: 'Amount', align: 'number' },
]

function RewardTable({ entries }: { entries: readonly RewardEntry[] }) {
  return (
    <Table label="Rewards" columns={columns}>
      {entries.map((entry) => (
        <tr key={entry.transaction_id}>
          <RowHead>
            <span className={styles.name}>{entry.text}</span>
          </RowHead>
          <Cell label="Kind">{kindWords[entry.kind]}</Cell>
          <Cell label="Status" holds="words">
            <StatusBadge look="plain" {...stateWords[entry.state]} />
            {entry.state === 'pending' && entry.payable_at !== null && (
              <div className={styles.sub}>
                Claimable <TimeAgo at={entry.payable_at} />
              </div>
            )}
          </Cell>
          <Cell label="Date">
            <TimeAgo at={entry.at} />
          </Cell>
          <Cell label="Amount" align="number">
            <Money microUsd={entry.micro_usd} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}

/** Saves all entries that match the filters, not only those shown. */
function ExportRewards({ filter }: { filter: RewardsFilter }) {
  const client = useClient()
  const save = useMutation({
    mutationFn: () => readAllRewards(client, filter),
    onSuccess: (entries) =>
      saveFile(new Blob([rewardsCsv(entries)], { type: 'text/csv' }), 'gridloom-rewards.csv'),
  })
  return (
    <Button
      size="compact-sm"
      leftSection={<IconDownload size={15} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export CSV
    </Button>
  )
}
