import type { Ctx } from '../../platform/ctx.ts'
import { accessCodeHash, isKnownAccessCode } from './access-codes-store.ts'

/** Whether the access code of a link leads anywhere; it is not used by asking. */
export async function knownAccessCode(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  code: string,
): Promise<{ known: boolean }> {
  return { known: await isKnownAccessCode(db, { hash: accessCodeHash(code), now: clock.now() }) }
}
