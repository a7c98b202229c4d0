import { Refused } from '@gridloom/contract/errors'
import { changesOf } from '../../platform/change-queue.ts'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { ReceivedChange } from '../../platform/events.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import type { PageEvent, TopicRules } from '../../platform/topic-rules.ts'
import { mayReceive } from './may-receive.ts'

type EventsCtx = Ctx & { readonly changes: Changes }

interface Following<X> {
  rules: TopicRules<X>
  all: Pick<AllFeatures, 'spendRate'>
  after: string | undefined
}

/**
 * Streams all changes that concern the caller. A change contains only an id and the current state is read when it is
 * sent, so two successive events may both carry the newest state. A reader that resumes with its last id (`after`)
 * first gets the events it missed.
 */
export async function streamEvents<X extends EventsCtx>(
  ctx: X,
  following: Following<X>,
): Promise<AsyncIterable<PageEvent>> {
  const { rules, after } = following
  const { accountId, userId } = accountOf(ctx)
  const ofUser = (change: ReceivedChange) =>
    change.accountId === userId && rules[change.topic]?.ofUser === true
  const mine = (change: ReceivedChange) =>
    change.accountId === null || change.accountId === accountId || ofUser(change)
  // Subscribed before the look-up, so that no change is lost between the missed ones and the live ones.
  const coming = changesOf(ctx.changes, ctx.signal, mine)
  const missed = after === undefined ? [] : await missedSince(ctx, numberOrZero(after), ofUser)
  return eventsOf(ctx, following, [missed, coming])
}

async function missedSince(
  ctx: EventsCtx,
  after: string,
  ofUser: (change: ReceivedChange) => boolean,
): Promise<readonly ReceivedChange[]> {
  const { accountId, userId } = accountOf(ctx)
  const missed = await ctx.changes.since(after, accountId)
  if (userId === accountId) return missed
  const ofMe = (await ctx.changes.since(after, userId)).filter(ofUser)
  return [...missed, ...ofMe].toSorted((one, other) => Number(one.id) - Number(other.id))
}

async function* eventsOf<X extends EventsCtx>(
  ctx: X,
  following: Following<X>,
  [missed, coming]: readonly [readonly ReceivedChange[], AsyncIterable<ReceivedChange>],
): AsyncIterable<PageEvent> {
  for (const change of missed) yield* eventOf(ctx, change, following)
  for await (const change of coming) yield* eventOf(ctx, change, following)
}

async function* eventOf<X extends EventsCtx>(
  ctx: X,
  change: ReceivedChange,
  following: Following<X>,
): AsyncIterable<PageEvent> {
  try {
    const event = await readEvent(ctx, change, following)
    if (event !== undefined) yield change.id === null ? event : { ...event, id: change.id }
  } catch (error) {
    // @NOTE an object removed in the meantime is skipped; any other error ends the stream and is logged
    if (!(error instanceof Refused && error.code === 'not_found')) throw error
  }
}

async function readEvent<X extends EventsCtx>(
  ctx: X,
  change: ReceivedChange,
  { rules, all }: Following<X>,
): Promise<PageEvent | undefined> {
  const rule = rules[change.topic]
  if (rule?.show === undefined || !mayReceive(accountOf(ctx), rule)) return undefined
  return rule.show(ctx, change, all)
}

function numberOrZero(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0'
}
