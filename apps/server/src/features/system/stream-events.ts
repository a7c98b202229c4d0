import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import { InstanceId, MachineId, RenderJobId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { assertNever } from '@gridloom/domain/assert-never'
import { changesOf } from '../../platform/change-queue.ts'
import { accountOf, type Ctx } from '../../platform/ctx.ts'
import type { Changes } from '../../platform/database/listen.ts'
import type { Arrived } from '../../platform/events.ts'
import type { AllFeatures } from '../../platform/feature.ts'
import { readInstance } from '../instances/index.ts'
import { readBalance } from '../ledger/index.ts'
import { readMachine } from '../machines/index.ts'
import { findNotice } from '../notices/index.ts'
import { readJob } from '../rendering/index.ts'
import { mayReceive } from './may-receive.ts'

export type SystemCtx = Ctx & { readonly changes: Changes }
type FollowCtx = SystemCtx & Pick<AllFeatures, 'spendRate'>
type SystemEvent = EventOf<typeof api.system.events>

/**
 * Everything of the caller's that changes. A change only names what changed; what is sent is read afresh, so two
 * changes in a row may both carry the newest. A reader that comes back with the last id (`after`) first gets
 * what it missed.
 */
export async function streamEvents(
  ctx: FollowCtx,
  after: string | undefined,
): Promise<AsyncIterable<SystemEvent>> {
  const { accountId, userId } = accountOf(ctx)
  const mine = (change: Arrived) =>
    change.accountId === null ||
    change.accountId === accountId ||
    (change.accountId === userId && ofPerson.has(change.topic))
  // Heard from here on, so that nothing falls between what was missed and what comes.
  const coming = changesOf(ctx.changes, ctx.signal, mine)
  const missed = after === undefined ? [] : await missedSince(ctx, numberOrZero(after))
  return eventsOf(ctx, missed, coming)
}

/** Topics of the signed-in user, also while a company is their active account. */
const ofPerson: ReadonlySet<Arrived['topic']> = new Set(['account'])

async function missedSince(ctx: FollowCtx, after: string): Promise<readonly Arrived[]> {
  const { accountId, userId } = accountOf(ctx)
  const missed = await ctx.changes.since(after, accountId)
  if (userId === accountId) return missed
  const ofMe = (await ctx.changes.since(after, userId)).filter(
    (change) => change.accountId === userId && ofPerson.has(change.topic),
  )
  return [...missed, ...ofMe].toSorted((one, other) => Number(one.id) - Number(other.id))
}

async function* eventsOf(
  ctx: FollowCtx,
  missed: readonly Arrived[],
  coming: AsyncIterable<Arrived>,
): AsyncIterable<SystemEvent> {
  for (const change of missed) yield* eventOf(ctx, change)
  for await (const change of coming) yield* eventOf(ctx, change)
}

async function* eventOf(ctx: FollowCtx, change: Arrived): AsyncIterable<SystemEvent> {
  try {
    const event = await readEvent(ctx, change)
    if (event !== undefined) yield change.id === null ? event : { ...event, id: change.id }
  } catch (error) {
    // @NOTE what was removed since has nothing to show; everything else ends the stream and is logged.
    if (!(error instanceof Refused && error.code === 'not_found')) throw error
  }
}

async function readEvent(ctx: FollowCtx, change: Arrived): Promise<SystemEvent | undefined> {
  const actor = accountOf(ctx)
  const { accountId } = actor
  if (!mayReceive(actor, change.topic)) return undefined
  switch (change.topic) {
    case 'instance':
    case 'metrics':
      return { event: 'instance', data: await readInstance(ctx, InstanceId.parse(change.subject)) }
    case 'render':
      return { event: 'render', data: await readJob(ctx, RenderJobId.parse(change.subject)) }
    case 'machine':
      return { event: 'machine', data: await readMachine(ctx, MachineId.parse(change.subject)) }
    case 'balance':
      return {
        event: 'balance',
        data: await readBalance(ctx, accountId, ctx),
      }
    case 'notice': {
      const notice = await findNotice(ctx.db, accountId, change.subject)
      return notice === undefined ? undefined : { event: 'notice', data: notice }
    }
    case 'offers':
      return { event: 'offers', data: {} }
    case 'model':
      return { event: 'models', data: {} }
    case 'chat':
      return { event: 'chats', data: {} }
    case 'account':
      return { event: 'account', data: {} }
    case 'announcements':
      return { event: 'announcements', data: {} }
    case 'session':
    case 'mail':
    case 'business_event':
    case 'render_frame':
    case 'render_chunk':
    case 'render_work':
      // Between replicas alone: an email was queued, or a job's own stream tells of it.
      return undefined
    default:
      return assertNever(change.topic)
  }
}

function numberOrZero(text: string): string {
  return /^\d{1,18}$/.test(text) ? text : '0'
}
