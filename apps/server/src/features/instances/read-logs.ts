import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { LogLine, LogQuery } from '@gridloom/contract/instances/logs'
import { accountOf } from '../../platform/ctx.ts'
import type { Download } from '../../platform/http/routes.ts'
import { answerBounds, type LineBounds } from '../agents/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { ownedInstance } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'

/** Returns the last lines of a container. @throws Refused `not_found`, `machine_offline`, `too_many_requests` */
export async function readLogs(
  ctx: InstancesCtx,
  id: InstanceId,
  query: LogQuery,
): Promise<LogLine[]> {
  const row = await ownedInstance(ctx, id)
  using _reading = ctx.logReads.enter(accountOf(ctx).accountId)
  const lines: LogLine[] = []
  if (query.tail === 0) return lines
  const bounds = answerBounds.lastLines
  // A machine that sends more than was requested is faulty: its stream is closed and no line is returned.
  for await (const line of streamLogLines(ctx, row, { ...query, follow: 'no', bounds }))
    if (lines.push(line) >= query.tail) break
  return lines
}

/** Limits concurrent reads. Each may hold some 24 MB: 8 MiB of lines, parsed. */
export const logReadsAtOnce = { perKey: 4, inAll: 32 }

/** More lines than a machine stores: a download is limited by its bytes and its time alone. */
const allLines = Number.MAX_SAFE_INTEGER

/** Returns all lines that the machine still stores, as a text file. @throws Refused `not_found`, `machine_offline` */
export async function downloadLogs(ctx: InstancesCtx, id: InstanceId): Promise<Download> {
  const row = await ownedInstance(ctx, id)
  const bounds = answerBounds.wholeLog
  const lines = streamLogLines(ctx, row, { tail: allLines, follow: 'no', bounds })
  return {
    fileName: `${id}.log`,
    contentType: 'text/plain; charset=utf-8',
    pieces: asText(lines),
  }
}

export interface LineSelection extends LogQuery {
  follow: 'yes' | 'no'
  bounds: LineBounds
}

/** Streams lines from the machine, at the reader's pace. */
export function streamLogLines(
  ctx: InstancesCtx,
  row: InstanceRow,
  selection: LineSelection,
): AsyncIterable<LogLine> {
  const { since, search, tail, follow, bounds } = selection
  return ctx.agents.lines(row.machine_id, instanceCalls.logs, {
    params: { id: row.id },
    query: {
      tail,
      follow: follow === 'yes',
      ...(since === undefined ? {} : { since }),
      ...(search === undefined ? {} : { search }),
    },
    bounds,
    signal: ctx.signal,
  })
}

async function* asText(lines: AsyncIterable<LogLine>): AsyncIterable<string> {
  for await (const line of lines) yield `${line.at} ${line.stream} ${line.text}\n`
}
