import type { AnswerState, ChatParameters } from '@gridloom/contract/chat/chat'
import type { ChatId, GenerationId } from '@gridloom/contract/core/ids'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { ModelId } from '@gridloom/contract/models/model-id'
import type { Ctx } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { costText } from '../../output/answer-text.ts'
import { harmless } from '../../output/harmless.ts'

/** A prompt, the model, and the chat it belongs to. */
export interface ModelPrompt {
  modelId: ModelId
  prompt: string
  /** `null` starts a new chat. */
  chatId: ChatId | null
  /** Parameters to change; undefined leaves them unchanged. */
  parameters: Partial<ChatParameters> | undefined
}

/** How an answer ended. `left`: the user left while it was still being written. */
export interface PrintedAnswer {
  chatId: ChatId
  state: AnswerState | 'left'
  problem: string | null
}

/**
 * Sends the prompt, and prints the answer as it arrives. The first Ctrl-C stops the engine and keeps the partial
 * answer; a second one exits at once.
 */
export async function askModel(ctx: Ctx, question: ModelPrompt): Promise<PrintedAnswer> {
  const { chatId, modelId, prompt, parameters } = question
  const asked = await ctx.client.chat.ask({
    query: { new_chat: chatId === null ? 'true' : 'false' },
    body: {
      model_id: modelId,
      prompt,
      ...(chatId === null ? {} : { chat_id: chatId }),
      ...(parameters === undefined ? {} : { parameters }),
    },
    signal: ctx.signal,
  })
  const id = asked.inference.at(-1)?.generation_id ?? null
  if (id === null) throw new FailedError('The server did not start an answer.')
  const begun = { chat_id: asked.chat_id, generation_id: id }
  if (ctx.output.format === 'json') await ctx.output.item({ event: 'asked', data: begun }, () => '')
  return { chatId: asked.chat_id, ...(await followAnswer(ctx, id)) }
}

type Ended = Omit<PrintedAnswer, 'chatId'>

async function followAnswer(ctx: Ctx, id: GenerationId): Promise<Ended> {
  const leaving = new AbortController()
  let strikes = 0
  using _ = ctx.host.takeInterrupts(() => {
    strikes += 1
    if (strikes === 1) void stop(ctx, id)
    else leaving.abort()
  })
  const stream = ctx.client.chat.follow({
    params: { id },
    signal: AbortSignal.any([ctx.signal, leaving.signal]),
    onState: (state) => {
      if (state === 'waiting') ctx.output.note('\nConnection lost. Reconnecting…')
    },
  })
  const shown: Shown = { reasoning: '', text: '' }
  for await (const event of stream) {
    if (ctx.output.format === 'json') await ctx.output.item(event, () => '')
    else if (event.event !== 'end') await show(ctx, event, shown)
    if (event.event === 'end') {
      await endLine(ctx, 'stderr', shown.text === '' ? shown.reasoning : '')
      await endLine(ctx, 'stdout', shown.text)
      noteCost(ctx, event.data.cost)
      return { state: event.data.state, problem: event.data.problem }
    }
  }
  ctx.signal.throwIfAborted()
  await endLine(ctx, 'stdout', shown.text)
  return { state: 'left', problem: null }
}

/** The last words that were printed of each kind. */
interface Shown {
  reasoning: string
  text: string
}

type Written = { event: 'text' | 'reasoning'; data: { text: string } }

/** Prints the answer to stdout, and what the model thinks before it to stderr. */
async function show(ctx: Ctx, { event, data }: Written, shown: Shown): Promise<void> {
  const text = harmless(data.text)
  if (event === 'reasoning') {
    if (shown.reasoning === '') ctx.output.note('Thinking…')
    shown.reasoning = text || shown.reasoning
    return ctx.output.foreign('stderr', text)
  }
  if (shown.text === '' && shown.reasoning !== '') {
    await endLine(ctx, 'stderr', shown.reasoning)
    ctx.output.note('')
  }
  shown.text = text || shown.text
  return ctx.output.foreign('stdout', text)
}

/** The stream continues to its end event, which has the final state and the cost. */
async function stop(ctx: Ctx, id: GenerationId): Promise<void> {
  try {
    await ctx.client.chat.stop({ params: { id } })
  } catch {
    // @NOTE the answer continues, and another Ctrl-C exits
    ctx.output.note('\nCould not stop the answer. Press Ctrl-C again to exit.')
  }
}

async function endLine(ctx: Ctx, stream: 'stdout' | 'stderr', last: string): Promise<void> {
  if (ctx.output.format === 'json' || last === '' || last.endsWith('\n')) return
  await ctx.output.bytes(stream, new TextEncoder().encode('\n'))
}

function noteCost(ctx: Ctx, cost: AnswerCost | null): void {
  if (cost !== null) ctx.output.note(costText(cost))
}
