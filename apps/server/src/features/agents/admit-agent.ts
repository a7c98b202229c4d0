import type { IncomingHttpHeaders } from 'node:http'
import { AgentCredentials, agentHeaders, connectStatement } from '@gridloom/contract/agent/protocol'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Db } from '../../platform/database/connect.ts'
import { transact } from '../../platform/database/transact.ts'
import { hashSecret } from '../../platform/ids.ts'
import { findAgentKey } from './keys-store.ts'
import { takeNonce } from './nonces-store.ts'
import type { ReconnectLimiter } from './reconnect-limiter.ts'
import { isSignedBy } from './signature.ts'

interface Admitting {
  db: Db
  limiter: ReconnectLimiter
}

/**
 * Authenticates a request for the upgrade. The nonce is used up even if the signature is wrong, so that it cannot be
 * retried.
 * @throws {Refused} machine_refused with the reason as its internal text; too_many_requests
 */
export async function admitAgent(
  { db, limiter }: Admitting,
  headers: IncomingHttpHeaders,
  now: Date,
): Promise<MachineId> {
  const parsed = AgentCredentials.safeParse({
    machineId: headers[agentHeaders.machine],
    nonce: headers[agentHeaders.nonce],
    signature: headers[agentHeaders.signature],
  })
  if (!parsed.success) throw refused('the headers are missing or malformed')
  const { machineId, nonce, signature } = parsed.data
  limiter.check(machineId)
  // A transaction of its own: an error below must not roll the nonce's use back.
  const fresh = await transact(db, (tx) =>
    takeNonce(tx, { hash: hashSecret(nonce), machineId }, now),
  )
  if (!fresh) throw refused(`${machineId}: the nonce is unknown, used or too old`)
  const publicKey = await findAgentKey(db, machineId)
  if (publicKey === undefined) throw refused(`${machineId}: the key is revoked`)
  const statement = connectStatement(machineId, nonce)
  if (!isSignedBy({ publicKey, statement, signature })) {
    throw refused(`${machineId}: the signature is wrong`)
  }
  limiter.enter(machineId)
  return machineId
}

function refused(internal: string): Refused {
  return new Refused('machine_refused', { internal })
}
