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
import { type LedgerCtx, type Posting, postAll } from './post.ts'
import {
  insertLedgerAccounts,
  isKeyUsed,
  type LockedBalance,
  lockBalances,
} from './posting-store.ts'
import { tellBalances } from './tell-balance.ts'

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
  return payFrom(ctx, tx, { source: heldFor(payment.purpose), payment })
}

/** As {@link pay}, out of our own pocket: for work that we ordered ourselves. */
export function payFromPlatform(
  ctx: LedgerCtx,
  tx: Tx,
  payment: Payment,
): Promise<TransactionId | null> {
  return payFrom(ctx, tx, { source: platformFees, payment })
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
  const [paid] = await payWithinHolds(ctx, tx, [payment])
  return paid ?? nothingPaid
}

/** As {@link payWithinHold}, of many payments in as many statements as of one; in their order where one hold bounds several. */
export async function payWithinHolds(
  ctx: LedgerCtx,
  tx: Tx,
  payments: readonly Payment[],
): Promise<Paid[]> {
  if (payments.length === 0) return []
  const holds = await lockBalances(
    tx,
    payments.map(({ purpose }) => heldFor(purpose)),
  )
  const covered = coveredBy(holds, payments)
  const payable = covered.filter(({ payment }) => payment.microUsd > 0)
  const ids = await payAll(ctx, tx, payable)
  if (payable.length > 0)
    await tellBalances(
      tx,
      payable.flatMap(({ renterId, payment }) => [renterId, payment.providerAccountId]),
    )
  const idOf = new Map(payable.map((one, at) => [one, ids[at] ?? null]))
  return covered.map((one) => {
    const { key, microUsd } = one.payment
    if (microUsd === 0) return nothingPaid
    const transactionId = idOf.get(one) ?? null
    if (transactionId === null) throw new RangeError(`${key} was paid before`)
    return { microUsd, transactionId }
  })
}

const nothingPaid: Paid = { microUsd: 0, transactionId: null }

interface Covered extends Paying {
  readonly renterId: AccountId
}

/** Each payment as far as its hold goes, the first first. */
function coveredBy(
  holds: ReadonlyMap<string, LockedBalance>,
  payments: readonly Payment[],
): Covered[] {
  const paidOf = new Map<string, MicroUsd>()
  return payments.map((payment) => {
    const source = heldFor(payment.purpose)
    const hold = holds.get(source.id)
    if (hold === undefined) throw new RangeError(`${payment.purpose} never had a hold`)
    const paid = paidOf.get(source.id) ?? 0
    const microUsd = Math.min(payment.microUsd, hold.balanceMicroUsd - paid)
    paidOf.set(source.id, paid + microUsd)
    const renterId = AccountId.parse(hold.ownerAccountId)
    return { source, payment: { ...payment, microUsd }, renterId }
  })
}

/** Whether a payment with this key was made, as far as this database transaction can see. */
export function wasPaid(tx: Tx, key: string): Promise<boolean> {
  return isKeyUsed(tx, keyOf(key))
}

function keyOf(key: string): string {
  return `capture:${key}`
}

/** A payment, and out of which account it comes. */
interface Paying {
  readonly source: LedgerAccount
  readonly payment: Payment
}

async function payFrom(ctx: LedgerCtx, tx: Tx, paying: Paying): Promise<TransactionId | null> {
  const [id] = await payAll(ctx, tx, [paying])
  return id ?? null
}

async function payAll(
  ctx: LedgerCtx,
  tx: Tx,
  all: readonly Paying[],
): Promise<(TransactionId | null)[]> {
  if (all.length === 0) return []
  const earners = new Map(all.map(({ payment }) => [payment.machineId, payment.providerAccountId]))
  await insertLedgerAccounts(
    tx,
    [...earners].map(([machineId, owner]) => ({ account: earnedBy(machineId), owner })),
  )
  return postAll(ctx, tx, all.map(captureOf))
}

function captureOf({ source, payment }: Paying): Posting {
  const { machineId, microUsd, key, text, purpose } = payment
  const isOurs = source.id === platformFees.id
  const { feeMicroUsd, earnedMicroUsd } = isOurs
    ? { feeMicroUsd: 0, earnedMicroUsd: microUsd }
    : splitFee(microUsd)
  return {
    ...{ kind: 'capture', key: keyOf(key), text, purpose },
    entries: [
      { account: source, microUsd: -microUsd },
      { account: earnedBy(machineId), microUsd: earnedMicroUsd },
      { account: platformFees, microUsd: feeMicroUsd },
    ],
  }
}
