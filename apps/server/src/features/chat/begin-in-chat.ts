import type { ChatParameters, Inference } from '@gridloom/contract/chat/chat'
import { quotas } from '@gridloom/contract/core/constants'
import type { ChatId, ChatMessageId, GenerationId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { accountOf, type Tx } from '../../platform/ctx.ts'
import { lockQuota } from '../companies/index.ts'
import { type PendingAnswer, payerFor } from '../models/index.ts'
import { answersAtOnceQuota, chatQuota, chatTextQuota } from './chat-quotas.ts'
import { inferenceOf } from './chat-view.ts'
import { addChatBytes, insertChat, updateChat } from './chats-store.ts'
import type { AskingCtx } from './ctx.ts'
import { insertMessages, type MessageRow, measureChat } from './messages-store.ts'
import { lockChat } from './owned-chat.ts'
import { answerInputOf } from './prompt-of.ts'
import { publishChat } from './publish-chat.ts'

export const chatMessagesMax = 10_000
export const chatBytesMax = 32 * 1024 * 1024

/**
 * The chat that an answer is added to. `leaf`: the end of the shown branch that the prompt was based on; it must be
 * unchanged.
 */
type Place =
  | { readonly kind: 'new'; readonly title: string }
  | { readonly kind: 'old'; readonly id: ChatId; readonly leaf: ChatMessageId | null | 'any' }

interface Plan {
  readonly place: Place
  /** The messages that the engine reads, up to the prompt. A new chat begins with them, as copies. */
  readonly branch: readonly MessageRow[]
  /** The prompt; `null`: the branch already ends in it. */
  readonly prompt: string | null
  readonly modelId: ModelId
  readonly parameters: ChatParameters
  /** Whether the chat keeps this model and these parameters for its next prompts. */
  readonly keep: 'settings' | 'nothing'
}

/**
 * Begins an answer and inserts its rows; its text follows. It continues after the caller has disconnected. An answer
 * that cannot be paid or generated is refused before a row is written.
 * @throws Refused what {@link AskingCtx.beginAnswer} throws, `limit_reached`, `not_found`, `state_conflict`
 */
export async function beginInChat(
  ctx: AskingCtx,
  plan: Plan,
): Promise<{ chat_id: ChatId; inference: Inference[] }> {
  const { accountId } = accountOf(ctx)
  // A check before the engine is asked. Concurrent requests, also on other replicas, are counted again at the insert.
  refuseBeyond(ctx.runningAnswers.countOf(accountId) + 1, quotas.answersAtOnce, 'answers at once')
  const stop = new AbortController()
  const pending = await begun(ctx, plan, stop.signal)
  const written = await ctx
    .transact((tx) => write(ctx, tx, { plan, generationId: pending.id }))
    .catch(async (error: unknown) => {
      stop.abort()
      await abandon(pending)
      throw error
    })
  const { chatId, messages, answer } = written
  ctx.runningAnswers.begin({ pending, accountId, chatId, messageId: answer.id, stop })
  return { chat_id: chatId, inference: inferenceOf([...plan.branch, ...messages]) }
}

function begun(ctx: AskingCtx, plan: Plan, signal: AbortSignal): Promise<PendingAnswer> {
  const asked = plan.prompt === null ? [] : [{ role: 'user' as const, text: plan.prompt }]
  // The request's own signal aborts with its response, long before this answer ends.
  return ctx.beginAnswer(
    { ...ctx, signal },
    {
      payer: payerFor(ctx, plan.modelId),
      modelId: plan.modelId,
      provider: {},
      request: answerInputOf(plan.parameters, [...plan.branch, ...asked]),
      signal,
    },
  )
}

/** Reads an abandoned answer to its end, so that its money is settled. */
async function abandon({ started, deltas }: PendingAnswer): Promise<void> {
  // @NOTE the answer was stopped: a failure on the way concerns no caller.
  started.catch(() => {})
  try {
    for await (const _ of deltas);
  } catch {
    // @NOTE as above.
  }
}

interface Written {
  readonly chatId: ChatId
  readonly answer: MessageRow
  /** The messages to insert. */
  readonly messages: readonly MessageRow[]
}

async function write(
  ctx: AskingCtx,
  tx: Tx,
  { plan, generationId }: { plan: Plan; generationId: GenerationId },
): Promise<Written> {
  const { accountId } = accountOf(ctx)
  const { chatId, at } = await placeFor(ctx, tx, plan)
  const end = plan.branch.at(-1)?.id ?? null
  const questions =
    plan.prompt === null
      ? []
      : [{ ...aMessage(ctx, at), role: 'user' as const, text: plan.prompt, parent_id: end }]
  // One millisecond apart, so that they sort in their order.
  const answer: MessageRow = {
    ...aMessage(ctx, new Date(at.getTime() + questions.length)),
    parent_id: questions[0]?.id ?? end,
    role: 'assistant',
    model_id: plan.modelId,
    generation_id: generationId,
    state: 'running',
  }
  const row = { ...answer, chat_id: chatId, cost: null, touched_at: ctx.clock.now() }
  const asked = [...copiesIn(plan), ...questions].map((one) => {
    return { ...one, chat_id: chatId, cost: null, touched_at: null }
  })
  await insertMessages(tx, [row, ...asked])
  await addChatBytes(tx, chatId, bytesOf(plan))
  await updateChat(tx, chatId, {
    leaf_id: answer.id,
    changed_at: at,
    ...(plan.keep === 'nothing' ? {} : settingsOf(plan)),
  })
  await publishChat(tx, accountId, chatId)
  return { chatId, answer, messages: [...questions, answer] }
}

/**
 * Returns the chat, locked, and a timestamp for its next message that is later than all of its messages. @throws
 * Refused
 */
async function placeFor(ctx: AskingCtx, tx: Tx, plan: Plan): Promise<{ chatId: ChatId; at: Date }> {
  const { place } = plan
  const { accountId } = accountOf(ctx)
  const at = ctx.clock.now()
  const added = bytesOf(plan) / miB
  const more = place.kind === 'new' ? [chatQuota] : []
  await lockQuota(tx, accountId, { quota: chatTextQuota, added }, answersAtOnceQuota, ...more)
  if (place.kind === 'new') {
    const chatId = ctx.ids.mint('chat')
    const row = { id: chatId, account_id: accountId, title: place.title, leaf_id: null }
    await insertChat(tx, { ...row, ...settingsOf(plan), created_at: at, changed_at: at })
    return { chatId, at: laterThan(plan.branch.at(-1)?.at, at) }
  }
  const chat = await lockChat(ctx, tx, place.id)
  // Another prompt was asked in the meantime, and its answer is the shown one.
  if (place.leaf !== 'any' && place.leaf !== chat.leaf_id) throw stillAnswering()
  const { messages, bytes, newestAt } = await measureChat(tx, place.id)
  refuseBeyond(messages + (plan.prompt === null ? 1 : 2), chatMessagesMax, 'messages in a chat')
  refuseBeyond(bytes + bytesOf(plan), chatBytesMax, 'bytes of text in a chat')
  return { chatId: place.id, at: laterThan(newestAt, at) }
}

function laterThan(newestAt: Date | null | undefined, at: Date): Date {
  const earliestMs = newestAt ? newestAt.getTime() + 1 : 0
  return new Date(Math.max(at.getTime(), earliestMs))
}

const miB = 1024 ** 2

/** Returns the bytes that are added to the chat: the prompt, and the copies that a new chat begins with. */
function bytesOf(plan: Plan): number {
  const copied = copiesIn(plan).map(({ text, reasoning }) => text + reasoning)
  return [plan.prompt ?? '', ...copied].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

function copiesIn({ place, branch }: Plan): readonly MessageRow[] {
  return place.kind === 'new' ? branch : []
}

function refuseBeyond(count: number, max: number, what: string): void {
  if (count > max) throw new Refused('limit_reached', { details: { max, what } })
}

function settingsOf({ modelId, parameters }: Plan) {
  return { model_id: modelId, parameters: JSON.stringify(parameters) }
}

function aMessage({ ids }: AskingCtx, at: Date) {
  const nothing = { model_id: null, generation_id: null, state: null, problem: null, cost: null }
  return { id: ids.mint('chatMessage'), text: '', reasoning: '', at, ...nothing }
}

/** Returns the refusal of what cannot be done while the answer is running. */
export function stillAnswering(): Refused {
  return new Refused('state_conflict', { details: { what: 'answer', state: 'running' } })
}
