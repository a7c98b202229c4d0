import type { DepositChainConfig } from '../../deposits-config.ts'
import type { BatchRpc } from '../../platform/chains/chain-rpcs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Relayer } from './gasless/relayer-keys.ts'

/** A chain whose deposits are watched, with its endpoints. */
export interface WatchedChainParts {
  readonly config: DepositChainConfig
  readonly rpc: BatchRpc
  /** Must state the same before a credit; `null`: none is configured. */
  readonly second: BatchRpc | null
}

/** The chains of deposits, and the name under which this process leases them. */
export interface DepositChains {
  readonly chains: readonly WatchedChainParts[]
  readonly leaseToken: string
  /** Who sends payments that others signed, by chain. */
  readonly relayers: ReadonlyMap<number, Relayer>
}

/** The context of this feature. */
export interface DepositsCtx extends Ctx {
  readonly deposits: DepositChains
  /** The product's public address, for links in emails. */
  readonly publicUrl: string
}

/** What watching a chain needs. */
export type WatchCtx = Pick<
  DepositsCtx,
  'deposits' | 'publicUrl' | 'clock' | 'ids' | 'log' | 'db' | 'transact'
>
