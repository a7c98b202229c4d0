import { limits } from '@gridloom/contract/core/constants'
import type { LogLine } from '@gridloom/contract/instances/logs'
import type { Command } from 'commander'
import type { Ctx, Open } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { examples } from '../../help.ts'
import { parseSince, wholeNumber } from '../../input/parse-values.ts'
import { findInstance } from '../../resolve/find-instance.ts'

interface LogsOptions {
  follow?: boolean
  since?: string
  tail?: number
  search?: string
  timestamps?: boolean
}

/** About five minutes of retries. */
const attemptsMax = 15

export function addLogs(program: Command, open: Open): void {
  program
    .command('logs')
    .argument('<instance>', 'label, ID, or start or end of an ID')
    .summary('show logs')
    .description(
      'Show the logs of an instance: its stdout on stdout, its stderr on stderr. Control sequences are removed on a terminal.',
    )
    .option('-f, --follow', 'follow new log lines')
    .option('--since <when>', 'show lines since 10m, 2h, 3d or 2026-11-21T09:30:00Z')
    .option(
      '-n, --tail <lines>',
      'number of lines from the end',
      wholeNumber('--tail', 0, limits.logTailLines),
    )
    .option('--search <text>', 'only lines that contain this text (case-insensitive)')
    .option('-t, --timestamps', 'show timestamps')
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
      if (state === 'waiting') ctx.output.progress('Connection lost. Reconnecting…')
    },
  })
  for await (const { event, data } of stream) {
    if (event === 'line') await writeLine(ctx, data, options)
    else if (data.reason === 'stopped') ctx.output.note('The instance has stopped.')
    else throw new FailedError('The machine went offline.')
  }
  ctx.signal.throwIfAborted()
}

async function writeLine(ctx: Ctx, line: LogLine, { timestamps }: LogsOptions): Promise<void> {
  const text = timestamps ? `${line.at} ${line.text}` : line.text
  if (ctx.output.format === 'json') return ctx.output.item(line, () => '')
  await ctx.output.foreign(line.stream, `${text}\n`)
}
