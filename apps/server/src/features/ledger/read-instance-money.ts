import type { MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Db } from '../../platform/database/connect.ts'
import { earnedBy, holdsFor, type Purpose, welcomeEarnedBy } from './ledger-accounts.ts'
import { selectEarnings, selectHolds, sumCaptured, sumRenderEarned } from './statement-store.ts'

/** Hold and cost of an instance or a render job. */
export interface InstanceMoney {
  readonly heldMicroUsd: MicroUsd
  readonly chargedMicroUsd: MicroUsd
}

/** Returns the money of each instance or render job, in one query; zeros for one that never had a hold. */
export async function readInstanceMoney<T extends Purpose>(
  db: Db,
  ids: readonly T[],
): Promise<Map<T, InstanceMoney>> {
  const byId = new Map((await selectHolds(db, ids)).map((row) => [row.id, row]))
  return new Map(
    ids.map((id) => {
      const parts = holdsFor(id).map((account) => byId.get(account.id))
      return [
        id,
        {
          heldMicroUsd: parts.reduce((sum, row) => sum + (row?.balanceMicroUsd ?? 0), 0),
          chargedMicroUsd: parts.reduce((sum, row) => sum + (row?.capturedMicroUsd ?? 0), 0),
        },
      ]
    }),
  )
}

/** Returns the net earnings of each machine, welcome credit included, in one query. */
export async function readEarned(
  db: Db,
  ids: readonly MachineId[],
): Promise<Map<MachineId, MicroUsd>> {
  const byId = new Map((await selectEarnings(db, ids)).map((row) => [row.id, row.balanceMicroUsd]))
  return new Map(
    ids.map((id) => [
      id,
      (byId.get(earnedBy(id).id) ?? 0) + (byId.get(welcomeEarnedBy(id).id) ?? 0),
    ]),
  )
}

/** Returns a machine's net earnings by frames and by checks, welcome credit included. */
export function readRenderEarned(db: Db, id: MachineId): Promise<MicroUsd> {
  return sumRenderEarned(db, id)
}

/** Returns the sum of the ledger's entries for an instance or a render job: the total of its receipt. */
export function sumCharged(db: Db, purpose: Purpose): Promise<MicroUsd> {
  return sumCaptured(db, purpose)
}
