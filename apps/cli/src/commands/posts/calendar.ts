import { channelNames } from '@gridloom/contract/channels/channel'
import { type CalendarEvent, calendarDaysMax } from '@gridloom/contract/posts/post'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { dayAndTime, parseTime } from '../../input/local-time.ts'
import { wholeNumber } from '../../input/parse-values.ts'
import { shortId } from '../../output/format.ts'
import type { Draw } from '../../output/output.ts'

interface CalendarOptions {
  from?: string
  days: number
}

/** Adds `calendar`: planned and published posts by day. */
export function addCalendar(program: Command, open: Open): void {
  program
    .command('calendar')
    .summary('planned and published posts by day')
    .description('Planned and published posts by day, from today on.')
    .option('--from <day>', 'first day, such as 2026-12-01 (default: today)')
    .option('--days <n>', 'number of days', wholeNumber('--days', 1, calendarDaysMax), 7)
    .addHelpText('after', examples('calendar', 'calendar --from 2026-12-01 --days 31'))
    .action((options: CalendarOptions, command: Command) => showCalendar(open(command), options))
}

async function showCalendar(ctx: Ctx, { from, days }: CalendarOptions): Promise<void> {
  const zone = ctx.host.timeZone
  const today = dayAndTime(new Date(ctx.host.nowMs()).toISOString(), zone)[0]
  // @NOTE where clocks skip midnight, the day begins an hour later
  const first = parseTime(`${from ?? today} 00:00`, { what: '--from', zone })
  const query = { from: first, days }
  const calendar = await ctx.client.posts.calendar({ query, signal: ctx.signal })
  await ctx.output.result(calendar, (draw) => agenda(draw, calendar.events, zone))
}

function agenda(draw: Draw, events: readonly CalendarEvent[], zone: string): string {
  if (events.length === 0) return `No posts on these days. Times are in ${zone}.`
  const days = Map.groupBy(events, ({ at }) => dayAndTime(at, zone)[0])
  const parts = [...days].map(([day, ofDay]) => {
    const columns = [
      ...[{ title: 'TIME' }, { title: 'ID' }, { title: 'CHANNEL' }],
      ...[{ title: 'ACCOUNT', cutTo: 40 }, { title: 'STATE' }, { title: 'TEXT', cutTo: 50 }],
    ]
    const rows = ofDay.map((event) => [
      ...[dayAndTime(event.at, zone)[1], shortId(event.post_id), channelNames[event.channel]],
      ...[event.handle, event.state, event.text],
    ])
    return `${draw.paint(dayName(day), 'good')}\n${draw.table(columns, rows)}`
  })
  return [...parts, `Times are in ${zone}.`].join('\n\n')
}

function dayName(day: string): string {
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
  return `${weekday.format(new Date(day))} ${day}`
}
