import { transferGas } from '@gridloom/domain/payouts/payout-fee'
import { asHex, transferData } from '../../../platform/chains/sending/token-calls.ts'
import type { TransferToSign } from '../ctx.ts'

/** The transaction of a transfer of tokens, as viem signs it. */
export async function transferTransaction(
  { chainId, token }: { chainId: number; token: string },
  { nonce, to, units, maxFee, priorityFee }: TransferToSign,
) {
  return {
    type: 'eip1559',
    chainId,
    nonce,
    to: asHex(token),
    data: await transferData(to, units),
    gas: transferGas,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: priorityFee,
  } as const
}
