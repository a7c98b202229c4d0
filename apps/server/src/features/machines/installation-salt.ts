import { createHmac } from 'node:crypto'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'

/** The salt and the keyed hash that this installation uses for ids of computers. */
interface Computers {
  /** The salt that agents hash with. Not a secret: it keeps the hashes of two installations distinct. */
  readonly salt: string
  /**
   * Hashes an agent's fingerprint with a secret of this installation: leaked rows name no hardware and cannot be sent
   * as a fingerprint.
   */
  keyed(fingerprint: Fingerprint): Fingerprint
}

/** Derives both from one secret that all replicas share, made by the first that needs it. */
export async function computersOf(ctx: Pick<Ctx, 'ids' | 'clock'>, tx: Tx): Promise<Computers> {
  const secret = await sharedSecret(tx, {
    name: 'computers',
    candidate: ctx.ids.secret(),
    createdAt: ctx.clock.now(),
  })
  const under = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  return {
    salt: under('salt'),
    keyed: ({ gpus, ...ids }) => ({
      ...Object.fromEntries(
        Object.entries(ids).map(([kind, id]) => [kind, under(`${kind} ${id}`)]),
      ),
      gpus: gpus.map((gpu) => under(`gpu ${gpu}`)),
    }),
  }
}

/** Returns the salt that agents request before they enrol. */
export async function readFingerprintSalt(ctx: Ctx): Promise<{ salt: string }> {
  return ctx.transact(async (tx) => ({ salt: (await computersOf(ctx, tx)).salt }))
}
