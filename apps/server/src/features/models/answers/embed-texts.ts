import type { Embedded } from '@gridloom/contract/agent/models'
import { modelCalls } from '@gridloom/contract/agent/models-calls'
import { Refused } from '@gridloom/contract/errors'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import { answerBounds } from '../../agents/index.ts'
import type { Attempt } from '../stats/attempt.ts'
import type { AnswersCtx, BeginAnswerInput } from './pending-answer.ts'
import { noneLeft, requireServed } from './plan-answer.ts'
import { settleAnswer } from './settle-answer.ts'
import { type Plan, type ReservedEndpoint, takeEndpoint } from './take-endpoint.ts'
import { tryEndpoints } from './try-endpoints.ts'
import { chargeOf, dearestReading, readingTokensMax, usualBytesPerToken } from './upper-bounds.ts'

/** The texts to embed. */
export interface EmbedTextsInput extends Omit<BeginAnswerInput, 'request'> {
  readonly texts: readonly string[]
}

/** The vectors, in the order of their texts and all of one length, with their cost. */
export interface EmbeddedTexts {
  readonly vectors: readonly (readonly number[])[]
  readonly cost: AnswerCost
}

const embedWithinMs = 120_000
/** The most texts in one request: their vectors of 4,096 numbers are then some 2 MB, which take 20 ms to parse. */
const textsAtOnce = 32
const features = ['embeddings'] as const

/**
 * Embeds texts: reserves money, sends them to a machine and, if it fails, to another, and pays for the tokens read.
 * @throws Refused `model_unknown`, `model_unavailable`, `insufficient_funds`, `key_budget_exceeded`,
 * `unsupported_parameter`, `endpoints_busy`, `context_exceeded`, `upstream_failed`
 */
export async function embedTexts(ctx: AnswersCtx, input: EmbedTextsInput): Promise<EmbeddedTexts> {
  requireServed(ctx.endpoints, { modelId: input.modelId, features })
  const plan = planOf(input)
  const first = await takeEndpoint(ctx, plan)
  if (first === undefined) throw noneLeft(input)
  const startedAt = ctx.clock.now()
  const { signal, end: endWatch } = ctx.revocations.watch(input.payer, input.signal)
  return tryEndpoints(ctx, { plan, first, signal }, async (taken, attempt) => {
    const embedded = await ask(ctx, { ...input, signal }, taken)
    return settle(ctx, { input, taken, attempt, embedded, startedAt })
  }).finally(endWatch)
}

function planOf({ payer, modelId, provider, texts }: EmbedTextsInput): Plan {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  return {
    ...{ payer, modelId, provider, features },
    promptMax: bytes,
    tokens: { input: Math.ceil(bytes / usualBytesPerToken), output: 0 },
    boundsAt(endpoint) {
      const inputMax = readingTokensMax(texts, endpoint)
      return { inputMax, outputMax: 0, microUsdMax: dearestReading(inputMax, endpoint) }
    },
    tried: new Set(),
  }
}

async function ask(
  { agents, clock }: Pick<AnswersCtx, 'agents' | 'clock'>,
  { texts, signal }: EmbedTextsInput,
  { endpoint }: ReservedEndpoint,
): Promise<Embedded> {
  const untilMs = clock.monotonicMs() + embedWithinMs
  const vectors: number[][] = []
  let input_tokens = 0
  for (let from = 0; from < texts.length; from += textsAtOnce) {
    const embedded = await agents.call(endpoint.machineId, modelCalls.embeddings, {
      params: { endpoint: endpoint.id },
      body: { input: texts.slice(from, from + textsAtOnce) },
      bounds: answerBounds.vectors,
      timeoutMs: Math.max(1, untilMs - clock.monotonicMs()),
      signal,
    })
    vectors.push(...embedded.vectors)
    input_tokens += embedded.input_tokens
  }
  const [first] = vectors
  const even = vectors.every((vector) => vector.length === first?.length)
  if (vectors.length === texts.length && even && first?.length !== 0)
    return { vectors, input_tokens }
  throw new Refused('upstream_failed', { internal: 'vectors of another number or length' })
}

interface Settling {
  input: EmbedTextsInput
  taken: ReservedEndpoint
  attempt: Attempt
  embedded: Embedded
  startedAt: Date
}

async function settle(
  ctx: Pick<AnswersCtx, 'ids' | 'clock' | 'tokens'>,
  settling: Settling,
): Promise<EmbeddedTexts> {
  const { input, taken, attempt, embedded, startedAt } = settling
  const { payer, modelId } = input
  const ours = await tokensMaxOf(ctx, input)
  const input_tokens = Math.min(embedded.input_tokens, taken.inputMax, ours ?? taken.inputMax)
  const counts = { input_tokens, cached_tokens: 0, output_tokens: 0 }
  const cost = settleAnswer(taken, {
    ...{ id: ctx.ids.mint('generation'), payer, modelId, state: 'done', problem: null, counts },
    ...{ microUsd: chargeOf(counts, taken), startedAt, endedAt: ctx.clock.now() },
    ...attempt.end('answered', { tokens: 0 }),
  })
  return { vectors: embedded.vectors, cost }
}

/** Tokens that engines add around each text. */
const marksPerText = 2

/** Counts the tokens of the texts; returns `undefined` where the model's tokens cannot be counted. */
async function tokensMaxOf(
  { tokens }: Pick<AnswersCtx, 'tokens'>,
  { modelId, texts }: EmbedTextsInput,
): Promise<number | undefined> {
  if (!tokens.knows(modelId)) return undefined
  const counted = await tokens.count(modelId, { kind: 'texts', texts })
  return counted === undefined ? undefined : counted + marksPerText * texts.length
}
