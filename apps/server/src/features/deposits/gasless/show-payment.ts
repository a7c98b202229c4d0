import type { GaslessPayment } from '@gridloom/contract/deposits/gasless'
import { gaslessTypedData } from '@gridloom/domain/deposits/gasless-typed-data'
import { explorerUrl } from '../../../platform/chains/explorer-url.ts'
import { accountOf } from '../../../platform/ctx.ts'
import type { DepositsCtx } from '../ctx.ts'
import { termsOf } from './gasless-calls.ts'
import { selectPayments } from './gasless-store.ts'
import type { GaslessRow } from './schema.ts'

/** Lists the payments without gas of the active account, newest first, without those that were not signed in time. */
export async function listGaslessPayments(ctx: DepositsCtx): Promise<GaslessPayment[]> {
  const rows = await selectPayments(ctx.db, accountOf(ctx).accountId)
  const now = ctx.clock.now()
  return rows
    .filter(({ state, valid_until }) => state !== 'unsigned' || valid_until > now)
    .map((row) => showPayment(ctx, row))
}

/** A payment as the contract has it. */
export function showPayment(ctx: DepositsCtx, row: GaslessRow): GaslessPayment {
  const parts = ctx.deposits.chains.find(({ config }) => config.chain.id === row.chain_id)
  const token = parts?.config.tokens.find(({ address }) => address === row.token)
  return {
    id: row.id,
    state: row.state,
    chain_id: row.chain_id,
    chain_name: parts?.rpc.chain.name ?? `Chain ${row.chain_id}`,
    token: row.token,
    token_symbol: token?.symbol ?? 'token',
    token_decimals: token?.decimals ?? 0,
    payer: row.payer,
    address: row.address,
    amount: row.amount,
    typed_data: row.state === 'unsigned' ? JSON.stringify(gaslessTypedData(termsOf(row))) : null,
    valid_until: row.valid_until.toISOString(),
    reason: row.reason,
    transaction_hash: row.tx_hash,
    explorer_url: parts === undefined ? null : explorerUrl(parts.rpc.chain, row.tx_hash),
    created_at: row.created_at.toISOString(),
  }
}
