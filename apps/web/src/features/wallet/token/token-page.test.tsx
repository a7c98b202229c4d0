import { Token } from '@gridloom/contract/wallet/token'
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const address = `0x${'ab'.repeat(20)}`

describe('the page of tokens', () => {
  it('states supply, price with its time, contract and use, without a wallet', async () => {
    setup([
      aToken({ facts: someFacts({ price: { micro_usd: 1_250_000, at: '2026-11-21T11:55:00Z' } }) }),
    ])
    const section = within(await screen.findByRole('region', { name: /Grid \(GRD\)/ }))
    expect(section.getByText('1,000,000 GRD')).toBeTruthy()
    expect(section.getByText('$1.25')).toBeTruthy()
    expect(section.getByText('0xABaBaBaBABabABabAbAbABAbABabababaBaBABaB')).toBeTruthy()
    expect(section.getByText('By hosting')).toBeTruthy()
    expect(section.getByRole('link', { name: /BscScan/ }).getAttribute('href')).toMatch(
      /bscscan\.com\/token\/0xABaB/,
    )
    expect(section.getByRole('button', { name: 'Connect wallet to see your balance' })).toBeTruthy()
  })

  it('shows no price where none is stated', async () => {
    setup([aToken({ facts: someFacts() })])
    const section = within(await screen.findByRole('region', { name: /Grid \(GRD\)/ }))
    expect(section.queryByText('Price')).toBeNull()
  })

  it('keeps what was read last while the chain is down, and says so', async () => {
    setup([aToken({ facts: someFacts(), problem: 'chain_down' })])
    expect((await screen.findByText(/not responding/)).textContent).toMatch(
      /BNB Smart Chain is not responding\. Last read/,
    )
    expect(screen.getByText('1,000,000 GRD')).toBeTruthy()
  })

  it('says that there is no token at an address', async () => {
    setup([aToken({ problem: 'not_a_token' })])
    expect(await screen.findByText('There is no token at this address.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Connect wallet to see/ })).toBeNull()
  })
})

function setup(tokens: readonly Token[]) {
  return renderApp({ path: '/token', answers: { 'GET /api/tokens': ok(tokens) } })
}

function aToken(parts: object = {}): Token {
  return Token.parse({
    ...{ chain_id: 56, address, earn: 'By hosting', spend: null },
    ...{ facts: null, problem: null },
    ...parts,
  })
}

function someFacts(parts: object = {}) {
  return {
    ...{ name: 'Grid', symbol: 'GRD', decimals: 6, supply: '1000000000000' },
    ...{ price: null, read_at: '2026-11-21T11:59:00Z' },
    ...parts,
  }
}
