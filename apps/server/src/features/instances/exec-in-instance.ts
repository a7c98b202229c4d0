import { instanceCalls } from '@gridloom/contract/agent/instances-calls'
import type { ExecMessage } from '@gridloom/contract/agent/protocol'
import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { ExecRequest } from '@gridloom/contract/instances/exec'
import { answerBounds } from '../agents/index.ts'
import type { InstancesCtx } from './ctx.ts'
import { enterInstance } from './enter-instance.ts'

/** Time for starting and killing the command, on top of the command's own limit. */
const graceMs = 60_000

type ExecEvent = EventOf<typeof api.instances.exec>

/**
 * Runs a command inside an instance and streams its output; the command is killed when the caller disconnects.
 * @throws Refused `not_found`, `state_conflict` unless it runs, `machine_offline`
 */
export async function execInInstance(
  ctx: InstancesCtx,
  id: InstanceId,
  request: ExecRequest,
): Promise<AsyncIterable<ExecEvent>> {
  const row = await enterInstance(ctx, id)
  const messages = ctx.agents.lines(row.machine_id, instanceCalls.exec, {
    params: { id },
    body: request,
    bounds: { ...answerBounds.exec, totalMs: request.timeout_s * 1_000 + graceMs },
    signal: ctx.signal,
  })
  return eventsOf(ctx, id, messages)
}

async function* eventsOf(
  { connections }: InstancesCtx,
  id: InstanceId,
  messages: AsyncIterable<ExecMessage>,
): AsyncIterable<ExecEvent> {
  using _connection = connections.open(id)
  for await (const message of messages) {
    if (message.kind === 'output') {
      yield { event: 'output', data: { stream: message.stream, base64: message.base64 } }
    } else {
      yield { event: 'exit', data: { exit_code: message.exit_code, ended: message.ended } }
    }
  }
}
