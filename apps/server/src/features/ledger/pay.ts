import type { AccountId, MachineId, TransactionId } from '@gridloom/contract/ids'
import type { MicroUsd } from '@gridloom/contract/values'
import type { Tx } from '../../platform/ctx.ts'
import { splitFee } from './fees.ts'
import {
  earnedBy,
  heldFor,
  type LedgerAccount,
  type Purpose,
  platformFees,
} from './ledger-accounts.ts'
import { type LedgerCtx, post } from './post.ts'
import { insertLedgerAccount } from './posting-store.ts'

/** Money that a machine has earned. */
export interface Payment {
  readonly purpose: Purpose
  readonly machineId: MachineId
  readonly providerAccountId: AccountId
  readonly microUsd: MicroUsd
  /** Names what it is paid for; the same key is paid once. */
  readonly key: string
  readonly text: string
}

/** Moves money from a hold to a machine's earnings, less our fee; `null` when the key was used before. */
export function pay(ctx: LedgerCtx, tx: Tx, payment: Payment): Promise<TransactionId | null> {
  return payFrom(ctx, tx, heldFor(payment.purpose), payment)
}

/** As {@link pay}, out of our own pocket: for work that we ordered ourselves. */
export function payFromPlatform(
  ctx: LedgerCtx,
  tx: Tx,
  payment: Payment,
): Promise<TransactionId | null> {
  return payFrom(ctx, tx, platformFees, payment)
}

async function payFrom(
  ctx: LedgerCtx,
  tx: Tx,
  source: LedgerAccount,
  payment: Payment,
): Promise<TransactionId | null> {
  const isOurs = source.id === platformFees.id
  const { feeMicroUsd, earnedMicroUsd } = isOurs
    ? { feeMicroUsd: 0, earnedMicroUsd: payment.microUsd }
    : splitFee(payment.microUsd)
  const earned = earnedBy(payment.machineId)
  await insertLedgerAccount(tx, earned, payment.providerAccountId)
  return post(ctx, tx, {
    kind: 'capture',
    key: `capture:${payment.key}`,
    text: payment.text,
    purpose: payment.purpose,
    entries: [
      { account: source, microUsd: -payment.microUsd },
      { account: earned, microUsd: earnedMicroUsd },
      { account: platformFees, microUsd: feeMicroUsd },
    ],
  })
}
