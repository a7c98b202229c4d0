import type { PayoutId } from '@gridloom/contract/core/ids'
import type {
  BankPayout,
  Payout,
  PayoutWait,
  StripePayout,
  WalletPayout,
} from '@gridloom/contract/payouts/payout'
import { addressWords } from '@gridloom/domain/payouts/address-words'
import { maskIban } from '@gridloom/domain/payouts/iban'
import { checksumAddress } from '@gridloom/domain/wallet/address'
import { explorerUrl } from '../../platform/chains/explorer-url.ts'
import type { PayoutsCtx } from './ctx.ts'
import { findPayout, type ShownPayout } from './payouts-store.ts'
import { noSuchPayout } from './refusals.ts'
import {
  type BankPayoutRow,
  isByStripe,
  isToBank,
  isToWallet,
  type StripePayoutRow,
  type WalletPayoutRow,
} from './schema.ts'
import { selectWaits } from './sender/senders-store.ts'
import { stripeWait } from './stripe/stripe-sender-store.ts'

/** Shows one payout. @throws Refused `not_found` */
export async function showPayout(ctx: PayoutsCtx, id: PayoutId): Promise<Payout> {
  const row = await findPayout(ctx.db, id)
  if (row === undefined) throw noSuchPayout()
  const [shown] = await showPayouts(ctx, [row])
  if (shown === undefined) throw noSuchPayout()
  return shown
}

/** Shows payouts, in order. */
export async function showPayouts(
  ctx: Pick<PayoutsCtx, 'db' | 'payoutSetup'>,
  rows: readonly ShownPayout[],
): Promise<Payout[]> {
  const waits = await selectWaits(ctx.db)
  const wait = rows.some(isByStripe) ? await stripeWait(ctx.db) : null
  const words = await wordsOf(rows.flatMap(({ address }) => address ?? []))
  return rows.flatMap((row): Payout[] => {
    if (isToWallet(row)) {
      const known = { waits, words: words.get(row.address) ?? [] }
      return [walletView(ctx, row, known)]
    }
    if (isByStripe(row)) return [stripeView(row, wait)]
    return isToBank(row) ? [bankView(row)] : []
  })
}

/** The words of addresses, by address. */
export async function wordsOf(
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (addresses.length === 0) return new Map()
  const { english } = await import('viem/accounts')
  return new Map(addresses.map((address) => [address, addressWords(address, english)]))
}

/** The states in which something may be waited for. */
const waiting: readonly string[] = ['approved', 'signed', 'broadcast', 'sending']

function walletView(
  { payoutSetup }: Pick<PayoutsCtx, 'payoutSetup'>,
  row: ShownPayout & WalletPayoutRow,
  { waits, words }: { waits: ReadonlyMap<string, PayoutWait>; words: string[] },
): WalletPayout {
  const source = payoutSetup.sources.find((one) => one.chainId === row.chain_id)
  const wait = waits.get(`${row.chain_id} ${row.token}`) ?? null
  return {
    ...sharedView(row),
    method: 'wallet',
    chain_id: row.chain_id,
    chain_name: source?.rpc.chain.name ?? `Chain ${row.chain_id}`,
    token: row.token,
    symbol: row.symbol,
    address: checksumAddress(row.address),
    address_words: words,
    waits_for: waiting.includes(row.state) ? wait : null,
    tx_hash: row.tx_hash,
    batch_payouts: row.batch_payouts,
    explorer_url: source === undefined ? null : explorerUrl(source.rpc.chain, row.tx_hash),
  }
}

function bankView(row: ShownPayout & BankPayoutRow): BankPayout {
  return {
    ...sharedView(row),
    method: 'bank',
    iban: maskIban(row.iban),
    holder: row.holder,
    file_number: row.file_number,
    waits_for: null,
  }
}

function stripeView(row: ShownPayout & StripePayoutRow, wait: PayoutWait | null): StripePayout {
  return {
    ...sharedView(row),
    method: 'stripe',
    stripe_account: row.stripe_account,
    transfer_id: row.transfer_id,
    waits_for: waiting.includes(row.state) ? wait : null,
  }
}

function sharedView(row: ShownPayout) {
  return {
    id: row.id,
    state: row.state,
    micro_usd: row.micro_usd,
    fee_micro_usd: row.fee_micro_usd,
    approvals: { given: row.approvals, needed: row.approvals_needed },
    reason: row.reason,
    requested_at: row.requested_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
  }
}
