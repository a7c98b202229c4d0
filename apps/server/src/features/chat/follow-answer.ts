import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { GenerationId } from '@gridloom/contract/core/ids'
import { changesOf } from '../../platform/change-queue.ts'
import { accountOf } from '../../platform/ctx.ts'
import type { ChatsCtx } from './ctx.ts'
import { findOwnedAnswer } from './messages-store.ts'
import { noSuch } from './owned-chat.ts'
import type { AnswerEnd, RunningAnswer } from './running-answer.ts'

type AnswerEvent = EventOf<typeof api.chat.follow>

/** Polling interval for an answer that another replica generates; that replica saves it every two seconds. */
const lookEveryMs = 1_000

/**
 * Streams an answer until it ends, from its beginning or after the first `after` characters (UTF-16 units). The id of
 * each event is the number of characters sent up to it. Any number of readers may follow, each at its own pace.
 * @throws Refused `not_found`
 */
export async function followAnswer(
  ctx: ChatsCtx,
  id: GenerationId,
  after: string | undefined,
): Promise<AsyncIterable<AnswerEvent>> {
  const { accountId } = accountOf(ctx)
  const here = ctx.runningAnswers.find(id)
  const isMine = here?.accountId === accountId
  if (!isMine && (await findOwnedAnswer(ctx.db, accountId, id)) === undefined)
    throw noSuch('answer')
  return eventsOf(ctx, id, after !== undefined && /^\d{1,9}$/.test(after) ? Number(after) : 0)
}

async function* eventsOf(
  ctx: ChatsCtx,
  id: GenerationId,
  from: number,
): AsyncIterable<AnswerEvent> {
  const { accountId } = accountOf(ctx)
  let at = from
  while (!ctx.signal.aborted) {
    const here = ctx.runningAnswers.find(id)
    if (here !== undefined) return yield* eventsHere(here, at, ctx.signal)
    const row = await findOwnedAnswer(ctx.db, accountId, id)
    if (row === undefined) return yield endEvent(at, deleted)
    const more = row.text.slice(at)
    at += more.length
    if (more !== '') yield textEvent(at, more)
    const { state, problem, cost } = row
    if (state !== null && state !== 'running') return yield endEvent(at, { state, problem, cost })
    await newsElsewhere(ctx, row.chat_id)
  }
}

/** The end reported for an answer whose chat was deleted. */
const deleted: AnswerEnd = { state: 'stopped', problem: null, cost: null }

async function* eventsHere(
  answer: RunningAnswer,
  from: number,
  signal: AbortSignal,
): AsyncIterable<AnswerEvent> {
  let at = from
  while (!signal.aborted) {
    // The end is read before the text: once there is an end, the text is complete.
    const { end } = answer
    const more = answer.text.behind(at)
    at += more.length
    if (more !== '') yield textEvent(at, more)
    if (end !== undefined) return yield endEvent(at, end)
    // No text can arrive between the read and this wait, unless an event was yielded to the reader in between.
    if (more === '') await answer.news(signal)
  }
}

/** Resolves when the chat changes, after a second, or when the reader disconnects. */
async function newsElsewhere(ctx: ChatsCtx, chatId: string): Promise<void> {
  const over = new AbortController()
  const until = AbortSignal.any([ctx.signal, over.signal])
  const changes = changesOf(
    ctx.changes,
    until,
    ({ topic, subject }) => topic === 'chat' && subject === chatId,
  )
  const changed = changes[Symbol.asyncIterator]().next()
  // @NOTE the sleep only rejects when the wait is over.
  const slept = ctx.clock.sleep(lookEveryMs, until).catch(() => {})
  await Promise.race([changed, slept])
  over.abort()
}

function textEvent(at: number, text: string): AnswerEvent {
  return { event: 'text', id: String(at), data: { text } }
}

function endEvent(at: number, { state, problem, cost }: AnswerEnd): AnswerEvent {
  return { event: 'end', id: String(at), data: { state, problem, cost } }
}
