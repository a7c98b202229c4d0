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

/** `announce` says something to everybody; without a text it shows what was announced. */
export function addAnnounce(operator: Command, open: Open): void {
  operator
    .command('announce')
    .argument('[text]', 'what everybody is to read')
    .summary('announce something to everybody')
    .description('Announce something to everybody. Without a text: what was announced.')
    .option('--warning', 'show it as a warning')
    .option('--from <time>', 'from then on, as 2026-11-21T09:30:00Z (default: now)')
    .option('--until <time>', 'until then (default: until it is withdrawn)')
    .option('--mail', 'also by mail, to those who want that')
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
      ? 'It is announced.'
      : `It is announced from ${formatTime(made.starts_at)} on.`,
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
        { title: 'MAIL', dropRank: 2 },
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
