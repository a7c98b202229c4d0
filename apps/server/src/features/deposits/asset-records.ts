import { coinAddress } from '@gridloom/domain/deposits/coin-quotes'
import type { OutsideRecords } from '../../platform/outside-assets.ts'
import { depositSource } from './credit-deposits.ts'
import type { DepositsCtx } from './ctx.ts'
import { sumCredited } from './deposits-store.ts'

/** For the ledger check: what was credited of each token, and of the coins of chains. */
export const depositRecords: OutsideRecords<DepositsCtx> = {
  prefix: 'eip155:',
  places: ({ deposits }) =>
    deposits.chains.flatMap(({ config: { chain, tokens, coin } }) => {
      const own = { address: coinAddress, symbol: chain.native_currency.symbol }
      return [...tokens, ...(coin === null ? [] : [own])].map(({ address, symbol }) => ({
        source: depositSource({ chain_id: chain.id, token: address }),
        name: `${symbol} on ${chain.name}`,
      }))
    }),
  sumBySource: sumCredited,
}
