import { maskIban } from '@gridloom/domain/payouts/iban'
import type { OutsideRecords } from '../../platform/outside-assets.ts'
import { stripeSource } from '../../platform/stripe/stripe-client.ts'
import { sumPaidByBank } from './bank/files-store.ts'
import type { PayoutsCtx } from './ctx.ts'
import { sumPaid } from './payouts-store.ts'
import { sumTransferred } from './stripe/stripe-payouts-store.ts'

/** For the ledger check: what was paid out of each token, below zero. */
export const payoutRecords: OutsideRecords<PayoutsCtx> = {
  prefix: 'eip155:',
  places: ({ payoutSetup }) =>
    payoutSetup.sources.map(({ chainId, token, symbol, rpc }) => ({
      source: `eip155:${chainId}:${token}`,
      name: `${symbol} on ${rpc.chain.name}`,
    })),
  sumBySource: sumPaid,
}

/** For the ledger check: what was paid from each bank account, below zero. */
export const bankPayoutRecords: OutsideRecords<PayoutsCtx> = {
  prefix: 'bank:',
  places: ({ payoutSetup: { bank } }) =>
    bank === null
      ? []
      : [{ source: `bank:${bank.iban}`, name: `Bank account ${maskIban(bank.iban)}` }],
  sumBySource: sumPaidByBank,
}

/** For the ledger check: what was transferred at Stripe, below zero. Card payments are in the same place. */
export const stripePayoutRecords: OutsideRecords<PayoutsCtx> = {
  prefix: stripeSource,
  places: ({ payoutSetup: { stripe } }) =>
    stripe === null ? [] : [{ source: stripeSource, name: 'Stripe' }],
  async sumBySource(db) {
    const sum = await sumTransferred(db)
    return new Map(sum === 0 ? [] : [[stripeSource, 0 - sum]])
  },
}
