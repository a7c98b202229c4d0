import type { api } from '@gridloom/contract/api'
import { limits } from '@gridloom/contract/core/constants'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { LogQuery } from '@gridloom/contract/instances/logs'
import { answerBounds } from '../agents/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { type LogPosition, positioned, positionText, readPosition } from './log-position.ts'
import { ownedInstance } from './owned-instance.ts'
import { streamLogLines } from './read-logs.ts'
import type { InstanceRow } from './schema.ts'

type LogEvent = EventOf<typeof api.instances.followLogs>

/**
 * Streams log lines as they are written. The id of an event is its line's position, so a reader that reconnects with
 * the last one it received (`after`) resumes behind it. @throws Refused `not_found`, `machine_offline`
 */
export async function followLogs(
  ctx: InstancesCtx,
  { id, query, after }: { id: InstanceId; query: LogQuery; after: string | undefined },
): Promise<AsyncIterable<LogEvent>> {
  const row = await ownedInstance(ctx, id)
  if (!ctx.agents.connected(row.machine_id)) throw new Refused('machine_offline')
  return eventsOf(ctx, row, { query, after: readPosition(after) })
}

async function* eventsOf(
  ctx: InstancesCtx,
  row: InstanceRow,
  { query, after }: { query: LogQuery; after: LogPosition | undefined },
): AsyncIterable<LogEvent> {
  const missed = { since: after?.at, tail: limits.logTailLines }
  const bounds = answerBounds.newLines
  const selection = after === undefined ? query : { ...query, ...missed }
  const lines = streamLogLines(ctx, row, { ...selection, follow: 'yes', bounds })
  try {
    for await (const { line, position } of positioned(lines, after))
      yield { event: 'line', id: positionText(position), data: line }
    yield { event: 'end', data: { reason: 'stopped' } }
  } catch (error) {
    if (ctx.signal.aborted) return
    if (!(error instanceof Refused)) throw error
    yield { event: 'end', data: { reason: 'machine_offline' } }
  }
}
