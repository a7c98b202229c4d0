import type { AccountId, DepositId } from '@gridloom/contract/core/ids'
import type { MicroUsd } from '@gridloom/contract/core/values'
import {
  type DepositDecision,
  decideDeposit,
  type FinalTransfer,
} from '@gridloom/domain/deposits/decide-deposit'
import { canMove } from '@gridloom/domain/deposits/deposit-states'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import type { Tx } from '../../platform/ctx.ts'
import { sqlStateOf } from '../../platform/database/transact.ts'
import { type AssetSource, takeDeposits } from '../ledger/index.ts'
import { coinDecider } from './coin/coin-decider.ts'
import type { WatchCtx } from './ctx.ts'
import { depositedToken } from './deposited-token.ts'
import { decideDeposits, lockDeposits, selectClosed } from './deposits-store.ts'
import { publishDeposits } from './publish-deposits.ts'
import type { DepositRow } from './schema.ts'

/** A final deposit, in the block that was verified. */
export interface FinalDeposit {
  readonly id: DepositId
  readonly accountId: AccountId | null
  readonly blockHash: string
  readonly arrived: FinalTransfer['arrived']
}

/** One commit writes the disk once; a longer one would keep the balances of its accounts from orders. */
const perTransaction = 500

/**
 * Credits final deposits, or rejects them, each once. A second run, also of another process, changes nothing. One that
 * the ledger refuses is rejected alone, and holds up no other.
 */
export async function creditDeposits(
  ctx: WatchCtx,
  chainId: number,
  deposits: readonly FinalDeposit[],
): Promise<void> {
  for (let from = 0; from < deposits.length; from += perTransaction)
    await creditOrHalve(ctx, chainId, deposits.slice(from, from + perTransaction))
}

async function creditOrHalve(
  ctx: WatchCtx,
  chainId: number,
  deposits: readonly FinalDeposit[],
): Promise<void> {
  try {
    await ctx.transact((tx) => creditTogether(ctx, tx, { chainId, deposits }))
  } catch (error) {
    if (!isRefusedByDatabase(error)) throw error
    const half = Math.ceil(deposits.length / 2)
    if (deposits.length === 1) await rejectRefused(ctx, { chainId, deposits }, error)
    else
      for (const some of [deposits.slice(0, half), deposits.slice(half)])
        await creditOrHalve(ctx, chainId, some)
  }
}

/** Whether the database refuses the values (classes 22 and 23): another attempt would end the same. */
function isRefusedByDatabase(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error))
}

interface Batch {
  readonly chainId: number
  readonly deposits: readonly FinalDeposit[]
}

async function creditTogether(ctx: WatchCtx, tx: Tx, { chainId, deposits }: Batch): Promise<void> {
  const rows = await lockUndecided(tx, deposits)
  if (rows.length === 0) return
  const closed = await selectClosed(
    tx.db,
    rows.flatMap(({ account_id }) => account_id ?? []),
  )
  const decideCoin = await coinDecider(ctx, tx, rows)
  const arrived = new Map(deposits.map((deposit) => [deposit.id, deposit.arrived]))
  // The first payment of a quote uses it.
  const oldestFirst = rows.toSorted((one, other) => one.block_height - other.block_height)
  const decided = oldestFirst.map((row) => {
    const isAccountClosed = row.account_id !== null && closed.has(row.account_id)
    const arrival = arrived.get(row.id) ?? 'unknown'
    const decision =
      row.quote === null
        ? decideTransfer(ctx, row, { arrived: arrival, isAccountClosed })
        : decideCoin(row, row.quote, isAccountClosed)
    return { id: row.id, row, decision }
  })
  const toTake = decided.flatMap(({ row, decision }) =>
    'microUsd' in decision && row.account_id !== null
      ? [takenFrom(ctx, { ...row, account_id: row.account_id }, decision.microUsd)]
      : [],
  )
  await takeDeposits(ctx, tx, toTake)
  await decideDeposits(tx, decided, ctx.clock.now())
  await publishDeposits(
    tx,
    chainId,
    rows.map(({ account_id }) => account_id),
  )
}

/** The deposits that are still in the block that was verified, and that nobody decided. */
async function lockUndecided(tx: Tx, deposits: readonly FinalDeposit[]): Promise<DepositRow[]> {
  const blocks = new Map(deposits.map(({ id, blockHash }) => [id, blockHash]))
  const rows = await lockDeposits(tx, [...blocks.keys()])
  return rows.filter(
    ({ id, block_hash, state }) => blocks.get(id) === block_hash && canMove(state, 'credited'),
  )
}

function decideTransfer(
  ctx: WatchCtx,
  row: DepositRow,
  facts: Pick<FinalTransfer, 'arrived' | 'isAccountClosed'>,
): DepositDecision {
  return decideDeposit({ amount: BigInt(row.amount), token: tokenOf(ctx, row), ...facts })
}

function takenFrom(ctx: WatchCtx, row: DepositRow & { account_id: AccountId }, microUsd: MicroUsd) {
  return {
    ...{ accountId: row.account_id, microUsd, source: depositSource(row) },
    ...{ key: `chain:${row.id}:${row.reversals}`, text: depositText(ctx, row) },
  }
}

function tokenOf(ctx: WatchCtx, row: DepositRow) {
  const config = configOf(ctx, row)
  const token = config?.tokens.find(({ address }) => address === row.token)
  if (config === undefined || token === undefined) return null
  return { decimals: token.decimals, minimumMicroUsd: config.minimumMicroUsd }
}

/** Leaves a deposit to the operator that the ledger does not take, such as one of an account that it does not have. */
async function rejectRefused(
  ctx: WatchCtx,
  { chainId, deposits }: Batch,
  cause: unknown,
): Promise<void> {
  await ctx.transact(async (tx) => {
    const rows = await lockUndecided(tx, deposits)
    if (rows.length === 0) return
    const decided = rows.map(({ id }) => ({ id, decision: { rejection: 'not_booked' } as const }))
    await decideDeposits(tx, decided, ctx.clock.now())
    await publishDeposits(
      tx,
      chainId,
      rows.map(({ account_id }) => account_id),
    )
  })
  ctx.log.error(
    { event: 'deposits.not_booked', err: cause, deposits: deposits.map(({ id }) => id) },
    'the ledger did not take a deposit',
  )
}

/** Where the money is: the token on its chain (CAIP-10). */
export function depositSource(row: Pick<DepositRow, 'chain_id' | 'token'>): AssetSource {
  return `eip155:${row.chain_id}:${row.token}`
}

/** The text of a deposit's ledger line, such as `25 USDC on Ethereum`. */
export function depositText(ctx: WatchCtx, row: DepositRow): string {
  const config = configOf(ctx, row)
  const token = depositedToken(config, row.token)
  if (config === undefined || token === undefined) return `A token on chain ${row.chain_id}`
  return `${formatTokenAmount(row.amount, token.decimals)} ${token.symbol} on ${config.chain.name}`
}

function configOf(ctx: WatchCtx, row: Pick<DepositRow, 'chain_id'>) {
  return ctx.deposits.chains.find(({ config }) => config.chain.id === row.chain_id)?.config
}
