import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import type { ChainState } from '../../../platform/chains/sending/read-chain.ts'
import type { SenderLease } from '../../../platform/chains/sending/senders-store.ts'

/** What one pass works with. */
export interface Pass {
  readonly lease: SenderLease
  readonly chain: ChainState
  /** Whether the chain has no new blocks: nothing is signed, and nothing replaced at a higher fee. */
  readonly isStalled: boolean
  /** Why tokens wait, by token. */
  readonly waits: Record<string, PayoutWait>
}
