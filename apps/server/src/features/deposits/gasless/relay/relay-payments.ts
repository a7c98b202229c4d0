import type { RelayerWait } from '@gridloom/contract/deposits/gasless'
import { feesWithin } from '@gridloom/domain/chains/gas-fees'
import { ChainDown } from '../../../../platform/chains/chain-rpcs.ts'
import { broadcastRaw } from '../../../../platform/chains/sending/broadcast.ts'
import {
  type ChainState,
  readChain,
  readNonce,
} from '../../../../platform/chains/sending/read-chain.ts'
import { claimSender, releaseSender } from '../../../../platform/chains/sending/senders-store.ts'
import type { WatchCtx } from '../../ctx.ts'
import { countOpen, listFrom, listOpen } from '../gasless-store.ts'
import { saveRelayer, selectRelayers } from '../relayers-store.ts'
import { checkTokens } from './check-tokens.ts'
import { followUp } from './follow-up.ts'
import type { Pass, RelayedChain } from './pass.ts'
import { sendNext } from './send-next.ts'

/** Longer than a pass takes; a replica that dies gives a sender back by it. */
const leaseMs = 60_000
/** How often the relayer's coins and the price of gas are read while nothing is to be sent. */
const idleMs = 30_000
/** The most that one pass sends, so that it ends before its lease. */
const sentMax = 10
/** Nothing is offered with coins for fewer transactions than this. */
const reserve = 20n

/** Sends what payers signed and follows it: one replica at a time for each chain. */
export async function relayPayments(ctx: WatchCtx): Promise<void> {
  for (const parts of ctx.deposits.chains) {
    const relayer = ctx.deposits.relayers.get(parts.config.chain.id)
    if (relayer !== undefined && (await isDue(ctx, { parts, relayer })))
      await relayOn(ctx, { parts, relayer })
  }
}

async function isDue(ctx: WatchCtx, { parts, relayer }: RelayedChain): Promise<boolean> {
  const chainId = parts.config.chain.id
  if ((await countOpen(ctx.db, { chainId, relayer: relayer.address })) > 0) return true
  const seen = (await selectRelayers(ctx.db)).find(({ chain_id }) => chain_id === chainId)
  if (seen === undefined || seen.address !== relayer.address) return true
  return ctx.clock.now().getTime() - seen.checked_at.getTime() >= idleMs
}

async function relayOn(ctx: WatchCtx, relayed: RelayedChain): Promise<void> {
  const { parts, relayer } = relayed
  const chainId = parts.config.chain.id
  const lease = { chainId, address: relayer.address, token: ctx.ids.secret() }
  try {
    const nonce = await readNonce(parts.rpc, relayer.address)
    const claim = { nonce, now: ctx.clock.now(), leaseMs }
    if (!(await ctx.transact((tx) => claimSender(tx, lease, claim)))) return
    const chain = await readChain(parts.rpc, relayer.address, relayer.confirmations)
    await checkTokens(ctx, parts)
    const wait = await workThrough(ctx, { ...relayed, lease, chain, onTheWay: 0, wait: null })
    await report(ctx, relayed, { chain, wait: wait ?? waitOf(relayed, chain) })
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    await report(ctx, relayed, { chain: null, wait: 'chain_down' })
  }
  await ctx.transact((tx) => releaseSender(tx, lease))
}

async function workThrough(ctx: WatchCtx, pass: Pass): Promise<RelayerWait | null> {
  const { parts, relayer } = pass
  const sender = { chainId: parts.config.chain.id, relayer: relayer.address }
  const open = await listOpen(ctx.db, sender)
  for (const payment of open) if (payment.tx_nonce !== null) await followUp(ctx, payment, pass)
  // In the order of their nonces, also those whose block left the chain: a gap would hold up all that follow.
  for (const { raw } of await listFrom(ctx.db, { ...sender, nonce: pass.chain.finalNonce })) {
    pass.onTheWay += 1
    if ((await broadcastRaw(parts.rpc, raw)) === 'no_gas') pass.wait = 'no_gas'
  }
  const due = (await listOpen(ctx.db, sender)).filter(({ state }) => state === 'received')
  for (const payment of due.slice(0, sentMax)) await sendNext(ctx, payment, pass)
  return pass.wait
}

/** Why nothing is offered, although nothing that was signed waits. */
function waitOf({ relayer }: RelayedChain, chain: ChainState): RelayerWait | null {
  const fees = feesWithin(chain, relayer.maxFeeWei)
  if (fees === undefined) return 'gas_price'
  return chain.coin < relayer.gasMax * fees.maxFee * reserve ? 'no_gas' : null
}

/** Stores what was seen, and logs once why payments wait. */
async function report(
  ctx: WatchCtx,
  { parts, relayer }: RelayedChain,
  { chain, wait }: { chain: ChainState | null; wait: RelayerWait | null },
): Promise<void> {
  const chainId = parts.config.chain.id
  const isNew = await ctx.transact((tx) =>
    saveRelayer(tx, {
      ...{ chain_id: chainId, address: relayer.address, wait, checked_at: ctx.clock.now() },
      coin_wei: chain === null ? null : String(chain.coin),
      gas_price_wei: chain === null ? null : String(chain.baseFee + chain.priorityFee),
    }),
  )
  if (!isNew) return
  if (wait === null)
    ctx.log.info(
      { event: 'deposits.relayer_resumed', chain: chainId },
      'payments without gas go on',
    )
  else
    ctx.log.error(
      { event: 'deposits.relayer_paused', chain: chainId, relayer: relayer.address, wait },
      'payments without gas need attention',
    )
}
