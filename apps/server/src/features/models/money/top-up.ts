import type { MicroUsd } from '@gridloom/contract/core/values'
import type { Tx } from '../../../platform/ctx.ts'
import { labelForKey, lockBudgetLeft } from '../../budgets/index.ts'
import { releaseHold, topUpHold } from '../../ledger/index.ts'
import type { Allowance } from './allowance.ts'
import { insertAllowance, lockAllowance } from './allowances-store.ts'
import type { MoneyCtx } from './ctx.ts'
import type { Bound } from './refusals.ts'

/**
 * The amount that is held beyond the present need, so that the next answers need no query: for a few of them at first,
 * and four times as much with each top-up, so that a single answer holds cents and a busy payer seldom waits.
 */
export function sliceFor(needMicroUsd: MicroUsd, topUps: number): MicroUsd {
  const first = Math.max(sliceMicroUsdMin, needMicroUsd * answersAhead)
  return Math.min(sliceMicroUsdMax, first * 4 ** (topUps - 1))
}

const answersAhead = 16
const sliceMicroUsdMin = 10_000
const sliceMicroUsdMax = 250_000

/** Unreserved money of another allowance of the same account. */
export interface SpareFunds {
  readonly allowance: Allowance
  readonly microUsd: MicroUsd
}

export interface TopUp {
  readonly allowance: Allowance
  /** The number of this top-up within its allowance: the same number moves money once. */
  readonly number: number
  /** The amount that is needed beyond the free part of the allowance. */
  readonly needMicroUsd: MicroUsd
  readonly replica: string
  /** Released before the balance is used. */
  readonly spares: readonly SpareFunds[]
}

export interface ToppedUp {
  readonly microUsd: MicroUsd
  /** The limit that was reached; `null` where the whole amount was held. `closed`: the allowance is no longer open. */
  readonly bound: Bound | 'closed' | null
}

/**
 * Holds more money for an allowance: the needed amount or a slice, as far as the balance and the budgets of account and key allow. Top-ups of
 * one key are serialised, because its row is locked first.
 */
export function topUp(ctx: MoneyCtx, asked: TopUp): Promise<ToppedUp> {
  const { allowance, needMicroUsd } = asked
  const { accountId, keyId } = allowance.payer
  return ctx.transact(async (tx) => {
    const left = await lockBudgetLeft(ctx, tx, keyId)
    if (allowance.written && (await lockAllowance(tx, allowance.id)) === 'closed')
      return { microUsd: 0, bound: 'closed' }
    const spared = await releaseSpares(ctx, tx, asked)
    const budget = left === null ? Infinity : Math.max(0, left + spared)
    const wanted = Math.min(Math.max(needMicroUsd, sliceFor(needMicroUsd, asked.number)), budget)
    const key = `top-up:${asked.number}`
    if (!allowance.written) await labelForKey(ctx, tx, { accountId, keyId, purpose: allowance.id })
    const held = { accountId, purpose: allowance.id, microUsd: wanted, key }
    const { microUsd, boundBy } =
      wanted === 0 ? { microUsd: 0, boundBy: null } : await topUpHold(ctx, tx, held)
    if (microUsd > 0 && !allowance.written) await insertAllowance(tx, rowOf(ctx, asked))
    if (microUsd >= needMicroUsd) return { microUsd, bound: null }
    return { microUsd, bound: microUsd < wanted ? (boundBy ?? 'balance') : 'key_budget' }
  })
}

/** Releases spare money of other allowances. Returns the amount that had counted against the same key. */
async function releaseSpares(
  ctx: MoneyCtx,
  tx: Tx,
  { allowance, number, spares }: TopUp,
): Promise<MicroUsd> {
  let sameKeyMicroUsd = 0
  for (const spare of spares) {
    const microUsd = await releaseHold(ctx, tx, {
      purpose: spare.allowance.id,
      keepMicroUsd: 0,
      microUsdMax: spare.microUsd,
      key: `for:${allowance.id}:${number}`,
    })
    if (spare.allowance.payer.keyId === allowance.payer.keyId) sameKeyMicroUsd += microUsd
  }
  return sameKeyMicroUsd
}

function rowOf(ctx: MoneyCtx, { allowance, replica }: TopUp) {
  return { id: allowance.id, payer: allowance.payer, replica, now: ctx.clock.now() }
}
