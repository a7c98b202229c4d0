import type { PostId } from '@gridloom/contract/core/ids'
import type { Calendar, CalendarEvent, Post } from '@gridloom/contract/posts/post'
import { Anchor, Button, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../api/runtime.tsx'
import { clockNowMs } from '../../browser/clock.ts'
import { Loaded } from '../../ui/components/loaded.tsx'
import { Page } from '../../ui/components/page.tsx'
import { Section } from '../../ui/components/section.tsx'
import { FormProblem } from '../../ui/form/form.tsx'
import { describeError } from '../../ui/format/error-texts.ts'
import styles from './calendar.module.css'
import { CalendarGrid } from './calendar-grid.tsx'
import {
  type CalendarView,
  dayOf,
  daysOf,
  queryOf,
  startOf,
  timeZoneText,
  turned,
} from './calendar-time.ts'
import { ComposeDialog } from './compose-dialog.tsx'
import { FeedSection } from './feed-section.tsx'
import { PostDialog } from './post-dialog.tsx'
import { beginningQuery, calendarQuery, useReschedule } from './posts-api.ts'

const views = [
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'agenda', label: 'Agenda' },
] as const satisfies readonly { value: CalendarView; label: string }[]

const month = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric' })
const hourMs = 3_600_000

type Opened = { what: 'new' } | { what: 'edit'; post: Post } | { what: 'post'; id: PostId }

const route = getRouteApi('/shell/ambassador/calendar')

/** `/ambassador/calendar`: planned and published posts, missions and announcements by week, month or as a list. */
export function CalendarPage() {
  const [view, setView] = useState<CalendarView>('week')
  const today = dayOf(new Date(clockNowMs()))
  const [around, setAround] = useState(today)
  const [opened, setOpened] = useState<Opened>()
  const days = daysOf(view, around)
  const calendar = useQuery(calendarQuery(useClient(), queryOf(days)))
  const canPost = calendar.data?.connected_accounts.some(({ state }) => state === 'connected')
  return (
    <Page
      title="Calendar"
      lead="Plan posts once, and publish them to your accounts at their time."
      actions={
        canPost === true && (
          <Button variant="filled" onClick={() => setOpened({ what: 'new' })}>
            New post
          </Button>
        )
      }
    >
      <div className={styles.bar}>
        <span className={styles.when}>{month.format(startOf(around))}</span>
        <div className={styles.turns}>
          <Button onClick={() => setAround(turned(view, around, -1))}>Previous</Button>
          <Button onClick={() => setAround(today)}>Today</Button>
          <Button onClick={() => setAround(turned(view, around, 1))}>Next</Button>
        </div>
        <SegmentedControl
          aria-label="View"
          data={[...views]}
          value={view}
          onChange={(value) => setView(value)}
        />
      </div>
      <Loaded query={calendar} what="your calendar" rows={6}>
        {(data) => (
          <Parts calendar={data} {...{ view, days, around, today, opened }} setOpened={setOpened} />
        )}
      </Loaded>
    </Page>
  )
}

interface PartsProps {
  calendar: Calendar
  view: CalendarView
  days: readonly string[]
  around: string
  today: string
  opened: Opened | undefined
  setOpened: (opened: Opened | undefined) => void
}

function Parts({ calendar, opened, setOpened, ...shown }: PartsProps) {
  const reschedule = useReschedule()
  const close = () => setOpened(undefined)
  const open = (event: CalendarEvent) => setOpened({ what: 'post', id: event.post_id })
  const inAnHour = new Date(clockNowMs() + hourMs)
  return (
    <>
      <p className={styles.hint}>
        Times are in {timeZoneText(startOf(shown.around))}. Drag a planned post to another day, or
        move it with Alt and the arrow keys.
      </p>
      <FormProblem
        text={reschedule.error === null ? undefined : describeError(reschedule.error).text}
      />
      <CalendarGrid
        {...shown}
        events={calendar.events}
        periods={calendar.periods}
        open={open}
        reschedule={(event, at) => reschedule.mutate({ id: event.post_id, at: at.toISOString() })}
      />
      <Accounts calendar={calendar} />
      <FeedSection />
      <BegunPost calendar={calendar} at={inAnHour} />
      {opened?.what === 'new' && <ComposeDialog calendar={calendar} at={inAnHour} close={close} />}
      {opened?.what === 'edit' && (
        <ComposeDialog calendar={calendar} post={opened.post} at={inAnHour} close={close} />
      )}
      {opened?.what === 'post' && (
        <PostDialog
          id={opened.id}
          edit={(post) => setOpened({ what: 'edit', post })}
          close={close}
        />
      )}
    </>
  )
}

/** The post that begins with a medium of the library, by the page's address. */
function BegunPost({ calendar, at }: { calendar: Calendar; at: Date }) {
  const { media: id } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: medium } = useQuery(beginningQuery(useClient(), id))
  if (id === undefined || medium == null) return null
  const close = () => void navigate({ search: {}, replace: true })
  return <ComposeDialog key={id} {...{ calendar, medium, at, close }} />
}

function Accounts({ calendar }: { calendar: Calendar }) {
  const { connected_accounts: accounts, not_connected_channels: others } = calendar
  const expired = accounts.filter(({ state }) => state !== 'connected')
  return (
    <Section
      title="Accounts"
      actions={
        <Anchor href="/ambassador/manage" size="sm">
          Manage channels
        </Anchor>
      }
    >
      <p className={styles.text}>
        {accounts.length === 0
          ? 'You have connected no account yet. Connect one to plan posts.'
          : accounts.map(({ handle }) => handle).join(', ')}
      </p>
      {expired.length > 0 && (
        <p className={styles.hint}>
          Reconnect these: {expired.map(({ handle }) => handle).join(', ')}
        </p>
      )}
      {others.length > 0 && (
        <p className={styles.hint}>Not connected: {others.map(({ name }) => name).join(', ')}</p>
      )}
    </Section>
  )
}
