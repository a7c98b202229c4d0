import type { PayoutId } from '@gridloom/contract/core/ids'
import type { Receipt } from '../../../platform/chains/sending/read-chain.ts'
import type { Tx } from '../../../platform/ctx.ts'
import type { ContractCall, Source } from '../ctx.ts'
import type { Pass } from './pass.ts'

/** What the transactions of a nonce are stored under: a payout, or a batch. */
export type NonceOwner =
  | { readonly payout_id: PayoutId; readonly batch_id: null }
  | { readonly payout_id: null; readonly batch_id: number }

/**
 * A nonce of a sender and what it is for: one payout, a batch of them, or the allowance of the batch contract. All of its
 * transactions do the same, so whichever is in a block, it was done once.
 */
export interface SentNonce {
  readonly source: Source
  readonly owner: NonceOwner
  readonly nonce: number
  /** What its transactions do, for one at higher fees. */
  call(): Promise<ContractCall>
  /** Locks it. `false`: it has ended. */
  lock(tx: Tx): Promise<boolean>
  /** Notes its newest transaction, where that is shown. */
  noteHash(tx: Tx, hash: string): Promise<void>
  /** Notes that it was sent; a process that died between sending and noting has left it `signed`. */
  noteBroadcast(tx: Tx): Promise<void>
  /**
   * Notes that the chain has another transaction with this nonce. `ended`: there was nothing to pay, or operators have
   * said what became of all payouts; `left`: they must.
   */
  noteUsed(tx: Tx): Promise<'ended' | 'left'>
  /** Ends it by the receipt of its final transaction. Doing it again does nothing. */
  end(receipt: Receipt, pass: Pass): Promise<void>
}
