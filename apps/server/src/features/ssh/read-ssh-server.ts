import { sessionCalls } from '@gridloom/contract/agent/session-calls'
import type { InstanceId } from '@gridloom/contract/core/ids'
import type { SshServer } from '@gridloom/contract/ssh/ssh-server'
import { fingerprintOf } from '../../platform/ssh-wire.ts'
import { instanceConflict, ownedInstance } from '../instances/index.ts'
import type { SshCtx } from './ctx.ts'

/** The agent may have to make the key first. */
const timeoutMs = 25_000

/**
 * Reads the host key of the SSH server inside the caller's instance. Reading it is no use of the instance: charges do
 * not begin with it.
 * @throws Refused `not_found`, `state_conflict` unless it runs, `machine_offline`, `upstream_failed`
 */
export async function readSshServer(ctx: SshCtx, id: InstanceId): Promise<SshServer> {
  const row = await ownedInstance(ctx, id)
  if (row.state !== 'running') throw instanceConflict(row)
  const { public_key, user } = await ctx.agents.call(row.machine_id, sessionCalls.sshServer, {
    params: { id },
    signal: ctx.signal,
    timeoutMs,
  })
  const [, base64 = ''] = public_key.split(' ')
  return { public_key, user, fingerprint: fingerprintOf(Buffer.from(base64, 'base64')) }
}
