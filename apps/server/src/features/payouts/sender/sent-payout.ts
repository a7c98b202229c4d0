import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import type { Receipt } from '../../../platform/chains/sending/read-chain.ts'
import { transferData } from '../../../platform/chains/sending/token-calls.ts'
import { padded, transferTopic } from '../../../platform/chains/transfer-log.ts'
import type { ContractCall, PayoutsCtx, Source } from '../ctx.ts'
import { lockPayout, noteUnresolved, updatePayout } from '../payouts-store.ts'
import type { WalletPayoutRow } from '../schema.ts'
import { confirmPayout, failPayout } from './end-payout.ts'
import type { Pass } from './pass.ts'
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
      if (row?.unresolved === 'nonce_used') await updatePayout(tx, id, { unresolved: null })
    },
    async noteUsed(tx) {
      await noteUnresolved(tx, [id], 'nonce_used')
      return 'left'
    },
    end: (receipt, pass) => end(ctx, { source, payout }, receipt, pass),
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
  pass: Pass,
): Promise<void> {
  const ending = { payout, from: 'broadcast' } as const
  const hash = receipt.transactionHash
  const units = receipt.status === 1n ? unitsMoved(receipt, source, payout) : 0n
  if (units === BigInt(payout.token_units)) await confirmPayout(ctx, ending, hash)
  else if (units === 0n)
    await failPayout(ctx, ending, { reason: 'The token refused the transfer', hash })
  else {
    // A part arrived, as of a token that takes a fee. Returning all of it would pay that part twice.
    await ctx.transact((tx) => noteUnresolved(tx, [payout.id], 'unclear'))
    pass.waits[source.token] = 'unclear'
  }
}

/** What the token states to have moved to the payee: it may take the call and move nothing, or less. */
function unitsMoved({ logs }: Receipt, { token, sender }: Source, payout: WalletPayoutRow): bigint {
  return logs
    .filter(
      ({ address, topics, data }) =>
        address.toLowerCase() === token &&
        topics[0] === transferTopic &&
        topics[1] === padded(sender) &&
        topics[2] === padded(payout.address) &&
        /^0x[0-9a-f]{64}$/i.test(data),
    )
    .reduce((sum, { data }) => sum + BigInt(data), 0n)
}
