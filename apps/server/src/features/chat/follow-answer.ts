import type { api } from '@gridloom/contract/api'
import type { EventOf } from '@gridloom/contract/core/endpoint'
import type { GenerationId } from '@gridloom/contract/core/ids'
import { changesOf } from '../../platform/change-queue.ts'
import { accountOf } from '../../platform/ctx.ts'
import type { ChatsCtx } from './ctx.ts'
import { findOwnedAnswer } from './messages-store.ts'
import { noSuch } from './owned-chat.ts'
import type { AnswerEnd, RunningAnswer, WrittenAnswer } from './running-answer.ts'

type AnswerEvent = EventOf<typeof api.chat.follow>

/** Polling interval for an answer that another replica generates; that replica saves it every two seconds. */
const lookEveryMs = 1_000

/** A reader's position in an answer, in UTF-16 units. */
interface Place {
  text: number
  reasoning: number
}

/**
 * Streams an answer until it ends, from its beginning or after what the reader has received. The id of each event is
 * the number of characters (UTF-16 units) sent up to it: of the text and, after a dot, of the reasoning if there is
 * any. Any number of readers may follow, each at its own pace.
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
  return eventsOf(ctx, id, placeOf(after ?? ''))
}

function placeOf(after: string): Place {
  const [, text = 0, reasoning = 0] = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(after) ?? []
  return { text: Number(text), reasoning: Number(reasoning) }
}

async function* eventsOf(ctx: ChatsCtx, id: GenerationId, at: Place): AsyncIterable<AnswerEvent> {
  const { accountId } = accountOf(ctx)
  while (!ctx.signal.aborted) {
    const here = ctx.runningAnswers.find(id)
    if (here !== undefined) return yield* eventsHere(here, at, ctx.signal)
    const row = await findOwnedAnswer(ctx.db, accountId, id)
    if (row === undefined) return yield endEvent(at, deleted)
    const { text, reasoning } = row
    const more = { text: text.slice(at.text), reasoning: reasoning.slice(at.reasoning) }
    for (const event of eventsOfMore(at, more)) yield event
    const { state, problem, cost } = row
    if (state !== null && state !== 'running') return yield endEvent(at, { state, problem, cost })
    await newsElsewhere(ctx, row.chat_id)
  }
}

/** The end reported for an answer whose chat was deleted. */
const deleted: AnswerEnd = { state: 'stopped', problem: null, cost: null }

async function* eventsHere(
  answer: RunningAnswer,
  at: Place,
  signal: AbortSignal,
): AsyncIterable<AnswerEvent> {
  while (!signal.aborted) {
    // The end is read before the text: once there is an end, the text is complete.
    const { end } = answer
    const { text, reasoning } = answer
    const more = { text: text.behind(at.text), reasoning: reasoning.behind(at.reasoning) }
    for (const event of eventsOfMore(at, more)) yield event
    if (end !== undefined) return yield endEvent(at, end)
    // No text can arrive between the read and this wait, unless an event was yielded to the reader in between.
    if (more.text === '' && more.reasoning === '') await answer.news(signal)
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

/** Returns what is new, the reasoning before the text, and moves the place behind it. */
function eventsOfMore(at: Place, { text, reasoning }: WrittenAnswer): AnswerEvent[] {
  const events: AnswerEvent[] = []
  at.reasoning += reasoning.length
  if (reasoning !== '') events.push({ event: 'reasoning', id: idOf(at), data: { text: reasoning } })
  at.text += text.length
  if (text !== '') events.push({ event: 'text', id: idOf(at), data: { text } })
  return events
}

function endEvent(at: Place, { state, problem, cost }: AnswerEnd): AnswerEvent {
  return { event: 'end', id: idOf(at), data: { state, problem, cost } }
}

function idOf({ text, reasoning }: Place): string {
  return reasoning === 0 ? `${text}` : `${text}.${reasoning}`
}
