import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import { ChainDown } from '../../../platform/chains/chain-rpcs.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { followUp } from './follow-up.ts'
import { readChain, readNonce } from './read-chain.ts'
import { claimSender, listSent, releaseSender, type SenderLease } from './senders-store.ts'
import { signNext } from './sign-next.ts'

/** Longer than a pass takes, whose calls end after 5 s each; a replica that dies gives a sender back by it. */
const leaseMs = 60_000
/** The most that one pass signs of a token, so that it ends before its lease. */
const signedMax = 10

/** Does what is due of all payouts: one replica at a time for each sender. */
export async function sendPayouts(ctx: PayoutsCtx): Promise<void> {
  const bySender = Map.groupBy(
    ctx.payoutSetup.sources,
    ({ chainId, sender }) => `${chainId} ${sender}`,
  )
  for (const sources of bySender.values()) await sendFrom(ctx, sources)
}

async function sendFrom(ctx: PayoutsCtx, sources: readonly Source[]): Promise<void> {
  const [first] = sources
  if (first === undefined) return
  const lease = { chainId: first.chainId, address: first.sender, token: ctx.ids.secret() }
  try {
    const nonce = await readNonce(first.rpc, first.sender)
    const claim = { nonce, now: ctx.clock.now(), leaseMs }
    if (!(await ctx.transact((tx) => claimSender(tx, lease, claim)))) return
    const waits = await workThrough(ctx, sources, lease)
    await ctx.transact((tx) => releaseSender(tx, lease, waits))
  } catch (error) {
    if (!(error instanceof ChainDown)) throw error
    ctx.log.warn(
      { event: 'chain.lost', chain: first.chainId, why: error.message },
      'a chain is down',
    )
    const waits = Object.fromEntries(sources.map(({ token }) => [token, 'chain_down'] as const))
    await ctx.transact((tx) => releaseSender(tx, lease, waits))
  }
}

async function workThrough(
  ctx: PayoutsCtx,
  sources: readonly Source[],
  lease: SenderLease,
): Promise<Record<string, PayoutWait>> {
  const waits: Record<string, PayoutWait> = {}
  for (const payout of await listSent(ctx.db, lease)) {
    const source = sources.find(({ token }) => token === payout.token)
    if (source === undefined) continue
    const chain = await readChain(source.rpc, source.sender, source.confirmations)
    await followUp(ctx, { source, payout }, { lease, chain, waits })
  }
  for (const source of sources) {
    const chain = await readChain(source.rpc, source.sender, source.confirmations)
    for (let signed = 0; signed < signedMax; signed++)
      if (!(await signNext(ctx, source, { lease, chain, waits }))) break
  }
  return waits
}
