import type { Client } from '@gridloom/client/calls'
import { type AnswerState, ChatParameters } from '@gridloom/contract/chat/chat'
import type { chat } from '@gridloom/contract/chat/endpoints'
import type { ResponseOf } from '@gridloom/contract/core/endpoint'
import type { GenerationId } from '@gridloom/contract/core/ids'
import type { ModelId } from '@gridloom/contract/models/model-id'
import { checkLedger } from '@gridloom/server/features/ledger/index'
import type { InferenceProduct } from '@gridloom/testkit/models/inference-product'
import OpenAI from 'openai'
import { expect } from 'vitest'
import { z } from 'zod'

type AskReply = ResponseOf<(typeof chat)['ask']>

/** The fields of `usage` that we add to OpenAI's: dollars, and the machine. */
const OwnUsage = z.object({ cost: z.number(), machine_id: z.string().nullable() })

export interface Streamed {
  text: string
  finish: string | null
  usage: OpenAI.CompletionUsage | undefined
  costMicroUsd: number
  machineId: string | null
  /** Why the stream broke; undefined if it ended normally. */
  error: unknown
}

type Asking = Omit<OpenAI.ChatCompletionCreateParamsStreaming, 'stream' | 'messages' | 'model'>

export interface Question extends Partial<Asking> {
  model: string
  prompt: string
  /** Called with all the text so far, at each delta. */
  onText?: (text: string) => void
  signal?: AbortSignal
}

/** Requests an answer with the official client, and reads the stream to its end, however it ends. */
export async function askStreamed(client: OpenAI, question: Question): Promise<Streamed> {
  const { model, prompt, onText, signal, ...more } = question
  const stream = await client.chat.completions.create(
    {
      model,
      messages: [{ role: 'user', content: prompt }],
      stream: true,
      stream_options: { include_usage: true },
      ...more,
    },
    signal === undefined ? {} : { signal },
  )
  const streamed: Streamed = {
    ...{ text: '', finish: null, usage: undefined, costMicroUsd: 0, machineId: null },
    error: undefined,
  }
  try {
    for await (const chunk of stream) {
      streamed.text += chunk.choices[0]?.delta.content ?? ''
      streamed.finish = chunk.choices[0]?.finish_reason ?? streamed.finish
      if (chunk.usage) Object.assign(streamed, { usage: chunk.usage, ...costOf(chunk.usage) })
      onText?.(streamed.text)
    }
  } catch (error) {
    streamed.error = error
  }
  return streamed
}

interface ChatQuestion {
  model: ModelId
  prompt: string
  max_tokens?: number
  temperature?: number
  onText?: OnText
}

/** Called with all the text of a generation so far, at each delta; reading pauses meanwhile. */
type OnText = (text: string, id: GenerationId) => unknown

/** Sends a prompt in a new chat, follows the answer to its end, and reads what the chat stores of it. */
export async function askInChat(client: Client, question: ChatQuestion) {
  const { model: model_id, prompt, onText, ...given } = question
  const parameters = ChatParameters.parse(given)
  const query = { new_chat: 'true' } as const
  const asked = await client.chat.ask({ query, body: { model_id, prompt, parameters } })
  const answer = await followAnswer(client, asked, onText)
  const { messages } = await client.chat.load({ query: { chat_id: asked.chat_id } })
  const kept = messages.find(({ generation_id }) => generation_id === answer.id)
  return { ...answer, chatId: asked.chat_id, kept }
}

/** Follows an answer of a chat that was just started to its end. */
export async function followAnswer(client: Client, { inference }: AskReply, onText?: OnText) {
  const id = inference.at(-1)?.generation_id
  if (!id) throw new Error('no answer was begun')
  let text = ''
  let ended: { state: AnswerState; problem: string | null } | undefined
  for await (const { event, data } of client.chat.follow({ params: { id } })) {
    if (event === 'end') ended = data
    else if (event === 'text') text += data.text
    if (event === 'text') await onText?.(text, id)
  }
  return { id, text, state: ended?.state, problem: ended?.problem }
}

/** The cost of an answer, from its usage. */
export function costOf(usage: unknown): { costMicroUsd: number; machineId: string | null } {
  const { cost, machine_id } = OwnUsage.parse(usage)
  return { costMicroUsd: Math.round(cost * 1_000_000), machineId: machine_id }
}

/** The error that a call ends with. @throws Error when the call succeeds */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof OpenAI.APIError) return error
  throw new Error(`it was not refused: ${error}`)
}

/** Waits until the renter has paid exactly this for answers, and checks the sums of the ledger. */
export async function expectPaid(site: InferenceProduct, microUsd: number): Promise<void> {
  const { product } = site
  await product.until({
    read: () => site.spent(),
    satisfies: ({ gone }) => gone >= microUsd,
  })
  expect((await site.spent()).gone).toBe(microUsd)
  const { db } = product.server.container
  expect(await checkLedger(db)).toMatchObject({ clean: true, sumMicroUsd: 0 })
}
