import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { examples } from '../../help.ts'
import { formatTime } from '../../output/format.ts'

interface AnnounceOptions {
  warning?: boolean
  from?: string
  until?: string
  mail?: boolean
}

/** Adds `announce`, which publishes an announcement; without a text it lists the announcements. */
export function addAnnounce(operator: Command, open: Open): void {
  operator
    .command('announce')
    .argument('[text]', 'announcement text')
    .summary('publish or list announcements')
    .description('Publish an announcement to all users. Without a text, lists announcements.')
    .option('--warning', 'show as a warning')
    .option('--from <time>', 'start time, such as 2026-11-21T09:30:00Z (default: now)')
    .option('--until <time>', 'end time (default: until withdrawn)')
    .option('--mail', 'also email users who subscribed to announcements')
    .addHelpText(
      'after',
      examples('operator announce', 'operator announce "New prices from May" --mail'),
    )
    .action((text: string | undefined, options: AnnounceOptions, command: Command) =>
      text === undefined ? showAll(open(command)) : announce(open(command), text, options),
    )
}

async function announce(ctx: Ctx, text: string, options: AnnounceOptions): Promise<void> {
  const body = {
    text,
    level: options.warning === true ? ('warning' as const) : ('info' as const),
    mail: options.mail === true,
    ...(options.from === undefined ? {} : { starts_at: options.from }),
    ...(options.until === undefined ? {} : { ends_at: options.until }),
  }
  const made = await ctx.client.operator.announce({ body, signal: ctx.signal })
  await ctx.output.result(made, () =>
    made.state === 'now'
      ? 'Announcement published.'
      : `Announcement scheduled for ${formatTime(made.starts_at)}.`,
  )
}

async function showAll(ctx: Ctx): Promise<void> {
  const all = await ctx.client.operator.announcements({ signal: ctx.signal })
  await ctx.output.result(all, (draw) =>
    draw.table(
      [
        { title: 'STATE' },
        { title: 'FROM' },
        { title: 'UNTIL', dropRank: 1 },
        { title: 'EMAIL', dropRank: 2 },
        { title: 'TEXT', cutTo: 20 },
      ],
      all.map((one) => [
        one.state,
        formatTime(one.starts_at),
        formatTime(one.ends_at),
        one.mail,
        one.text,
      ]),
    ),
  )
}
