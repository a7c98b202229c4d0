import { maskIban } from '@gridloom/domain/payouts/iban'
import type { OutsideRecords } from '../../platform/outside-assets.ts'
import { sumPaidByBank } from './bank/files-store.ts'
import type { PayoutsCtx } from './ctx.ts'
import { sumPaid } from './payouts-store.ts'

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
