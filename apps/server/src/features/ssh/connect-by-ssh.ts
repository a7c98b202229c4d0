import { sessionCalls } from '@gridloom/contract/agent/session-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { SshConnectOpen } from '@gridloom/contract/ssh/ssh-server'
import type { WebSocket } from 'ws'
import { accountOf } from '../../platform/ctx.ts'
import type { SocketAuth } from '../../platform/http/routes.ts'
import { splitFrames } from '../agents/index.ts'
import {
  closedByFault,
  closedNormally,
  enterBySocket,
  type InstanceRow,
  joinSocket,
  ownedInstance,
} from '../instances/index.ts'
import type { SshCtx } from './ctx.ts'
import { followKeys } from './follow-keys.ts'

/** A close frame has at most 123 bytes of reason (RFC 6455, 5.5). */
const reasonBytesMax = 123

/**
 * Carries SSH between a client and the server inside the caller's instance, which alone can decrypt it. The connection
 * ends with the session or API key that opened it, and when the user removes one of the keys that it was opened with:
 * which of them signed in, nobody here sees.
 * @throws Refused
 */
export async function connectBySsh(
  socket: WebSocket,
  id: InstanceId,
  auth: SocketAuth<SshCtx>,
): Promise<void> {
  const { ctx, row, early } = await enterBySocket(socket, { id, frame: SshConnectOpen, auth })
  using _connection = ctx.connections.open(row.id)
  await using keys = await followKeys(ctx, accountOf(ctx), id)
  const signal = AbortSignal.any([ctx.signal, keys.removed])
  const wire = await ctx.sshMachines.reach(row.machine_id, 'forwards')
  const { stream, release } = await ctx.agents.openBytes(wire, sessionCalls.open, {
    params: { id, session: ctx.ids.mint('instanceSession') },
    body: { program: { kind: 'ssh_server', authorized_keys: keys.lines } },
    signal,
  })
  socket.send(JSON.stringify({ kind: 'opened' }))
  const end = await joinSocket(socket, stream, {
    ...{ onText: () => {}, early, signal, release },
    // What sshd says beside the connection is for nobody.
    unwrap: (send) => splitFrames({ stdout: send, stderr: () => {} }),
  })
  if (end === 'socket_closed' && !signal.aborted) return
  const why = keys.removed.aborted ? 'Your SSH keys have changed.' : await whyEnded(ctx, row)
  const isClean = end === 'stream_ended' && why === ''
  socket.close(isClean ? closedNormally : closedByFault, cutToBytes(why, reasonBytesMax))
}

/** Why a connection ended that its client did not end, as a sentence to the user; empty where nothing is wrong. */
async function whyEnded(ctx: SshCtx, { id, machine_id }: InstanceRow): Promise<string> {
  if (ctx.signal.aborted) return 'You are signed out, or the server is stopping.'
  const { state, label } = await ownedInstance(ctx, id)
  if (state === 'destroyed') return `${label} was destroyed.`
  if (state !== 'running') return `${label} is ${state}.`
  return ctx.agents.connected(machine_id) ? '' : `The machine of ${label} is offline.`
}

/** Cuts a text at a whole character. */
function cutToBytes(text: string, bytesMax: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= bytesMax
    ? text
    : bytes.toString('utf8', 0, bytesMax).replace(/\ufffd$/, '')
}
