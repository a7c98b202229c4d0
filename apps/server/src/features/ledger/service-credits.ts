import { AccountId, type InstanceId, type MachineId } from '@gridloom/contract/core/ids'
import type { BasisPoints, MicroUsd } from '@gridloom/contract/core/values'
import type { ServiceCredit } from '@gridloom/contract/ledger/service-credit'
import { splitFee } from '@gridloom/domain/fees'
import { multiplyDivide } from '@gridloom/domain/money'
import { creditSentence, payableOf } from '@gridloom/domain/service-credits'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import { type Funds, sumOfFunds } from './funds.ts'
import {
  availableOf,
  earnedBy,
  type LedgerAccount,
  platformFees,
  welcomeEarnedBy,
  welcomeOf,
} from './ledger-accounts.ts'
import { type LedgerCtx, type Posting, post } from './post.ts'
import { lockBalance } from './posting-store.ts'
import { publishBalances } from './publish-balance.ts'
import {
  addPaid,
  type InstanceCharges,
  insertServiceCredit,
  type ServiceCreditRow,
  selectCharges,
  selectCreditsOf,
  selectServiceCredits,
} from './service-credits-store.ts'

/** A credit that a machine owes the renter of an instance. */
export interface OwedCredit
  extends Pick<ServiceCredit, 'reason' | 'seconds' | 'percent' | 'micro_usd'> {
  /** Names the occasion: the same key is owed once. */
  readonly key: string
  readonly instanceId: InstanceId
  readonly machineId: MachineId
}

/**
 * Records a credit and pays what the rental has cost so far allows; the rest follows with its charges. The caller holds
 * the lock of the instance. The same key again changes nothing and returns `known`.
 */
export async function oweServiceCredit(
  ctx: LedgerCtx,
  tx: Tx,
  { key, instanceId, machineId, reason, seconds, percent, micro_usd }: OwedCredit,
): Promise<'owed' | 'known'> {
  const isNew = await insertServiceCredit(tx, {
    ...{ key, reason, seconds, percent, at: ctx.clock.now() },
    ...{ instance_id: instanceId, machine_id: machineId, owed_micro_usd: micro_usd },
  })
  if (!isNew) return 'known'
  await settleServiceCredits(ctx, tx, instanceId)
  return 'owed'
}

/**
 * Pays the open credits of an instance from what its machine earned with it; the platform gives its fee back too. Never
 * more than the instance was charged, nor than the machine's earnings. The caller holds the lock of the instance.
 */
export async function settleServiceCredits(
  ctx: LedgerCtx,
  tx: Tx,
  instanceId: InstanceId,
): Promise<void> {
  const credits = await selectServiceCredits(tx.db, instanceId)
  const open = credits.filter((credit) => leftOf(credit) > 0)
  if (open.length === 0) return
  const charges = await selectCharges(tx, instanceId)
  if (charges === undefined) return
  let left: Funds = {
    paid: charges.paid - sumOf(credits, 'paid_micro_usd'),
    welcome: charges.welcome - sumOf(credits, 'paid_welcome_micro_usd'),
  }
  for (const credit of open) {
    const paid = await payCredit(ctx, tx, { credit, charges, left })
    left = { paid: left.paid - paid.paid, welcome: left.welcome - paid.welcome }
  }
}

function leftOf(credit: ServiceCreditRow): MicroUsd {
  return credit.owed_micro_usd - credit.paid_micro_usd - credit.paid_welcome_micro_usd
}

function sumOf(
  credits: readonly ServiceCreditRow[],
  column: 'paid_micro_usd' | 'paid_welcome_micro_usd',
): MicroUsd {
  return credits.reduce((sum, credit) => sum + credit[column], 0)
}

interface CreditToPay {
  credit: ServiceCreditRow
  charges: InstanceCharges
  /** What the charges leave for credits. */
  left: Funds
}

