import { describe, expect, it } from 'vitest'
import { aWorld } from '../../../test/run-words.ts'

const address = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const token = `0x${'4'.repeat(40)}`

const option = {
  chain: {
    id: 56,
    name: 'BNB Smart Chain',
    native_currency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpc_url: 'https://rpc.example',
    block_explorer: null,
    multicall_contract: null,
  },
  tokens: [{ address: token, symbol: 'USDC', decimals: 18 }],
  finality: 'finalized',
  minimum_micro_usd: 1_000_000,
  address: null,
  status: 'ready',
  unreachable_since: null,
}

const deposit = {
  id: 'dep_01jd3v8q6f7g8h9jkmnpqrstvw',
  ...{ chain_id: 56, chain_name: 'BNB Smart Chain', token, token_symbol: 'USDC' },
  ...{ token_decimals: 18, address, from: address, amount: '25000000000000000000' },
  ...{ credited_micro_usd: null, state: 'confirming', rejection: null },
  ...{ transaction_hash: `0x${'b'.repeat(64)}`, explorer_url: null, block_height: 100 },
  ...{ confirmations: 7, confirmations_needed: 32, credited_at: null },
  seen_at: '2026-11-21T09:30:00.000Z',
}

describe('deposits', () => {
  it('lists what arrived, with confirmations', async () => {
    await using world = await aWorld({ answers: { 'deposits.list': () => [deposit] } })
    const { stdout } = await world.run('deposits', 'list')
    expect(stdout).toContain('confirming 7/32')
    expect(stdout).toContain('25 USDC')
  })

  it('shows the address in its checksum form, with what may be sent to it', async () => {
    await using world = await aWorld({
      answers: {
        'deposits.options': () => [option],
        'deposits.createAddress': () => ({ ...option, address }),
      },
    })
    const { stdout } = await world.run('deposits', 'address')
    expect(stdout).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(stdout).toContain('when the network has finalized the block')
  })

  it('asks for the network where there are several, or none', async () => {
    const other = { ...option, chain: { ...option.chain, id: 1, name: 'Ethereum' } }
    await using world = await aWorld({ answers: { 'deposits.options': () => [option, other] } })
    const { stderr } = await world.run('deposits', 'address')
    expect(stderr).toContain('Choose a network: BNB Smart Chain, Ethereum')
    await using empty = await aWorld({ answers: { 'deposits.options': () => [] } })
    expect((await empty.run('deposits', 'address')).stderr).toContain('not set up')
  })

  it('lists and shows payments without gas', async () => {
    const payment = {
      ...{ id: 'gls_01jd3v8q6f7g8h9jkmnpqrstvw', state: 'failed', chain_id: 56 },
      ...{ chain_name: 'BNB Smart Chain', token, token_symbol: 'USDC', token_decimals: 18 },
      ...{ payer: address, address, amount: '25000000000000000000', typed_data: null },
      ...{ valid_until: deposit.seen_at, reason: 'The token refused it', explorer_url: null },
      ...{ transaction_hash: null, created_at: deposit.seen_at },
    }
    await using world = await aWorld({ answers: { 'deposits.listGasless': () => [payment] } })
    const { stdout } = await world.run('deposits', 'gasless')
    for (const text of ['25 USDC', 'failed', 'The token refused it']) expect(stdout).toContain(text)
    const shown = await world.run('deposits', 'gasless', 'show', 'pqrstvw')
    expect(shown.stdout).toContain(payment.id)
  })
})
