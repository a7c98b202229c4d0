import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/endpoint'
import { Refused } from '@gridloom/contract/errors'
import type { InstanceId } from '@gridloom/contract/ids'
import type { LogQuery } from '@gridloom/contract/instances'
import type { InstancesCtx } from './ctx.ts'
import { ownedInstance } from './owned-instance.ts'
import { linesOf } from './read-logs.ts'
import type { InstanceRow } from './schema.ts'

type LogEvent = EventOf<typeof api.instances.followLogs>

/**
 * Lines as they are written. The id of an event is its line's time stamp, so a reader that comes back with the last
 * one it saw (`after`) goes on behind it. @throws Refused `not_found`, `machine_offline`
 */
export async function followLogs(
  ctx: InstancesCtx,
  { id, query, after }: { id: InstanceId; query: LogQuery; after: string | undefined },
): Promise<AsyncIterable<LogEvent>> {
  const row = await ownedInstance(ctx, id)
  if (!ctx.agents.connected(row.machine_id)) throw new Refused('machine_offline')
  return eventsOf(ctx, row, { query, after })
}

async function* eventsOf(
  ctx: InstancesCtx,
  row: InstanceRow,
  { query, after }: { query: LogQuery; after: string | undefined },
): AsyncIterable<LogEvent> {
  const resumed = after === undefined ? query : { ...query, since: after, tail: 10_000 }
  try {
    for await (const line of linesOf(ctx, row, { ...resumed, follow: 'yes' })) {
      if (after !== undefined && line.at <= after) continue
      yield { event: 'line', id: line.at, data: line }
    }
    yield { event: 'end', data: { reason: 'stopped' } }
  } catch (error) {
    if (ctx.signal.aborted) return
    if (!(error instanceof Refused)) throw error
    yield { event: 'end', data: { reason: 'machine_offline' } }
  }
}
