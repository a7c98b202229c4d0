import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Container } from './container.ts'
import { findOperator } from './features/accounts/index.ts'
import { createEnrolmentToken } from './features/machines/index.ts'

/**
 * Writes an invitation for the agent on the server's own machine to the data folder: a file with the server's local
 * address and an enrolment token, one per line, readable only by the user of the process. The file is written
 * atomically, once the server listens.
 */
export async function inviteLocalAgent(container: Container, listening: string): Promise<void> {
  const { config, contextFor, ids, log, stopping, db } = container
  const operatorId = await findOperator(db)
  if (operatorId === undefined) throw new Error('there is no operator whose machine this could be')
  const ctx = contextFor({
    actor: {
      kind: 'account',
      accountId: operatorId,
      userId: operatorId,
      role: 'operator',
      hasAccess: true,
      via: { kind: 'session', sessionId: ids.mint('session'), purpose: 'sign_in' },
    },
    requestId: 'local-agent',
    signal: stopping,
    log,
  })
  const { token } = await createEnrolmentToken(ctx, 'here')
  const file = path.join(config.dataFolder, 'local-agent')
  await writeFile(`${file}.draft`, `${reachable(listening)}\n${token}\n`, { mode: 0o600 })
  await rename(`${file}.draft`, file)
}

/** An address that can be dialled: "all addresses" (0.0.0.0, ::) becomes the loopback address. */
export function reachable(listening: string): string {
  const url = new URL(listening)
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  return url.origin
}
