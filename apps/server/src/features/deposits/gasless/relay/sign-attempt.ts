import type { GasFees } from '@gridloom/domain/chains/gas-fees'
import { broadcastRaw } from '../../../../platform/chains/sending/broadcast.ts'
import { lockSender, putNextNonce } from '../../../../platform/chains/sending/senders-store.ts'
import { asHex } from '../../../../platform/chains/sending/token-calls.ts'
import type { Tx } from '../../../../platform/ctx.ts'
import type { WatchCtx } from '../../ctx.ts'
import { publishDeposits } from '../../publish-deposits.ts'
import { callOf } from '../gasless-calls.ts'
import { insertAttempt, listAttempts, lockPayment, updatePayment } from '../gasless-store.ts'
import type { CallToSign } from '../relayer-keys.ts'
import type { GaslessAttempt, GaslessRow } from '../schema.ts'
import type { Pass } from './pass.ts'

/** What a transfer of coins takes. */
const cancelGas = 21_000n

interface NewAttempt {
  call: GaslessAttempt['call']
  fees: GasFees
  /** The transaction that it replaces; it takes the next nonce otherwise. */
  after?: GaslessAttempt
  pass: Pass
}

/**
 * Signs a transaction and stores it with its nonce, and sends it after that: a process that dies in between sends the
 * same bytes again.
 */
export async function signAttempt(
  ctx: WatchCtx,
  payment: GaslessRow,
  attempt: NewAttempt,
): Promise<void> {
  const { pass } = attempt
  const to = await callTo(payment, attempt)
  const raw = await ctx.transact((tx) => store(ctx, tx, { seen: payment, attempt, to }))
  if (raw === undefined) return
  pass.onTheWay += 1
  if ((await broadcastRaw(pass.parts.rpc, raw)) === 'no_gas') pass.wait = 'no_gas'
}

type Target = Pick<CallToSign, 'to' | 'data' | 'gas'>

async function callTo(payment: GaslessRow, { call, pass }: NewAttempt): Promise<Target> {
  const { relayer } = pass
  if (call === 'cancel') return { to: asHex(relayer.address), data: '0x', gas: cancelGas }
  return { to: asHex(payment.token), data: await callOf(payment), gas: relayer.gasMax }
}

interface Storing {
  seen: GaslessRow
  attempt: NewAttempt
  to: Target
}

async function store(
  ctx: WatchCtx,
  tx: Tx,
  { seen, attempt, to }: Storing,
): Promise<string | undefined> {
  const { fees, after, pass } = attempt
  const next = await lockSender(tx, pass.lease)
  const row = await lockPayment(tx, seen.id)
  if (next === undefined || row?.state !== seen.state || row.step !== seen.step) return undefined
  if (row.tx_nonce !== seen.tx_nonce) return undefined
  if (after !== undefined) {
    const [latest] = await listAttempts(tx.db, row.id, after.nonce)
    if (latest?.hash !== after.hash) return undefined
  }
  // Another program may have sent from the address: nonces below this one can no longer be ours.
  const nonce = after?.nonce ?? Math.max(next, pass.chain.finalNonce)
  const { raw, hash } = await pass.relayer.sign({ nonce, ...to, ...fees })
  await insertAttempt(tx, {
    ...{ hash, payment_id: row.id, chain_id: row.chain_id, relayer: row.relayer, nonce },
    ...{ attempt: (after?.attempt ?? 0) + 1, call: attempt.call, raw },
    ...{ max_fee_wei: String(fees.maxFee), priority_fee_wei: String(fees.priorityFee) },
    signed_at: ctx.clock.now(),
  })
  await updatePayment(tx, row.id, { state: 'sent', tx_nonce: nonce, tx_hash: hash })
  if (after === undefined) await putNextNonce(tx, pass.lease, nonce + 1)
  if (row.state !== 'sent') await publishDeposits(tx, row.chain_id, [row.account_id])
  return raw
}
