import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import type { ReceiptLine } from '@gridloom/contract/instances/receipt'
import type { Db } from '../../platform/database/connect.ts'
import { earnedBy, holdsFor, type Purpose, welcomeEarnedBy } from './ledger-accounts.ts'
import {
  selectEarnings,
  selectHolds,
  selectReceiptLines,
  sumCaptured,
  sumRenderEarned,
} from './statement-store.ts'

/** What is set aside for an instance or a render job, and what it has cost so far. */
export interface InstanceMoney {
  readonly heldMicroUsd: MicroUsd
  readonly chargedMicroUsd: MicroUsd
}

/** The money of each instance or render job, in one question; zeros for one that never had a hold. */
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

/** What each machine has earned, fees taken off, of welcome credit too; in one question. */
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

/** What a machine has earned by frames and by comparing them, fees taken off, of welcome credit too. */
export function readRenderEarned(db: Db, id: MachineId): Promise<MicroUsd> {
  return sumRenderEarned(db, id)
}

/** The charged intervals of an instance, oldest first. */
export function readReceiptLines(db: Db, instanceId: InstanceId): Promise<ReceiptLine[]> {
  return selectReceiptLines(db, instanceId)
}

/** What the ledger's entries add up to for an instance or a render job: what a receipt's total must be. */
export function sumCharged(db: Db, purpose: Purpose): Promise<MicroUsd> {
  return sumCaptured(db, purpose)
}
