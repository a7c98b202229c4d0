import { CoinQuote } from '@gridloom/contract/deposits/coin-quote'
import { Deposit } from '@gridloom/contract/deposits/deposit'
import { DepositChain } from '@gridloom/contract/deposits/deposit-options'
import { GaslessPayment } from '@gridloom/contract/deposits/gasless'
import { sampleId, secondsBefore } from './samples.ts'

// Builders of deposits with defaults; each parses what it builds.

const usdc = `0x${'4'.repeat(40)}`
const own = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

export function aDepositChain(parts: Partial<DepositChain> = {}): DepositChain {
  return DepositChain.parse({
    chain: {
      id: 56,
      name: 'BNB Smart Chain',
      native_currency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpc_url: 'https://rpc.example',
      block_explorer: { name: 'BscScan', url: 'https://bscscan.example' },
      multicall_contract: null,
    },
    tokens: [{ address: usdc, symbol: 'USDC', decimals: 18, gasless: null }],
    coin: null,
    finality: 32,
    minimum_micro_usd: 1_000_000,
    address: own,
    status: 'ready',
    unreachable_since: null,
    ...parts,
  })
}

export function aCoinQuote(parts: Partial<CoinQuote> = {}): CoinQuote {
  return CoinQuote.parse({
    id: sampleId('cqt', 1),
    chain_id: 56,
    chain_name: 'BNB Smart Chain',
    coin_symbol: 'BNB',
    coin_decimals: 18,
    micro_usd: 25_000_000,
    amount: '41876046901172530',
    price_micro_usd: 597_000_000,
    market_price_micro_usd: 600_000_000,
    price_feeds: [`0x${'8'.repeat(40)}`],
    price_at: secondsBefore(12),
    payer: own,
    transaction: { to: `0x${'9'.repeat(40)}`, value: '41876046901172530', data: '0x8609cad1' },
    expires_at: secondsBefore(-60),
    ...parts,
  })
}

export function aGaslessPayment(parts: { [part: string]: unknown } = {}): GaslessPayment {
  return GaslessPayment.parse({
    id: sampleId('gls', 1),
    state: 'sent',
    chain_id: 56,
    chain_name: 'BNB Smart Chain',
    token: usdc,
    token_symbol: 'USDC',
    token_decimals: 18,
    payer: `0x${'a'.repeat(40)}`,
    address: own,
    amount: '25000000000000000000',
    typed_data: null,
    valid_until: secondsBefore(-600),
    reason: null,
    transaction_hash: `0x${'b'.repeat(64)}`,
    explorer_url: null,
    created_at: secondsBefore(20),
    ...parts,
  })
}

export function aDeposit(parts: { [part: string]: unknown } = {}): Deposit {
  return Deposit.parse({
    id: sampleId('dep', 1),
    chain_id: 56,
    chain_name: 'BNB Smart Chain',
    token: usdc,
    token_symbol: 'USDC',
    token_decimals: 18,
    address: own,
    from: `0x${'a'.repeat(40)}`,
    amount: '25000000000000000000',
    credited_micro_usd: null,
    state: 'confirming',
    rejection: null,
    transaction_hash: `0x${'b'.repeat(64)}`,
    explorer_url: `https://bscscan.example/tx/0x${'b'.repeat(64)}`,
    block_height: 100,
    confirmations: 7,
    confirmations_needed: 32,
    seen_at: secondsBefore(20),
    credited_at: null,
    ...parts,
  })
}
