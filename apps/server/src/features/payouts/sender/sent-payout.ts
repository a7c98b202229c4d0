import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import type { Receipt } from '../../../platform/chains/sending/read-chain.ts'
import { transferData } from '../../../platform/chains/sending/token-calls.ts'
import { padded, transferTopic } from '../../../platform/chains/transfer-log.ts'
import type { ContractCall, PayoutsCtx, Source } from '../ctx.ts'
import { lockPayout, updatePayout } from '../payouts-store.ts'
import type { WalletPayoutRow } from '../schema.ts'
import { confirmPayout, failPayout } from './end-payout.ts'
import type { SentNonce } from './sent-nonce.ts'

/** A payout that has a transaction of its own. */
export function sentPayout(
  ctx: PayoutsCtx,
  { source, payout }: { source: Source; payout: WalletPayoutRow & { nonce: number } },
): SentNonce {
  const { id, nonce } = payout
  return {
    source,
    nonce,
    owner: { payout_id: id, batch_id: null },
    call: () => transferCall(source, payout),
    lock: async (tx) => (await lockPayout(tx, id))?.nonce === nonce,
    noteHash: (tx, hash) => updatePayout(tx, id, { tx_hash: hash }),
    async noteBroadcast(tx) {
      const row = await lockPayout(tx, id)
      if (row?.state === 'signed') await updatePayout(tx, id, { state: 'broadcast' })
    },
    end: (receipt) => end(ctx, { source, payout }, receipt),
  }
}

/** The call that pays a payout by itself. */
export async function transferCall(
  { token }: Source,
  { address, token_units }: Pick<WalletPayoutRow, 'address' | 'token_units'>,
): Promise<ContractCall> {
  return { to: token, data: await transferData(address, BigInt(token_units)), gas: transferGas }
}

async function end(
  ctx: PayoutsCtx,
  { source, payout }: { source: Source; payout: WalletPayoutRow },
  receipt: Receipt,
): Promise<void> {
  const ending = { payout, from: 'broadcast' } as const
  const hash = receipt.transactionHash
  if (receipt.status === 1n && moved(receipt, source, payout))
    await confirmPayout(ctx, ending, hash)
  else await failPayout(ctx, ending, { reason: 'The token refused the transfer', hash })
}

/** Whether the token states that all of it arrived: a token may take the call and move nothing. */
function moved({ logs }: Receipt, { token, sender }: Source, payout: WalletPayoutRow): boolean {
  return logs.some(
    ({ address, topics, data }) =>
      address.toLowerCase() === token &&
      topics[0] === transferTopic &&
      topics[1] === padded(sender) &&
      topics[2] === padded(payout.address) &&
      /^0x[0-9a-f]{64}$/i.test(data) &&
      BigInt(data) === BigInt(payout.token_units),
  )
}
