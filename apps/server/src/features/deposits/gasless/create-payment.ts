import type { GaslessPayment, NewGaslessPayment } from '@gridloom/contract/deposits/gasless'
import { Refused } from '@gridloom/contract/errors'
import { accountOf } from '../../../platform/ctx.ts'
import { createDepositAddress } from '../create-address.ts'
import type { DepositsCtx } from '../ctx.ts'
import { orChainDown } from '../or-chain-down.ts'
import { type FoundOffer, findOffer } from './find-offer.ts'
import { deleteUnsigned, insertPayment } from './gasless-store.ts'
import { requireFunds, requireWithinLimits } from './limits.ts'
import { readPermitNonce } from './read-token.ts'
import { showPayment } from './show-payment.ts'

/** How long a signature is good: to sign it, and for its transaction to be in a block. */
export const validMs = 20 * 60_000

/**
 * Creates a payment from a payer to the account's deposit address, with what the payer signs. The server writes all of
 * it, so that nothing that was signed has to be parsed or compared.
 * @throws Refused `chain_unknown`; `deposits_unavailable`; `gasless_unavailable`; `gasless_amount`; `gasless_balance`;
 * `gasless_limit`; `gasless_in_progress`; `chain_down`
 */
export async function createGaslessPayment(
  ctx: DepositsCtx,
  input: NewGaslessPayment,
): Promise<GaslessPayment> {
  const { accountId } = accountOf(ctx)
  const amount = BigInt(input.amount)
  const terms = { chainId: input.chain_id, tokenAddress: input.token, amount }
  const found = await findOffer(ctx, terms)
  const { address } = await createDepositAddress(ctx, input.chain_id)
  if (address === null) throw new Refused('deposits_unavailable')
  const payer = input.payer.toLowerCase()
  const held = await requireFunds(found, { payer, amount })
  const nonce = await nonceFor(ctx, found, payer)
  const now = ctx.clock.now()
  const { config } = found.parts
  const { method, relayer, domain } = found.offer
  const row = await ctx.transact(async (tx) => {
    await deleteUnsigned(tx, accountId, now)
    await requireWithinLimits(ctx, tx, { accountId, found, payer, amount, held })
    return insertPayment(tx, {
      ...{ id: ctx.ids.mint('gaslessPayment'), account_id: accountId, chain_id: config.chain.id },
      ...{ token: found.token.address, method, payer, address, relayer: relayer.address },
      ...{ amount: String(amount), nonce, valid_until: wholeSecond(now.getTime() + validMs) },
      ...{ domain_name: domain.name, domain_version: domain.version, state: 'unsigned' },
      ...{ step: method === 'permit' ? 'permit' : 'transfer', created_at: now },
    })
  })
  return showPayment(ctx, row)
}

/** The contract compares it with the block's time, which has whole seconds. */
function wholeSecond(ms: number): Date {
  return new Date(Math.floor(ms / 1_000) * 1_000)
}

async function nonceFor(
  ctx: DepositsCtx,
  { parts, token, offer }: FoundOffer,
  payer: string,
): Promise<string> {
  // 256 random bits: nobody can use it up before.
  if (offer.method === 'authorization')
    return `0x${Buffer.from(ctx.ids.secret(), 'base64url').toString('hex')}`
  const at = { rpc: parts.rpc, token: token.address }
  const next = await orChainDown(parts, readPermitNonce(at, payer))
  if (next === undefined) throw new Refused('gasless_unavailable')
  return String(next)
}
