import type { Leaderboard, LeaderboardEntry } from '@gridloom/contract/tiers/leaderboard'
import { weekBegin, weekKey } from '@gridloom/domain/missions/mission-periods'
import { Button, Select } from '@mantine/core'
import { IconTrophy } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { clockNowMs } from '../../../browser/clock.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../../ui/components/section.tsx'
import { EmptyState } from '../../../ui/components/states.tsx'
import { StatusBadge } from '../../../ui/components/status-badge.tsx'
import { Cell, type Column, RowHead, Table } from '../../../ui/components/table.tsx'
import { pointsWords } from '../mission-words.ts'
import styles from '../missions.module.css'
import { leaderboardQuery } from './leaderboard-api.ts'
import { PublicNameSection } from './public-name-section.tsx'

const weeksShown = 12
const weekMs = 7 * 86_400_000

/** The points of a week by the accounts that chose to be shown, and the caller's own place. */
export function LeaderboardPanel() {
  const [week, setWeek] = useState<string>()
  const board = useInfiniteQuery(leaderboardQuery(useClient(), week))
  return (
    <>
      <Section
        title="Leaderboard"
        note="Points by ISO week, Monday to Sunday (UTC)"
        actions={<WeekChoice week={week} choose={setWeek} />}
        inset="flush"
      >
        <Loaded query={board} what="the leaderboard" rows={6}>
          {({ pages }) => <Board pages={pages} />}
        </Loaded>
        {board.hasNextPage && (
          <div className={styles.next}>
            <Button loading={board.isFetchingNextPage} onClick={() => void board.fetchNextPage()}>
              Show more
            </Button>
          </div>
        )}
      </Section>
      {board.data?.pages[0] !== undefined && (
        <PublicNameSection
          key={board.data.pages[0].own.name ?? ''}
          name={board.data.pages[0].own.name}
        />
      )}
    </>
  )
}

function WeekChoice({
  week,
  choose,
}: {
  week: string | undefined
  choose: (week: string) => void
}) {
  const keys = recentWeeks(clockNowMs())
  return (
    <Select
      aria-label="Week"
      size="xs"
      w={150}
      data={keys.map((value, n) => ({ value, label: n === 0 ? 'This week' : value }))}
      value={week ?? keys[0] ?? null}
      allowDeselect={false}
      onChange={(value) => value !== null && choose(value)}
    />
  )
}

/** This week and those before it, newest first. */
function recentWeeks(nowMs: number): string[] {
  const begin = weekBegin(new Date(nowMs)).getTime()
  return Array.from({ length: weeksShown }, (_, n) => weekKey(new Date(begin - n * weekMs)))
}

const columns: readonly Column[] = [
  { text: 'Rank', align: 'number' },
  { text: 'Name' },
  { text: 'Tier' },
  { text: 'Points', align: 'number' },
]

function Board({ pages }: { pages: readonly Leaderboard[] }) {
  const entries = pages.flatMap((page) => page.entries)
  const own = pages[0]?.own
  return (
    <>
      {own !== undefined && <p className={styles.own}>{ownWords(own)}</p>}
      {entries.length === 0 ? (
        <EmptyState icon={<IconTrophy size={20} stroke={1.6} />} title="Nobody is shown yet">
          Accounts that chose a public name appear here once they claim a mission that gives points.
        </EmptyState>
      ) : (
        <Table label="Leaderboard" columns={columns} narrow="columns">
          {entries.map((entry) => (
            <EntryRow key={entry.name} entry={entry} />
          ))}
        </Table>
      )}
    </>
  )
}

function EntryRow({ entry: { rank, name, badge, points, own } }: { entry: LeaderboardEntry }) {
  return (
    <tr aria-current={own ? 'true' : undefined}>
      <Cell label="Rank" align="number">
        {rank}
      </Cell>
      <RowHead>
        {name}
        {own && <span className={styles.hint}> (you)</span>}
      </RowHead>
      <Cell label="Tier">
        <StatusBadge look="plain" tone="idle" word={badge} />
      </Cell>
      <Cell label="Points" align="number">
        {points.toLocaleString('en-US')}
      </Cell>
    </tr>
  )
}

function ownWords({ name, points, rank }: Leaderboard['own']): string {
  if (rank === null) return 'You have no points in this week.'
  const has = `You have ${pointsWords(points)}: rank ${rank.toLocaleString('en-US')}`
  return name === null ? `${has}. Only you see this.` : `${has}.`
}
