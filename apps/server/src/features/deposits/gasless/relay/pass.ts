import type { RelayerWait } from '@gridloom/contract/deposits/gasless'
import type { ChainState } from '../../../../platform/chains/sending/read-chain.ts'
import type { SenderLease } from '../../../../platform/chains/sending/senders-store.ts'
import type { WatchedChainParts } from '../../ctx.ts'
import type { Relayer } from '../relayer-keys.ts'

/** A chain with who sends on it. */
export interface RelayedChain {
  readonly parts: WatchedChainParts
  readonly relayer: Relayer
}

/** What one pass works with. */
export interface Pass extends RelayedChain {
  readonly lease: SenderLease
  readonly chain: ChainState
  /** Transactions that are on their way. */
  onTheWay: number
  /** Why payments wait. */
  wait: RelayerWait | null
}
