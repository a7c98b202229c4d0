import { AccountId, type MachineId, type TransactionId } from '@gridloom/contract/core/ids'
import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'
import { splitFee } from '@gridloom/domain/fees'
import type { Tx } from '../../platform/ctx.ts'
import { type Funds, spent, sumOfFunds } from './funds.ts'
import {
  earnedBy,
  holdsFor,
  type Purpose,
  platformFees,
  welcomeEarnedBy,
} from './ledger-accounts.ts'
import { type LedgerCtx, type Posting, postAll } from './post.ts'
import { insertLedgerAccounts, isKeyUsed, type LockedHold, lockHolds } from './posting-store.ts'
import { publishBalances } from './publish-balance.ts'

/** Money that a machine has earned. */
export interface Payment {
  readonly purpose: Purpose
  readonly machineId: MachineId
  readonly providerAccountId: AccountId
  readonly microUsd: MicroUsd
  /** Names what is paid for; the same key is paid once. */
  readonly key: string
  readonly text: string
}

/**
 * Pays for work that the platform itself ordered: the machine earns all of it. Returns `null` when the key was used
 * before.
 */
export async function payFromPlatform(
  ctx: LedgerCtx,
  tx: Tx,
  payment: Payment,
): Promise<TransactionId | null> {
  const [id] = await payAll(ctx, tx, [{ source: 'platform', payment, fee: 0 }])
  return id ?? null
}

/**
 * Returns the parts of a hold that a payment takes: paid money first. Welcome credit pays no member of the renter's own
 * party: of a hold that is all welcome credit nothing goes to their own machine. Pure.
 */
export function takenOf(
  hold: LockedHold,
  payment: Pick<Payment, 'providerAccountId' | 'microUsd'>,
) {
  const isOwn = hold.party.includes(payment.providerAccountId)
  return spent({ paid: hold.paid, welcome: isOwn ? 0 : hold.welcome }, payment.microUsd)
}

/** The amounts of a payment that a hold limits. */
export interface PaidAmount {
  readonly microUsd: MicroUsd
  /** `null` where the hold was empty, or nothing was owed. */
  readonly transactionId: TransactionId | null
}

/**
 * Moves money from a hold to a machine's earnings, less our fee, but never more than the hold: what it does not cover
 * is not paid at all. The caller has made sure that the key is new. Publishes the balance change to both sides.
 */
export async function payWithinHold(ctx: LedgerCtx, tx: Tx, payment: Payment): Promise<PaidAmount> {
  const [paid] = await payWithinHolds(ctx, tx, [payment])
  return paid ?? nothingPaid
}

/** As {@link payWithinHold}, for many payments in as many statements as for one; in order where they share a hold. */
export async function payWithinHolds(
  ctx: LedgerCtx,
  tx: Tx,
  payments: readonly Payment[],
): Promise<PaidAmount[]> {
  if (payments.length === 0) return []
  const holds = await lockHolds(
    tx,
    payments.map(({ purpose }) => purpose),
  )
  const covered = coveredBy(holds, payments)
  const payable = covered.filter(({ source }) => sumOfFunds(source) > 0)
  const ids = await payAll(ctx, tx, payable)
  if (payable.length > 0)
    await publishBalances(
      tx,
      payable.flatMap(({ renterId, payment }) => [renterId, payment.providerAccountId]),
    )
  const idOf = new Map(payable.map((one, at) => [one, ids[at] ?? null]))
  return covered.map((one) => {
    const { source, payment } = one
    const microUsd = sumOfFunds(source)
    if (microUsd === 0) return nothingPaid
    const transactionId = idOf.get(one) ?? null
    if (transactionId === null) throw new RangeError(`${payment.key} was paid before`)
    return { microUsd, transactionId }
  })
}

const nothingPaid: PaidAmount = { microUsd: 0, transactionId: null }

interface Covered {
  /** The amount from the hold, in its parts. */
  readonly source: Funds
  readonly payment: Payment
  readonly renterId: AccountId
  readonly fee: BasisPoints
}

/** Returns each payment as far as its hold covers it, in order. */
function coveredBy(
  holds: ReadonlyMap<Purpose, LockedHold>,
  payments: readonly Payment[],
): Covered[] {
  const left = new Map(holds)
  return payments.map((payment) => {
    const hold = left.get(payment.purpose)
    if (hold === undefined) throw new RangeError(`${payment.purpose} never had a hold`)
    const source = takenOf(hold, payment)
    const { paid, welcome, fee } = hold
    left.set(payment.purpose, {
      ...hold,
      paid: paid - source.paid,
      welcome: welcome - source.welcome,
    })
    return { source, payment, fee, renterId: AccountId.parse(hold.ownerAccountId) }
  })
}

/** Whether a payment with this key was made, as far as this database transaction can see. */
export function wasPaid(tx: Tx, key: string): Promise<boolean> {
  return isKeyUsed(tx, keyOf(key))
}

function keyOf(key: string): string {
  return `capture:${key}`
}

/** A payment, and what it takes of its hold; `platform`: we pay all of it. */
export interface FundedPayment {
  readonly source: Funds | 'platform'
  /** The platform's share of what the hold pays. */
  readonly fee: BasisPoints
  readonly payment: Payment
}

/** Writes payments that are covered; `null` for one whose key was used before. */
export async function payAll(
  ctx: LedgerCtx,
  tx: Tx,
  all: readonly FundedPayment[],
): Promise<(TransactionId | null)[]> {
  if (all.length === 0) return []
  await insertLedgerAccounts(tx, earnersOf(all))
  return postAll(ctx, tx, all.map(captureOf))
}

function earnersOf(all: readonly FundedPayment[]) {
  const opened = new Map<string, Parameters<typeof insertLedgerAccounts>[1][number]>()
  for (const { source, payment } of all) {
    const { machineId, providerAccountId: owner } = payment
    const isWelcome = source !== 'platform' && source.welcome > 0
    for (const account of [earnedBy(machineId), ...(isWelcome ? [welcomeEarnedBy(machineId)] : [])])
      opened.set(account.id, { account, owner })
  }
  return [...opened.values()]
}

function captureOf({ source, payment, fee }: FundedPayment): Posting {
  const { machineId, key, text, purpose } = payment
  return {
    ...{ kind: 'capture', key: keyOf(key), text, purpose },
    entries:
      source === 'platform'
        ? [
            { account: platformFees, microUsd: -payment.microUsd },
            { account: earnedBy(machineId), microUsd: payment.microUsd },
          ]
        : entriesOf(source, payment, fee),
  }
}

/**
 * Returns the entries of a payment: earnings of welcome credit are separate, and each part bears its share of the fee.
 */
function entriesOf(
  source: Funds,
  { machineId, purpose }: Payment,
  fee: BasisPoints,
): Posting['entries'] {
  const { feeMicroUsd, earnedMicroUsd } = splitFee(sumOfFunds(source), fee)
  const ofWelcome = splitFee(source.welcome, fee).earnedMicroUsd
  const [held, welcomeHeld] = holdsFor(purpose)
  return [
    { account: held, microUsd: -source.paid },
    { account: welcomeHeld, microUsd: -source.welcome },
    { account: earnedBy(machineId), microUsd: earnedMicroUsd - ofWelcome },
    { account: welcomeEarnedBy(machineId), microUsd: ofWelcome },
    { account: platformFees, microUsd: feeMicroUsd },
  ]
}
