import { AccountId, type MachineId, type TransactionId } from '@gridloom/contract/ids'
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
import { insertLedgerAccount, isKeyUsed, lockBalance } from './posting-store.ts'
import { tellBalance } from './tell-balance.ts'

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

/** What was paid of a payment that a hold bounds. */
export interface Paid {
  readonly microUsd: MicroUsd
  /** `null` where nothing was left to pay with, or nothing was owed. */
  readonly transactionId: TransactionId | null
}

/**
 * As {@link pay}, but never more than is held: what the hold does not cover is not paid at all. Whoever calls it has made
 * sure that the key is new. Tells both sides that their balances are others.
 */
export async function payWithinHold(ctx: LedgerCtx, tx: Tx, payment: Payment): Promise<Paid> {
  const hold = await lockBalance(tx, heldFor(payment.purpose))
  if (hold === undefined) throw new RangeError(`${payment.purpose} never had a hold`)
  const microUsd = Math.min(payment.microUsd, hold.balanceMicroUsd)
  if (microUsd === 0) return { microUsd, transactionId: null }
  const transactionId = await pay(ctx, tx, { ...payment, microUsd })
  if (transactionId === null) throw new RangeError(`${payment.key} was paid before`)
  const renterId = AccountId.parse(hold.ownerAccountId)
  await tellBalance(tx, renterId)
  if (payment.providerAccountId !== renterId) await tellBalance(tx, payment.providerAccountId)
  return { microUsd, transactionId }
}

/** Whether a payment with this key was made, as far as this database transaction can see. */
export function wasPaid(tx: Tx, key: string): Promise<boolean> {
  return isKeyUsed(tx, keyOf(key))
}

function keyOf(key: string): string {
  return `capture:${key}`
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
    key: keyOf(payment.key),
    text: payment.text,
    purpose: payment.purpose,
    entries: [
      { account: source, microUsd: -payment.microUsd },
      { account: earned, microUsd: earnedMicroUsd },
      { account: platformFees, microUsd: feeMicroUsd },
    ],
  })
}
