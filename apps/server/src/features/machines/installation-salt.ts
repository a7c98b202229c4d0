import { createHmac } from 'node:crypto'
import type { Fingerprint } from '@gridloom/contract/machines/enrolment'
import type { Ctx, Tx } from '../../platform/ctx.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'

/** How this installation keeps ids of computers. */
interface Computers {
  /** The salt that agents hash with. Not a secret: it keeps the hashes of two installations apart. */
  readonly salt: string
  /**
   * The fingerprint of an agent, hashed with a secret of ours: leaked rows name no hardware and cannot be sent as a
   * fingerprint.
   */
  keyed(fingerprint: Fingerprint): Fingerprint
}

/** Both come of one secret that all replicas share, made by the first that needs it. */
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

/** The salt that agents ask for before they enrol. */
export async function readFingerprintSalt(ctx: Ctx): Promise<{ salt: string }> {
  return ctx.transact(async (tx) => ({ salt: (await computersOf(ctx, tx)).salt }))
}
