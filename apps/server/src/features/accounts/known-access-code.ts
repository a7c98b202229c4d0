import type { Ctx } from '../../platform/ctx.ts'
import { accessCodeHash, isKnownAccessCode } from './access-codes-store.ts'

/** Whether the access code of a link is valid. The check does not use it up. */
export async function knownAccessCode(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  code: string,
): Promise<{ known: boolean }> {
  return { known: await isKnownAccessCode(db, { hash: accessCodeHash(code), now: clock.now() }) }
}
