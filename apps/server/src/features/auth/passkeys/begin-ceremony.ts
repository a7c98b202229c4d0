import type { PasskeyCeremony } from '@gridloom/contract/auth/passkey'
import type { Tx } from '../../../platform/ctx.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { type Ceremony, insertCeremony } from './ceremonies-store.ts'
import { ceremonyLifeMs } from './relying-party.ts'

interface Beginning extends Pick<Ceremony, 'kind' | 'accountId'> {
  /** The library's options for the browser, with the challenge to sign. */
  options: { challenge: string }
}

/** Stores the challenge of a new ceremony, which accepts one answer. */
export async function beginCeremony(
  ctx: Pick<SignInMethodsCtx, 'ids' | 'clock'>,
  tx: Tx,
  { kind, accountId, options }: Beginning,
): Promise<PasskeyCeremony> {
  const id = ctx.ids.secret()
  const expiresAt = new Date(ctx.clock.now().getTime() + ceremonyLifeMs)
  await insertCeremony(tx, { id, kind, accountId, challenge: options.challenge, expiresAt })
  return { ceremony_id: id, options: { ...options } }
}
