import { agentPaths } from '@gridloom/contract/agent/protocol'
import type { InstanceId } from '@gridloom/contract/ids'
import { LogLine, type LogQuery } from '@gridloom/contract/instances'
import type { Download } from '../../platform/http/routes.ts'
import type { InstancesCtx } from './ctx.ts'
import { ownedInstance } from './owned-instance.ts'
import type { InstanceRow } from './schema.ts'

/** The last lines of a container. @throws Refused `not_found`, `machine_offline` */
export async function readLogs(
  ctx: InstancesCtx,
  id: InstanceId,
  query: LogQuery,
): Promise<LogLine[]> {
  const row = await ownedInstance(ctx, id)
  return Array.fromAsync(linesOf(ctx, row, { ...query, follow: 'no' }))
}

/** More than a machine holds: a download is not cut. */
const allLines = Number.MAX_SAFE_INTEGER

/** All lines that the machine still holds, as a text file. @throws Refused `not_found`, `machine_offline` */
export async function downloadLogs(ctx: InstancesCtx, id: InstanceId): Promise<Download> {
  const row = await ownedInstance(ctx, id)
  const lines = linesOf(ctx, row, { tail: allLines, follow: 'no' })
  return {
    fileName: `${id}.log`,
    contentType: 'text/plain; charset=utf-8',
    pieces: asText(lines),
  }
}

export interface LineSelection extends LogQuery {
  follow: 'yes' | 'no'
}

/** Lines from the machine, at the reader's pace. */
export function linesOf(
  ctx: InstancesCtx,
  row: InstanceRow,
  selection: LineSelection,
): AsyncIterable<LogLine> {
  const { since, search, tail, follow } = selection
  return ctx.agents.lines({
    machineId: row.machine_id,
    method: 'GET',
    path: agentPaths.logs.replace('{id}', row.id),
    query: {
      tail: String(tail),
      follow: String(follow === 'yes'),
      ...(since === undefined ? {} : { since }),
      ...(search === undefined ? {} : { search }),
    },
    schema: LogLine,
    signal: ctx.signal,
  })
}

async function* asText(lines: AsyncIterable<LogLine>): AsyncIterable<string> {
  for await (const line of lines) yield `${line.at} ${line.stream} ${line.text}\n`
}