/** Pays paid money first, and what was paid with welcome credit as welcome credit. */
async function payCredit(
  ctx: LedgerCtx,
  tx: Tx,
  { credit, charges, left }: CreditToPay,
): Promise<Funds> {
  const renter = AccountId.parse(charges.renter)
  const machineId = credit.machine_id
  await lockBalance(tx, availableOf(renter))
  const earned = await lockBalance(tx, earnedBy(machineId))
  const welcomeEarned = await lockBalance(tx, welcomeEarnedBy(machineId))
  const most = (balance: MicroUsd, wanted: MicroUsd) =>
    Math.max(0, Math.min(wanted, coveredBy(balance, charges.fee)))
  const now = {
    paid: Math.min(left.paid, payableOf(credit, charges.paid) - credit.paid_micro_usd),
    welcome: Math.min(
      left.welcome,
      payableOf(credit, charges.welcome) - credit.paid_welcome_micro_usd,
    ),
  }
  const paid = most(earned?.balanceMicroUsd ?? 0, Math.min(leftOf(credit), now.paid))
  const welcome = most(
    welcomeEarned?.balanceMicroUsd ?? 0,
    Math.min(leftOf(credit) - paid, now.welcome),
  )
  const funds = { paid, welcome }
  if (sumOfFunds(funds) === 0) return funds
  await post(ctx, tx, postingOf(credit, { renter, funds, fee: charges.fee }))
  await addPaid(tx, credit.key, funds)
  const providers = [earned, welcomeEarned].flatMap((account) => account?.ownerAccountId ?? [])
  await publishBalances(tx, [renter, ...providers.map((id) => AccountId.parse(id))])
  return funds
}

/** The highest charge whose earnings, without the fee, are not above a balance. */
function coveredBy(balance: MicroUsd, fee: BasisPoints): MicroUsd {
  if (fee >= 10_000) return Number.MAX_SAFE_INTEGER
  return multiplyDivide(balance, 10_000, BigInt(10_000 - fee))
}

function postingOf(
  credit: ServiceCreditRow,
  { renter, funds, fee }: { renter: AccountId; funds: Funds; fee: BasisPoints },
): Posting {
  const sides = [
    ...partOf(funds.paid, { fee, from: earnedBy(credit.machine_id), to: availableOf(renter) }),
    ...partOf(funds.welcome, {
      fee,
      from: welcomeEarnedBy(credit.machine_id),
      to: welcomeOf(renter),
    }),
  ]
  const moved = sides.reduce((sum, { microUsd }) => sum + microUsd, 0)
  return {
    kind: 'service_credit',
    key: `service_credit:${credit.key}:${credit.owed_micro_usd - leftOf(credit)}`,
    text: creditSentence(credit),
    purpose: credit.instance_id,
    entries: [...sides, { account: platformFees, microUsd: -moved }],
  }
}

function partOf(
  microUsd: MicroUsd,
  { fee, from, to }: { fee: BasisPoints; from: LedgerAccount; to: LedgerAccount },
) {
  const { earnedMicroUsd } = splitFee(microUsd, fee)
  return [
    { account: from, microUsd: -earnedMicroUsd },
    { account: to, microUsd },
  ]
}

/** Returns the credits of an instance, oldest first. */
export async function readServiceCredits(db: Db, id: InstanceId): Promise<ServiceCredit[]> {
  return (await selectServiceCredits(db, id)).map(viewOf)
}

/** Returns the last credits that a machine paid, newest first. */
export async function listServiceCredits(
  db: Db,
  id: MachineId,
  limit: number,
): Promise<ServiceCredit[]> {
  return (await selectCreditsOf(db, id, limit)).map(viewOf)
}

function viewOf(row: ServiceCreditRow): ServiceCredit {
  return {
    reason: row.reason,
    at: row.at.toISOString(),
    seconds: row.seconds,
    percent: row.percent,
    text: creditSentence(row),
    micro_usd: row.owed_micro_usd,
    paid_micro_usd: row.paid_micro_usd + row.paid_welcome_micro_usd,
  }
}
