import { isStalled } from '@gridloom/domain/deposits/stalled-chain'
import { ChainDown, RpcRefused } from '../../../platform/chains/chain-rpcs.ts'
import { selectHead, setAlarm } from '../chains-store.ts'
import type { WatchCtx, WatchedChainParts } from '../ctx.ts'
import { ChainAlarm } from './chain-alarm.ts'
import { leaseChain } from './read-chain.ts'
import { scanBlocks } from './scan-blocks.ts'
import { settleBlocks } from './settle-blocks.ts'
import { verifyContracts } from './verify-contracts.ts'

/** After an outage: further ranges follow in the next turn. */
const rangesPerTurn = 50

const detailMax = 300

/**
 * One turn of a chain: reads its new blocks and decides what is final. `failed`: the endpoint did not answer as it
 * should, which is an alarm until it does.
 */
export async function watchChain(
  ctx: WatchCtx,
  parts: WatchedChainParts,
  signal?: AbortSignal,
): Promise<'done' | 'failed' | 'watched by another'> {
  const row = await leaseChain(ctx, parts)
  if (row === undefined) return 'watched by another'
  try {
    await verifyContracts(ctx, parts, row)
    await repeatedly(() => scanBlocks(ctx, parts), signal)
    await repeatedly(() => settleBlocks(ctx, parts), signal)
    await ringAlarm(ctx, parts, await stallOf(ctx, parts))
    return 'done'
  } catch (error) {
    const alarm = alarmOf(error)
    if (alarm === undefined) throw error
    await ringAlarm(ctx, parts, alarm)
    return 'failed'
  }
}

async function repeatedly(step: () => Promise<boolean>, signal?: AbortSignal): Promise<void> {
  for (let ranges = 0; ranges < rangesPerTurn && signal?.aborted !== true; ranges++)
    if (!(await step())) return
}

/** The alarm of a chain whose endpoint answers, and has no newer block for a long time; `null`: it has some. */
async function stallOf(ctx: WatchCtx, { config }: WatchedChainParts): Promise<ChainAlarm | null> {
  const head = await selectHead(ctx.db, config.chain.id)
  if (head?.head_at == null) return null
  if (!isStalled({ headAt: head.head_at, now: ctx.clock.now() }, config.stalledAfterMs)) return null
  return new ChainAlarm('chain_stalled', `no block follows ${head.head_height}`)
}

function alarmOf(error: unknown): ChainAlarm | undefined {
  if (error instanceof ChainAlarm) return error
  if (error instanceof ChainDown || error instanceof RpcRefused)
    return new ChainAlarm('unreachable', error.message)
  return undefined
}

/** Stores an alarm, or its end, and logs it once. */
async function ringAlarm(
  ctx: WatchCtx,
  { config }: WatchedChainParts,
  raised: ChainAlarm | null,
): Promise<void> {
  const detail = raised?.message.slice(0, detailMax) ?? null
  const alarm = raised?.alarm ?? null
  const now = ctx.clock.now()
  const chain = config.chain.id
  const isNew = await ctx.transact((tx) => setAlarm(tx, chain, { alarm, detail, now }))
  if (!isNew) return
  if (alarm === null) ctx.log.info({ event: 'deposits.alarm_ended', chain }, 'deposits go on')
  else
    ctx.log.error(
      { event: 'deposits.alarm_raised', chain, alarm, detail },
      'deposits need attention',
    )
}
