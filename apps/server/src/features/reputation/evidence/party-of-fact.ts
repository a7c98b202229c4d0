import { createHmac } from 'node:crypto'
import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import type { EvidenceParty } from '@gridloom/contract/reputation/evidence'
import type { Tx } from '../../../platform/ctx.ts'
import { sharedSecret } from '../../../platform/shared-secret.ts'
import { areRelated, partyOf } from '../../companies/index.ts'
import { countOtherProviders } from '../../instances/index.ts'
import type { FactCtx } from '../ctx.ts'

/** Who used a machine of whom. */
export interface Use {
  machineId: MachineId
  renterId: AccountId
  providerId: AccountId
}

/** More other providers count no more. */
const othersMax = 2

/**
 * Returns the party of a renter as a fact shows it. The digest is keyed and another for each machine: who has none of our
 * secrets cannot tell whose it is, nor whether a renter of one machine rented another.
 */
export async function partyOfFact(
  ctx: FactCtx,
  tx: Tx,
  { machineId, renterId, providerId }: Use,
): Promise<EvidenceParty> {
  const secret = await sharedSecret(tx, {
    name: 'reputation_parties',
    candidate: ctx.ids.secret(),
    createdAt: ctx.clock.now(),
  })
  const accountIds = await partyOf(tx.db, renterId)
  const [first = renterId] = accountIds.toSorted()
  const except = await partyOf(tx.db, providerId)
  return {
    digest: createHmac('sha256', secret).update(`${machineId} ${first}`).digest('hex'),
    own: await areRelated(tx.db, renterId, providerId),
    other_providers: await countOtherProviders(tx.db, { accountIds, except, most: othersMax }),
  }
}
