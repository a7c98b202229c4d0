import { checksumAddress } from '@gridloom/domain/wallet/address'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { aDeposit, aDepositChain, aGaslessPayment } from '../../testing/deposit-samples.ts'
import { type Answers, ok } from '../../testing/fake-api.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { renderOperator } from '../../testing/render-operator.tsx'
import { aBalance, sampleId } from '../../testing/samples.ts'

const at = '/account?section=billing&tab=deposits'

describe('adding funds', () => {
  it('shows the own address in its checksum form, what to send, and when it counts', async () => {
    renderApp({ path: at, answers: answersOf({}) })
    const address = aDepositChain().address ?? ''
    expect(await screen.findByText(checksumAddress(address))).toBeTruthy()
    expect(screen.getByText(/Send only USDC on BNB Smart Chain/)).toBeTruthy()
    expect(screen.getByText(/after 32 confirmations/)).toBeTruthy()
    expect(screen.getByRole('img', { name: 'QR code' })).toBeTruthy()
  })

  it('creates the address when it is asked for', async () => {
    const { api, user } = renderApp({
      path: at,
      answers: {
        ...answersOf({ chain: aDepositChain({ address: null }) }),
        'POST /api/deposits/address': ok(aDepositChain()),
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Show my deposit address' }))
    expect(api.callsTo('POST /api/deposits/address').map(({ body }) => body)).toEqual([
      { chain_id: 56 },
    ])
  })

  it('gives no address while the contracts are not verified', async () => {
    const chain = aDepositChain({ status: 'unavailable', address: null })
    renderApp({ path: at, answers: answersOf({ chain }) })
    expect(await screen.findByText(/are not available now/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show my deposit address' })).toBeNull()
  })

  it('lists deposits with their confirmations, credit and reasons', async () => {
    renderApp({
      path: at,
      answers: answersOf({
        deposits: [
          aDeposit(),
          aDeposit({
            ...{ id: sampleId('dep', 2), state: 'credited', credited_micro_usd: 25_000_000 },
          }),
          aDeposit({ id: sampleId('dep', 3), state: 'rejected', rejection: 'below_minimum' }),
        ],
      }),
    })
    const list = within(await screen.findByRole('list', { name: 'Deposits' }))
    expect(list.getByText('Confirming 7/32')).toBeTruthy()
    expect(list.getByText('Credited')).toBeTruthy()
    expect(list.getByText('$25.00 of credit')).toBeTruthy()
    expect(list.getByText('Below the minimum')).toBeTruthy()
  })

  it('accepts an amount from the minimum on', async () => {
    const { user } = renderApp({ path: at, answers: answersOf({}) })
    const field = await screen.findByLabelText('Pay from your wallet (USDC)')
    const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Connect wallet and pay' })
    await user.type(field, '0.5')
    expect(pay.disabled).toBe(true)
    await user.clear(field)
    await user.type(field, '25')
    expect(pay.disabled).toBe(false)
  })

  it('offers to pay without gas from its own minimum on, where the token can be', async () => {
    const [token] = aDepositChain().tokens
    const gasless = { method: 'authorization', minimum_micro_usd: 10_000_000 } as const
    const chain = aDepositChain({ tokens: token ? [{ ...token, gasless }] : [] })
    const { user } = renderApp({ path: at, answers: answersOf({ chain }) })
    const field = await screen.findByLabelText('Pay from your wallet (USDC)')
    const pay = screen.getByRole<HTMLButtonElement>('button', { name: 'Pay without gas' })
    expect(screen.getByText(/Minimum \$10.00/)).toBeTruthy()
    await user.type(field, '9.99')
    expect(pay.disabled).toBe(true)
    await user.clear(field)
    await user.type(field, '10')
    expect(pay.disabled).toBe(false)
  })

  it('offers nothing without gas where there is no relayer', async () => {
    renderApp({ path: at, answers: answersOf({}) })
    await screen.findByLabelText('Pay from your wallet (USDC)')
    expect(screen.queryByRole('button', { name: 'Pay without gas' })).toBeNull()
  })

  it('lists payments without gas until they are mined, with why they failed', async () => {
    const failed = { state: 'failed', reason: 'The token refuses the transfer' }
    renderApp({
      path: at,
      answers: {
        ...answersOf({}),
        'GET /api/deposits/gasless': ok([
          aGaslessPayment(),
          aGaslessPayment({ id: sampleId('gls', 2), state: 'mined' }),
          aGaslessPayment({ id: sampleId('gls', 3), ...failed }),
        ]),
      },
    })
    const list = within(await screen.findByRole('list', { name: 'Payments without gas' }))
    expect(list.getAllByRole('listitem')).toHaveLength(2)
    expect(list.getByText('Sending')).toBeTruthy()
    expect(list.getByText('The token refuses the transfer. Nothing was taken')).toBeTruthy()
  })

  it('says who gives credit where nothing is set up, and to the operator what to set', async () => {
    const answers = { ...answersOf({}), 'GET /api/deposits/options': ok([]) }
    renderOperator(at, answers)
    expect(await screen.findByText(/Credit is given by the operator/)).toBeTruthy()
    expect(await screen.findByText('DEPOSITS')).toBeTruthy()
  })

  it('shows the operator the alarms of the watched networks', async () => {
    const { chain } = aDepositChain()
    const watched = {
      ...{ chain, treasury: `0x${'5'.repeat(40)}`, factory: `0x${'6'.repeat(40)}` },
      ...{ scanned_height: 120, settled_height: 100, head_height: 120, reached_at: null },
      ...{ alarm: 'endpoints_disagree', alarm_detail: 'up to 101' },
      alarm_since: '2026-11-21T00:00:00.000Z',
      relayer: {
        ...{ address: `0x${'7'.repeat(40)}`, coin: '0', wait: 'no_gas', wait_since: null },
        ...{ token_problems: [], in_progress: 2 },
      },
    }
    renderOperator(at, {
      ...answersOf({}),
      'GET /api/operator/deposits': ok({ chains: [watched], deposits: [] }),
    })
    const list = within(await screen.findByRole('list', { name: 'Watched networks' }))
    expect(list.getByText('Endpoints disagree')).toBeTruthy()
    expect(list.getByText('up to 101')).toBeTruthy()
    expect(list.getByText('Not offered: add coins for gas')).toBeTruthy()
  })
})

function answersOf({
  chain = aDepositChain(),
  deposits = [],
}: {
  chain?: ReturnType<typeof aDepositChain>
  deposits?: readonly ReturnType<typeof aDeposit>[]
}): Answers {
  return {
    'GET /api/balance': ok(aBalance()),
    'GET /api/deposits/options': ok([chain]),
    'GET /api/deposits': ok(deposits),
    'GET /api/deposits/gasless': ok([]),
  }
}
