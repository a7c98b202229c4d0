import type { TokenReply } from '@gridloom/contract/auth/credentials'
import { Refused } from '@gridloom/contract/errors'
import { beginSignIn } from '../begin-sign-in.ts'
import type { ClientInfo } from '../ports.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { redeemSignature, type SignedHere } from './redeem-signature.ts'
import { findWalletAccount, touchWallet } from './wallets-store.ts'

/**
 * Signs in with an address that an account has linked. An address alone opens no account, as an account has an email
 * address to reach its user at, which no signature proves.
 * @throws Refused `wallet_refused`, `wallet_unknown`, `account_suspended`, `chain_down`
 */
export async function logInWithWallet(
  ctx: SignInMethodsCtx,
  signed: SignedHere,
  client: ClientInfo,
): Promise<TokenReply> {
  const redeeming = { ...signed, purpose: 'sign_in', accountId: null } as const
  const token = await redeemSignature(ctx, redeeming, async (tx, signer) => {
    const wallet = await findWalletAccount(tx, signer)
    if (wallet === undefined) throw new Refused('wallet_unknown')
    if (wallet.suspendedAt !== null) throw new Refused('account_suspended')
    await touchWallet(tx, wallet.id, ctx.clock.now())
    return beginSignIn(ctx, tx, { accountId: wallet.accountId, client, by: 'wallet' })
  })
  return { token }
}
