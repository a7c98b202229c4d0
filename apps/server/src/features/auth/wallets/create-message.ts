import type { WalletMessage, WalletSigner } from '@gridloom/contract/auth/wallet'
import type { AccountId } from '@gridloom/contract/core/ids'
import { product } from '@gridloom/contract/core/product'
import { Refused } from '@gridloom/contract/errors'
import { readAddress } from '@gridloom/domain/wallet/address'
import { type Tx, userOf } from '../../../platform/ctx.ts'
import { hashSecret } from '../../../platform/ids.ts'
import { loginCookie } from '../providers/cookies.ts'
import type { SignInMethodsCtx } from '../sign-in-methods/ctx.ts'
import { verifiedHolder } from '../sign-in-methods/verified-holder.ts'
import { insertMessage, type WaitingMessage } from './messages-store.ts'
import { messageLifeMs, signInMessage } from './sign-in-message.ts'

/** A message, and the cookie that binds it to the browser. */
interface Made {
  reply: WalletMessage
  cookie: string
}

interface Making {
  signer: WalletSigner
  /** The cookie of an earlier message, which another tab may still wait with. */
  cookie: string | undefined
}

/** Creates the message that signs in with a linked address. @throws Refused `invalid_input`, `chain_unknown` */
export async function createLoginMessage(ctx: SignInMethodsCtx, making: Making): Promise<Made> {
  const statement = `Sign in to ${product.name}.`
  const purpose = { purpose: 'sign_in', accountId: null, statement } as const
  return ctx.transact((tx) => make(ctx, tx, { ...making, ...purpose }))
}

/**
 * Creates the message that links an address to the caller's account, or re-authenticates them. It names the account, so
 * that nobody links an address to an account that is not theirs.
 * @throws Refused `invalid_input`, `chain_unknown`, `email_unverified`
 */
export async function createAccountMessage(
  ctx: SignInMethodsCtx,
  { purpose, ...making }: Making & { purpose: 'link' | 'confirm' },
): Promise<Made> {
  const accountId = userOf(ctx)
  return ctx.transact(async (tx) => {
    const { email } = await verifiedHolder(tx, accountId)
    const what = purpose === 'link' ? 'Link this address to' : 'Confirm your identity for'
    const statement = `${what} the ${product.name} account ${asciiOf(email)}.`
    return make(ctx, tx, { ...making, purpose, accountId, statement })
  })
}

interface Whole extends Making {
  purpose: WaitingMessage['purpose']
  accountId: AccountId | null
  statement: string
}

async function make(
  ctx: Pick<SignInMethodsCtx, 'ids' | 'clock' | 'publicUrl' | 'chains'>,
  tx: Tx,
  { signer, cookie, purpose, accountId, statement }: Whole,
): Promise<Made> {
  const { chain_id: chainId } = signer
  const address = readAddress(signer.address)
  if (address === undefined)
    throw new Refused('invalid_input', { fields: { address: 'The checksum is wrong' } })
  if (!ctx.chains.has(chainId)) throw new Refused('chain_unknown')
  const secret = isSecret(cookie) ? cookie : ctx.ids.secret()
  const nonce = hashSecret(ctx.ids.secret()).slice(0, 32)
  const issuedAt = ctx.clock.now()
  const expiresAt = new Date(issuedAt.getTime() + messageLifeMs)
  const { publicUrl } = ctx
  const message = signInMessage({ publicUrl, address, statement, chainId, nonce, issuedAt })
  const browserHash = hashSecret(secret)
  const waiting = { nonce, browserHash, purpose, accountId, address, chainId, message, expiresAt }
  await insertMessage(tx, waiting)
  return {
    reply: { nonce, message, expires_at: expiresAt.toISOString() },
    cookie: loginCookie(publicUrl, 'wallet', secret),
  }
}

/** Whether a cookie has the form of those that this server sets. */
function isSecret(cookie: string | undefined): cookie is string {
  return cookie !== undefined && /^[\w-]{43}$/.test(cookie)
}

/** Statements are ASCII by the standard's grammar. */
function asciiOf(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, '?')
}
