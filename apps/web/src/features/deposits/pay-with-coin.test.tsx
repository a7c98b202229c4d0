import type { CoinQuote } from '@gridloom/contract/deposits/coin-quote'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { WalletEngine } from '../../browser/wallet/wallet-types.ts'
import { aCoinQuote, aDeposit, aDepositChain } from '../../testing/deposit-samples.ts'
import { ok, refuse } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'

const payer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const hash = `0x${'c'.repeat(64)}`
const offer = {
  ...{ minimum_micro_usd: 5_000_000, maximum_micro_usd: 5_000_000_000 },
  spread_basis_points: 50,
}

describe('a deposit in the coin of a chain', () => {
  it('is quoted within its bounds, for the connected wallet', async () => {
    const { api, user, button, amount } = await setup()
    await user.type(amount, '4')
    expect(button('Get a quote in BNB').disabled).toBe(true)
    await user.clear(amount)
    await user.type(amount, '25')
    await user.click(button('Get a quote in BNB'))
    expect(await screen.findByText('0.041876 BNB, and the network fee')).toBeTruthy()
    expect(screen.getByText(/1 BNB = \$597.00 \(market \$600.00 less 0.5\s%\)/)).toBeTruthy()
    expect(screen.getByText(/within \d+ s/)).toBeTruthy()
    expect(api.callsTo('POST /api/deposits/quotes').map(({ body }) => body)).toEqual([
      { chain_id: 56, micro_usd: 25_000_000, payer },
    ])
  })

  it('sends the transaction of the quote, and waits until it is among the deposits', async () => {
    const { api, user, button, quoted, sent } = await setup()
    await quoted()
    await user.click(button('Pay 0.041876 BNB with wallet'))
    expect(await screen.findByText(/It appears below once it is in a block/)).toBeTruthy()
    const { transaction } = aCoinQuote()
    expect(sent).toEqual([
      { ...transaction, chainId: 56, from: payer, value: BigInt(transaction.value) },
    ])
    api.answer('GET /api/deposits', ok([aDeposit({ transaction_hash: hash })]))
    api.publish('deposits', {})
    expect(await screen.findByText(/0.041876 BNB arrived/)).toBeTruthy()
  })

  it('that expired is not paid any more, and a new quote is one press away', async () => {
    const { api, user, button, quoted } = await setup({
      quote: aCoinQuote({ expires_at: inSeconds(-1) }),
    })
    await quoted()
    expect(await screen.findByText(/This quote has expired/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /with wallet/ })).toBeNull()
    await user.click(button('Get a new quote'))
    expect(api.callsTo('POST /api/deposits/quotes')).toHaveLength(2)
  })

  it('that expired while the wallet asked says that nothing was taken', async () => {
    const failing = () => Promise.reject(new Error('execution reverted: quote expired'))
    const { user, button, quoted } = await setup({ sendCoins: failing })
    await quoted()
    await user.click(button('Pay 0.041876 BNB with wallet'))
    expect(await screen.findByText(/expired before you paid. Nothing was taken/)).toBeTruthy()
  })

  it('is for the wallet that was quoted alone', async () => {
    const { runtime, button, quoted } = await setup()
    await quoted()
    const address = `0x${'1'.repeat(40)}`
    runtime.wallet.store.setState({ account: { address, chainId: 56, wallet: 'Test' } })
    expect(await screen.findByText(/The connected wallet is another one/)).toBeTruthy()
    expect(button('Pay 0.041876 BNB with wallet').disabled).toBe(true)
  })

  it('says why there is no quote', async () => {
    const { api, quoted } = await setup()
    const error = 'There is no current price of BNB.'
    api.answer('POST /api/deposits/quotes', refuse('coin_price_unavailable', { error }))
    await quoted()
    expect(await screen.findByText(/There is no current price of BNB/)).toBeTruthy()
  })
})

interface CoinSetup {
  quote?: CoinQuote
  sendCoins?: WalletEngine['sendCoins']
}

/** The page with the coin chosen, and a connected wallet. */
async function setup({
  quote = aCoinQuote({ expires_at: inSeconds(60) }),
  sendCoins,
}: CoinSetup = {}) {
  const app = renderApp({
    path: '/account?section=billing&tab=deposits',
    answers: {
      'GET /api/deposits/options': ok([aDepositChain({ coin: offer })]),
      'GET /api/deposits': ok([]),
      'GET /api/deposits/gasless': ok([]),
      'POST /api/deposits/quotes': ok(quote, 201),
    },
  })
  const { user, runtime } = app
  const sent: unknown[] = []
  const send = async (payment: unknown) => {
    sent.push(payment)
    return hash
  }
  runtime.wallet.store.setState({ account: { address: payer, chainId: 56, wallet: 'Test' } })
  runtime.wallet.engine = async () => asEngine({ sendCoins: sendCoins ?? send })
  await user.click(await screen.findByRole('combobox', { name: 'Token' }))
  await user.click(await screen.findByRole('option', { name: 'BNB' }))
  const amount = await screen.findByLabelText('Credit')
  const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
  return {
    ...{ ...app, sent, amount, button },
    async quoted() {
      await user.type(amount, '25')
      await user.click(button('Get a quote in BNB'))
    },
  }
}

/** On the page's own clock. */
function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString()
}

/** Named cast: the page uses nothing else of it here. */
function asEngine(parts: Pick<WalletEngine, 'sendCoins'>): WalletEngine {
  return parts as WalletEngine
}
