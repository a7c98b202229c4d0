import type { StatsBy, StatsRow } from '@gridloom/contract/affiliate/affiliate'
import { NativeSelect, SegmentedControl } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { clockNowMs } from '../../browser/clock.ts'
import { DayPlot } from '../../shared/charts/day-plot.tsx'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Money } from '../../ui/components/money.tsx'
import { SaveCsv } from '../../ui/components/save-csv.tsx'
import { Section } from '../../ui/components/section.tsx'
import { EmptyState } from '../../ui/components/states.tsx'
import { Cell, type Column, RowHead, Table } from '../../ui/components/table.tsx'
import { plural } from '../../ui/format/numbers.ts'
import { affiliateStatsQuery } from './affiliate-api.ts'
import { byWords, lastDays, spans, statsCsv, unnamed } from './affiliate-words.ts'

/** Clicks by day, and all figures by campaign, source, page, sub ID or day. */
export function StatsSection() {
  const [span, setSpan] = useState<string>('30')
  const period = lastDays(Number(span), clockNowMs())
  const days = useQuery(affiliateStatsQuery(useClient(), { by: 'day', ...period }))
  return (
    <>
      <Section
        title="Clicks"
        note="by day, UTC"
        inset="flush"
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Days shown"
            value={span}
            onChange={setSpan}
            data={spans.map((value) => ({ value, label: `${value} days` }))}
          />
        }
      >
        <Loaded query={days} what="the days" rows={4}>
          {({ rows }) => (rows.some(isSomething) ? <Plot rows={rows} /> : <NoClicks />)}
        </Loaded>
      </Section>
      {days.data?.rows.some(isSomething) && <Figures period={period} />}
    </>
  )
}

function NoClicks() {
  return (
    <EmptyState icon={<IconLink size={20} stroke={1.6} />} title="No clicks in these days">
      Copy your link above and share it. Clicks appear here at once, sign-ups when the email address
      is verified.
    </EmptyState>
  )
}

function Plot({ rows }: { rows: readonly StatsRow[] }) {
  const days = useMemo(() => rows.map(({ key }) => key), [rows])
  const series = useMemo(
    () => [{ name: 'Clicks', values: rows.map(({ clicks }) => clicks) }],
    [rows],
  )
  const sum = (name: 'clicks' | 'sign_ups') => rows.reduce((all, row) => all + row[name], 0)
  const words = `${plural(sum('clicks'), 'click')} and ${plural(sum('sign_ups'), 'sign-up')}`
  return (
    <DayPlot
      days={days}
      series={series}
      look="bars"
      write={writeCount}
      top={Math.max(4, ...rows.map(({ clicks }) => clicks))}
      summary={`${words} in ${plural(days.length, 'day')}`}
      caption={`${words} in ${plural(days.length, 'day')}`}
    />
  )
}

function writeCount(count: number): string {
  return String(Math.round(count))
}

const choices: { value: StatsBy; label: string }[] = [
  { value: 'campaign', label: 'By campaign' },
  { value: 'source', label: 'By source' },
  { value: 'page', label: 'By page' },
  { value: 'sub_id', label: 'By sub ID' },
  { value: 'day', label: 'By day' },
]

function Figures({ period }: { period: { from: string; to: string } }) {
  const [by, setBy] = useState<StatsBy>('campaign')
  const stats = useQuery(affiliateStatsQuery(useClient(), { by, ...period }))
  const rows = stats.data?.rows.filter(isSomething) ?? []
  const shown = stats.data?.by ?? by
  return (
    <Section
      title="Figures"
      inset="flush"
      actions={
        <>
          <NativeSelect
            size="xs"
            aria-label="Group figures"
            value={by}
            data={choices}
            onChange={({ currentTarget }) => {
              const chosen = choices.find(({ value }) => value === currentTarget.value)
              if (chosen !== undefined) setBy(chosen.value)
            }}
          />
          <SaveCsv
            name={`gridloom-affiliate-${shown}.csv`}
            of="figures"
            write={() => statsCsv(shown, stats.data?.rows ?? [])}
          />
        </>
      }
    >
      <Loaded query={stats} what="your figures" rows={3}>
        {() => <FigureTable by={shown} rows={rows} />}
      </Loaded>
    </Section>
  )
}

function isSomething({ key: _key, ...figures }: StatsRow): boolean {
  return Object.values(figures).some((figure) => figure !== 0)
}

function FigureTable({ by, rows }: { by: StatsBy; rows: readonly StatsRow[] }) {
  const name = by === 'day' ? 'Day' : byWords[by]
  const columns: readonly Column[] = [
    { text: name },
    { text: 'Clicks', align: 'number' },
    { text: 'Sign-ups', align: 'number' },
    { text: 'Paying', align: 'number' },
    { text: 'Spent', align: 'number' },
    { text: 'Commission', align: 'number' },
  ]
  return (
    <Table label={`Figures by ${name.toLowerCase()}`} columns={columns}>
      {rows.map((row) => (
        <tr key={row.key}>
          <RowHead>{row.key === '' && by !== 'day' ? unnamed[by] : row.key}</RowHead>
          <Cell label="Clicks" align="number">
            {row.clicks}
          </Cell>
          <Cell label="Sign-ups" align="number">
            {row.sign_ups}
          </Cell>
          <Cell label="Paying" align="number">
            {row.activated}
          </Cell>
          <Cell label="Spent" align="number">
            <Money microUsd={row.spent_micro_usd} />
          </Cell>
          <Cell label="Commission" align="number">
            <Money microUsd={row.commission_micro_usd} />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
