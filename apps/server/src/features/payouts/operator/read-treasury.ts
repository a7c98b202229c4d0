import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import type { Treasury, TreasurySource } from '@gridloom/contract/payouts/treasury'
import { maskIban } from '@gridloom/domain/payouts/iban'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { ChainDown } from '../../../platform/chains/chain-rpcs.ts'
import { readChain, readHeld } from '../../../platform/chains/sending/read-chain.ts'
import { operatorOf } from '../../accounts/index.ts'
import { selectOwed } from '../../ledger/index.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { sumOpen } from '../payouts-store.ts'
import { selectWaits } from '../sender/senders-store.ts'
import { stripeTreasury } from '../stripe/stripe-treasury.ts'

/** What the platform holds for payouts, read from the chains and Stripe now, and what it owes. @throws Refused `forbidden` */
export async function readTreasury(ctx: PayoutsCtx): Promise<Treasury> {
  operatorOf(ctx)
  const [owed, open, waits] = await Promise.all([
    selectOwed(ctx.db),
    sumOpen(ctx.db),
    selectWaits(ctx.db),
  ])
  const sources = await Promise.all(
    ctx.payoutSetup.sources.map(async (source) => {
      const inProgress = open.find(
        ({ chain_id, token }) => chain_id === source.chainId && token === source.token,
      )
      const wait = waits.get(`${source.chainId} ${source.token}`) ?? null
      return view(source, { inProgress: inProgress?.micro_usd ?? 0, wait })
    }),
  )
  const { bank } = ctx.payoutSetup
  const inProgress = (method: 'bank' | 'stripe') =>
    open.find((one) => one.method === method)?.micro_usd ?? 0
  const toBank = inProgress('bank')
  const onChains = owed.earned + owed.inPayouts - toBank - inProgress('stripe')
  const held = sumOf(sources.map((source) => source.held_micro_usd))
  return {
    sources,
    bank: bank === null ? null : { iban: maskIban(bank.iban), in_progress_micro_usd: toBank },
    stripe: await stripeTreasury(ctx, inProgress('stripe')),
    earned_micro_usd: owed.earned,
    in_progress_micro_usd: owed.inPayouts,
    held_micro_usd: held,
    covered: held !== null && held >= onChains,
    as_of: ctx.clock.now().toISOString(),
  }
}

/** `null` where one is unknown. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce<number | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + amount),
    0,
  )
}

async function view(
  source: Source,
  { inProgress, wait }: { inProgress: number; wait: PayoutWait | null },
): Promise<TreasurySource> {
  const { held, coin } = await readBalances(source)
  return {
    chain_id: source.chainId,
    chain_name: source.rpc.chain.name,
    token: source.token,
    symbol: source.symbol,
    sender: checksumAddress(source.sender),
    batch_contract: source.batchContract === null ? null : checksumAddress(source.batchContract),
    held_micro_usd: held,
    coin_units: coin,
    in_progress_micro_usd: inProgress,
    covered: held !== null && held >= inProgress,
    waits_for: wait,
  }
}

async function readBalances(source: Source): Promise<{ held: number | null; coin: string | null }> {
  try {
    const units = await readHeld(source.rpc, source, source.sender)
    const { coin } = await readChain(source.rpc, source.sender, source.confirmations)
    const held = units === undefined ? null : Number(units / 10n ** BigInt(source.decimals - 6))
    return { held, coin: String(coin) }
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    return { held: null, coin: null }
  }
}
