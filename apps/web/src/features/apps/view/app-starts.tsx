import type { AppStarts } from '@gridloom/contract/apps/app'
import { aboutTime } from '../../../shared/apps/app-words.ts'
import { Section } from '../../../ui/components/section.tsx'
import { Cell, RowHead, Table } from '../../../ui/components/table.tsx'
import styles from './app-page.module.css'

const columns = [
  { text: 'Machine' },
  { text: 'Image' },
  { text: 'Half within', align: 'number' as const },
  { text: '90 % within', align: 'number' as const },
  { text: 'Starts', align: 'number' as const },
  { text: 'Failed', align: 'number' as const },
]

/** How long the app took from order to ready, measured over the last 30 days. */
export function AppStartsTable({ starts }: { starts: readonly AppStarts[] }) {
  if (starts.length === 0)
    return (
      <Section title="Start times" note="last 30 days">
        <p className={styles.muted}>
          Not measured yet: nobody has launched it in the last 30 days.
        </p>
      </Section>
    )
  return (
    <Section title="Start times" note="measured, last 30 days" inset="flush">
      <Table label="Start times" columns={columns}>
        {starts.map((start) => (
          <tr key={`${start.hardware} ${start.image_held}`}>
            <RowHead>{start.hardware}</RowHead>
            <Cell label="Image">{start.image_held ? 'ready on the machine' : 'fetched first'}</Cell>
            <Cell label="Half within" align="number">
              {timeText(start.p50_s)}
            </Cell>
            <Cell label="90 % within" align="number">
              {timeText(start.p90_s)}
            </Cell>
            <Cell label="Starts" align="number">
              {start.ready + start.failed}
            </Cell>
            <Cell label="Failed" align="number">
              {start.failed}
            </Cell>
          </tr>
        ))}
      </Table>
    </Section>
  )
}

function timeText(seconds: number | null): string {
  return seconds === null ? '–' : aboutTime(seconds)
}
