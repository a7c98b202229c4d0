import type { AccountId, DepositId } from '@gridloom/contract/core/ids'
import { decideDeposit, type FinalTransfer } from '@gridloom/domain/deposits/decide-deposit'
import { canMove } from '@gridloom/domain/deposits/deposit-states'
import { formatTokenAmount } from '@gridloom/domain/wallet/token-amount'
import type { Tx } from '../../platform/ctx.ts'
import { type AssetSource, takeDeposit } from '../ledger/index.ts'
import type { WatchCtx } from './ctx.ts'
import { lockDeposit, selectClosed, updateDeposit } from './deposits-store.ts'
import { publishDeposits } from './publish-deposits.ts'
import type { DepositRow } from './schema.ts'

/** A final deposit, in the block that was verified. */
export interface FinalDeposit {
  readonly id: DepositId
  readonly accountId: AccountId
  readonly blockHash: string
  readonly arrived: FinalTransfer['arrived']
}

/** One commit writes the disk once. */
const perTransaction = 25

/** Credits final deposits, or rejects them, each once. A second run, also of another process, changes nothing. */
export async function creditDeposits(
  ctx: WatchCtx,
  chainId: number,
  deposits: readonly FinalDeposit[],
): Promise<void> {
  for (let from = 0; from < deposits.length; from += perTransaction) {
    const some = deposits.slice(from, from + perTransaction)
    await ctx.transact(async (tx) => {
      const accounts = some.map(({ accountId }) => accountId)
      const closed = await selectClosed(tx.db, accounts)
      for (const deposit of some) await creditOne(ctx, tx, { deposit, closed })
      await publishDeposits(tx, chainId, accounts)
    })
  }
}

interface Crediting {
  deposit: FinalDeposit
  closed: ReadonlySet<AccountId>
}

async function creditOne(ctx: WatchCtx, tx: Tx, { deposit, closed }: Crediting): Promise<void> {
  const row = await lockDeposit(tx, deposit.id)
  if (row === undefined || row.block_hash !== deposit.blockHash) return
  if (!canMove(row.state, 'credited')) return
  const config = configOf(ctx, row)
  const token = config?.tokens.find(({ address }) => address === row.token)
  const decision = decideDeposit({
    amount: BigInt(row.amount),
    token:
      config === undefined || token === undefined
        ? null
        : { decimals: token.decimals, minimumMicroUsd: config.minimumMicroUsd },
    arrived: deposit.arrived,
    isAccountClosed: closed.has(row.account_id),
  })
  if ('rejection' in decision)
    return updateDeposit(tx, row.id, { state: 'rejected', rejection: decision.rejection })
  const { microUsd } = decision
  await takeDeposit(ctx, tx, {
    ...{ accountId: row.account_id, microUsd, source: depositSource(row) },
    ...{ key: `chain:${row.id}:${row.reversals}`, text: depositText(ctx, row) },
  })
  await updateDeposit(tx, row.id, {
    ...{ state: 'credited', credited_micro_usd: microUsd, credited_at: ctx.clock.now() },
  })
}

/** Where the money is: the token on its chain (CAIP-10). */
export function depositSource(row: Pick<DepositRow, 'chain_id' | 'token'>): AssetSource {
  return `eip155:${row.chain_id}:${row.token}`
}

/** The text of a deposit's ledger line, such as `25 USDC on Ethereum`. */
export function depositText(ctx: WatchCtx, row: DepositRow): string {
  const config = configOf(ctx, row)
  const token = config?.tokens.find(({ address }) => address === row.token)
  if (config === undefined || token === undefined) return `A token on chain ${row.chain_id}`
  return `${formatTokenAmount(row.amount, token.decimals)} ${token.symbol} on ${config.chain.name}`
}

function configOf(ctx: WatchCtx, row: Pick<DepositRow, 'chain_id'>) {
  return ctx.deposits.chains.find(({ config }) => config.chain.id === row.chain_id)?.config
}
