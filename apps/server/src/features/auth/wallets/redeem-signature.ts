import type { WalletSignature } from '@gridloom/contract/auth/wallet'
import type { AccountId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { ChainDown } from '../../../platform/chains/chain-rpcs.ts'
import type { Tx } from '../../../platform/ctx.ts'
import { hashSecret } from '../../../platform/ids.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { findMessage, type MessageKey, takeMessage, type WaitingMessage } from './messages-store.ts'
import { verifySignature } from './verify-signature.ts'
import type { Signer } from './wallets-store.ts'

/** A signature with the cookie of the browser that it came from. */
export interface SignedHere {
  signature: WalletSignature
  cookie: string | undefined
}

interface Redeeming extends SignedHere {
  purpose: WaitingMessage['purpose']
  accountId: AccountId | null
}

type RedeemCtx = Pick<SignInMethodsCtx, 'db' | 'clock' | 'chains' | 'transact' | 'log'>

/**
 * Verifies the signature of a message that waits in this browser, and runs `use` in the transaction that redeems it: a
 * message is good once. The chain is asked before the transaction, which so never waits for it.
 * @throws Refused `wallet_refused`, the same for every reason; `chain_down`
 */
export async function redeemSignature<T>(
  ctx: RedeemCtx,
  { signature: signed, cookie, purpose, accountId }: Redeeming,
  use: (tx: Tx, signer: Signer) => Promise<T>,
): Promise<T> {
  const { nonce, signature } = signed
  const key: MessageKey = { nonce, browserHash: hashSecret(cookie ?? ''), purpose, accountId }
  const waiting = await findMessage(ctx.db, key, ctx.clock.now())
  if (waiting === undefined) throw walletRefusal('the message is used, too old or not theirs')
  const signer = await signerOf(ctx, { ...waiting, signature })
  return ctx.transact(async (tx) => {
    if (!(await takeMessage(tx, key, ctx.clock.now()))) throw walletRefusal('the message is used')
    return use(tx, signer)
  })
}

async function signerOf(
  { chains, log }: Pick<RedeemCtx, 'chains' | 'log'>,
  signed: Pick<WaitingMessage, 'address' | 'chainId' | 'message'> & { signature: string },
): Promise<Signer> {
  const { address, chainId } = signed
  const rpc = chains.get(chainId)
  if (rpc === undefined) throw walletRefusal('the chain is no longer configured')
  try {
    const proof = await verifySignature(rpc, signed)
    if (proof === undefined) throw walletRefusal('the signature is wrong')
    return { address, contractChainId: proof === 'contract' ? chainId : null }
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    log.warn({ event: 'chain.lost', chain: chainId, why: error.message }, 'a chain is down')
    throw new Refused('chain_down', { details: { chain: rpc.chain.name }, cause: error })
  }
}

/** The uniform error for a rejected signature; `why` is only logged. */
export function walletRefusal(why: string): Refused {
  return new Refused('wallet_refused', { internal: `wallet_refused: ${why}` })
}
