import type { PayoutWait } from '@gridloom/contract/payouts/payout'
import { isStalled, stalledAfterSecondsDefault } from '@gridloom/domain/deposits/stalled-chain'
import { ChainDown } from '../../../platform/chains/chain-rpcs.ts'
import { readChain, readNonce } from '../../../platform/chains/sending/read-chain.ts'
import {
  claimSender,
  noteHead,
  releaseSender,
  type SenderLease,
} from '../../../platform/chains/sending/senders-store.ts'
import type { PayoutsCtx, Source } from '../ctx.ts'
import { listOpenBatches } from './batches/batches-store.ts'
import { sentBatch } from './batches/sent-batch.ts'
import { followUp } from './follow-up.ts'
import type { Pass } from './pass.ts'
import { listSent } from './senders-store.ts'
import type { SentNonce } from './sent-nonce.ts'
import { sentPayout } from './sent-payout.ts'
import { signNext } from './sign-next.ts'

/** Longer than a pass takes, whose calls end after 5 s each; a replica that dies gives a sender back by it. */
const leaseMs = 60_000
/** The most transactions that one pass signs of a token, so that it ends before its lease. */
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
  for (const sent of await listNonces(ctx, sources, lease)) {
    const pass = { lease, waits, ...(await look(ctx, sent.source, lease)) }
    await followUp(ctx, sent, pass)
  }
  for (const source of sources) {
    const pass = { lease, waits, ...(await look(ctx, source, lease)) }
    for (let signed = 0; signed < signedMax; signed++)
      if (!(await signNext(ctx, source, pass))) break
  }
  return waits
}

/** All nonces of a sender whose end is unknown, in order: nodes take them only so. */
async function listNonces(
  ctx: PayoutsCtx,
  sources: readonly Source[],
  lease: SenderLease,
): Promise<SentNonce[]> {
  const sourceOf = (row: { token: string }) => sources.filter(({ token }) => token === row.token)
  const alone = (await listSent(ctx.db, lease)).flatMap((payout) =>
    sourceOf(payout).map((source) => sentPayout(ctx, { source, payout })),
  )
  const batches = (await listOpenBatches(ctx.db, lease)).flatMap((batch) =>
    sourceOf(batch).map((source) => sentBatch(ctx, source, batch)),
  )
  return [...alone, ...batches].toSorted((one, other) => one.nonce - other.nonce)
}

/** The present state of a chain, and whether its newest block is an old one. */
async function look(
  ctx: PayoutsCtx,
  { rpc, sender, confirmations }: Source,
  lease: SenderLease,
): Promise<Pick<Pass, 'chain' | 'isStalled'>> {
  const chain = await readChain(rpc, sender, confirmations)
  const now = ctx.clock.now()
  const headAt = await ctx.transact((tx) => noteHead(tx, lease, { height: chain.head, now }))
  return { chain, isStalled: isStalled({ headAt, now }, stalledAfterSecondsDefault * 1_000) }
}
