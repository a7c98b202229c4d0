import type { Deposit } from '@gridloom/contract/deposits/deposit'
import type { OperatorDeposits, WatchedChain } from '@gridloom/contract/deposits/deposit-options'
import { confirmationsOf } from '@gridloom/domain/deposits/final-height'
import { explorerUrl } from '../../platform/chains/explorer-url.ts'
import { accountOf } from '../../platform/ctx.ts'
import { isoOrNull } from '../../platform/iso-or-null.ts'
import { selectChains } from './chains-store.ts'
import type { DepositsCtx, WatchedChainParts } from './ctx.ts'
import { depositedToken } from './deposited-token.ts'
import { selectDeposits, selectForOperator } from './deposits-store.ts'
import { readReports, showRelayer } from './gasless/offers.ts'
import type { DepositChainRow, DepositRow } from './schema.ts'

/** Lists the deposits of the active account, newest first. */
export async function listDeposits(ctx: DepositsCtx): Promise<Deposit[]> {
  const [rows, chains] = await Promise.all([
    selectDeposits(ctx.db, accountOf(ctx).accountId),
    selectChains(ctx.db),
  ])
  return rows.map((row) => viewOf(ctx, row, chains))
}

/** Lists the watched chains and what is left to the operator. */
export async function listOperatorDeposits(ctx: DepositsCtx): Promise<OperatorDeposits> {
  const [rows, chains, reports] = await Promise.all([
    selectForOperator(ctx.db),
    selectChains(ctx.db),
    readReports(ctx),
  ])
  const watched = ctx.deposits.chains.map(async (parts) => ({
    ...watchedOf(parts, chains),
    relayer: await showRelayer(ctx, parts, reports),
  }))
  return {
    chains: await Promise.all(watched),
    deposits: rows.map((row) => ({ ...viewOf(ctx, row, chains), account_id: row.account_id })),
  }
}

function watchedOf(
  { config, rpc }: WatchedChainParts,
  rows: readonly DepositChainRow[],
): Omit<WatchedChain, 'relayer'> {
  const row = rows.find(({ chain_id }) => chain_id === config.chain.id)
  return {
    chain: rpc.chain,
    treasury: config.treasury,
    factory: config.factory,
    scanned_height: row?.scanned_height ?? null,
    settled_height: row?.settled_height ?? null,
    head_height: row?.head_height ?? null,
    reached_at: isoOrNull(row?.reached_at ?? null),
    alarm: row?.alarm ?? null,
    alarm_detail: row?.alarm_detail ?? null,
    alarm_since: isoOrNull(row?.alarm_since ?? null),
  }
}

function viewOf(ctx: DepositsCtx, row: DepositRow, chains: readonly DepositChainRow[]): Deposit {
  const parts = ctx.deposits.chains.find(({ config }) => config.chain.id === row.chain_id)
  const head = chains.find(({ chain_id }) => chain_id === row.chain_id)?.head_height ?? 0
  const token = depositedToken(parts?.config, row.token)
  const finality = parts?.config.finality ?? 'finalized'
  return {
    id: row.id,
    chain_id: row.chain_id,
    chain_name: parts?.rpc.chain.name ?? `Chain ${row.chain_id}`,
    token: row.token,
    token_symbol: token?.symbol ?? null,
    token_decimals: token?.decimals ?? null,
    address: row.address,
    from: row.from_address,
    amount: row.amount,
    credited_micro_usd: row.credited_micro_usd,
    state: row.state,
    rejection: row.rejection,
    transaction_hash: row.tx_hash,
    explorer_url: parts === undefined ? null : explorerUrl(parts.rpc.chain, row.tx_hash),
    block_height: row.block_height,
    confirmations: row.state === 'orphaned' ? 0 : confirmationsOf(row.block_height, head),
    confirmations_needed: finality === 'finalized' ? null : finality,
    seen_at: row.seen_at.toISOString(),
    credited_at: isoOrNull(row.credited_at),
  }
}
