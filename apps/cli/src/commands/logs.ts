import { limits } from '@gridloom/contract/core/constants'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { Command } from 'commander'
import type { Ctx, Open } from '../ctx.ts'
import { FailedError } from '../errors.ts'
import { examples } from '../help.ts'
import { parseSince, wholeNumber } from '../input/parse-values.ts'
import { findInstance } from '../resolve/find-instance.ts'

interface LogsOptions {
  follow?: boolean
  since?: string
  tail?: number
  search?: string
  timestamps?: boolean
}

/** About five minutes of trying. */
const attemptsMax = 15

export function addLogs(program: Command, open: Open): void {
  program
    .command('logs')
    .argument('<instance>', 'label, id, or the end or beginning of an id')
    .summary('what a container wrote')
    .description(
      'What a container wrote: its stdout on stdout, its stderr on stderr. A terminal gets it without control sequences.',
    )
    .option('-f, --follow', 'go on as lines are written')
    .option('--since <when>', 'from then on: 10m, 2h, 3d, or 2026-11-21T09:30:00Z')
    .option('-n, --tail <lines>', 'the last lines', wholeNumber('--tail', 0, limits.logTailLines))
    .option('--search <text>', 'only lines with this text, in whatever case')
    .option('-t, --timestamps', 'begin each line with its time')
    .addHelpText(
      'after',
      examples('logs trial', 'logs -f trial --tail 20', 'logs trial --since 1h --search error'),
    )
    .action((instance: string, options: LogsOptions, command: Command) =>
      logs(open(command), instance, options),
    )
}

async function logs(ctx: Ctx, wanted: string, options: LogsOptions): Promise<void> {
  const since =
    options.since === undefined ? undefined : parseSince(options.since, ctx.host.nowMs())
  const { id } = await findInstance(ctx, wanted, 'all')
  const call = {
    params: { id },
    query: { since, tail: options.tail, search: options.search },
    signal: ctx.signal,
  }
  if (options.follow) return follow(ctx, call, options)
  const lines = await ctx.client.instances.logs(call)
  for (const line of lines) await writeLine(ctx, line, options)
}

type Call = Parameters<Ctx['client']['instances']['followLogs']>[0]

async function follow(ctx: Ctx, call: Call, options: LogsOptions): Promise<void> {
  const stream = ctx.client.instances.followLogs({
    ...call,
    attemptsMax,
    onState: (state) => {
      if (state === 'waiting') ctx.output.progress('Connection lost; trying again…')
    },
  })
  for await (const { event, data } of stream) {
    if (event === 'line') await writeLine(ctx, data, options)
    else if (data.reason === 'stopped') ctx.output.note('It has stopped.')
    else throw new FailedError('Its machine went offline.')
  }
  ctx.signal.throwIfAborted()
}

async function writeLine(ctx: Ctx, line: LogLine, { timestamps }: LogsOptions): Promise<void> {
  const text = timestamps ? `${line.at} ${line.text}` : line.text
  if (ctx.output.format === 'json') return ctx.output.item(line, () => '')
  await ctx.output.foreign(line.stream, `${text}\n`)
}
