import type { EmbedInput } from '@gridloom/contract/agent/models'
import type { AnswerCost } from '@gridloom/contract/models/answer'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import type { Attempt } from '../stats/attempt.ts'
import type { AnswersCtx, BeginAnswerInput } from './pending-answer.ts'
import { noneLeft, requireServed } from './plan-answer.ts'
import { type ReadSoFar, readTexts } from './read-texts.ts'
import { settleAnswer } from './settle-answer.ts'
import { type Plan, type ReservedEndpoint, takeEndpoint } from './take-endpoint.ts'
import { uncountedTokens } from './text-tokens.ts'
import { tryEndpoints } from './try-endpoints.ts'
import {
  chargeOf,
  dearestReading,
  expectedInput,
  isText,
  marksPerText,
  readingTokensMax,
  usualBytesPerToken,
} from './upper-bounds.ts'

/** The texts to embed. */
export interface EmbedTextsInput extends Omit<BeginAnswerInput, 'request'> {
  readonly texts: readonly EmbedInput[]
}

/** The vectors, in the order of their texts and all of one length, with their cost. */
export interface EmbeddedTexts {
  readonly vectors: readonly (readonly number[])[]
  readonly cost: AnswerCost
}

/**
 * Embeds texts: reserves money, sends them to a machine and, if it fails, to another, and pays for the tokens read. A
 * caller who leaves pays for what the machine has read by then.
 * @throws Refused `model_unknown`, `model_unavailable`, `insufficient_funds`, `key_budget_exceeded`,
 * `unsupported_parameter`, `endpoints_busy`, `context_exceeded`, `upstream_failed`
 */
export async function embedTexts(ctx: AnswersCtx, input: EmbedTextsInput): Promise<EmbeddedTexts> {
  const features = featuresFor(input)
  requireServed(ctx.endpoints, { modelId: input.modelId, features })
  const plan = planOf(input, features)
  const first = await takeEndpoint(ctx, plan)
  if (first === undefined) throw noneLeft(input)
  const startedAt = ctx.clock.now()
  const { signal, end: endWatch } = ctx.revocations.watch(input.payer, input.signal)
  const embedded = await tryEndpoints(ctx, { plan, first, signal }, async (taken, attempt) => {
    const reading = readTexts(ctx, { texts: input.texts, signal }, taken)
    const settling = { input, taken, attempt, startedAt }
    try {
      const { vectors, input_tokens: tokens } = await reading.embedded
      const read = { done: input.texts, tokens, underWay: [] }
      return { vectors, cost: await settle(ctx, { ...settling, read, state: 'done' }) }
    } catch (error) {
      const read = reading.soFar()
      if (!signal.aborted || read.done.length + read.underWay.length === 0) throw error
      await settle(ctx, { ...settling, read, state: 'stopped' })
      return undefined
    }
  }).finally(endWatch)
  if (embedded === undefined) throw signal.reason
  return embedded
}

function featuresFor({ texts }: EmbedTextsInput): ModelFeature[] {
  return texts.every(isText) ? ['embeddings'] : ['embeddings', 'token_embeddings']
}

function planOf(
  { payer, modelId, provider, texts }: EmbedTextsInput,
  features: readonly ModelFeature[],
): Plan {
  const bytes = texts.reduce((sum, text) => sum + bytesOf(text), 0)
  return {
    ...{ payer, modelId, provider, features },
    promptMax: bytes,
    tokens: { input: Math.ceil(bytes / usualBytesPerToken), output: 0 },
    boundsAt(endpoint) {
      const inputMax = readingTokensMax(texts, endpoint)
      return {
        ...{ inputMax, outputMax: 0, choices: 1, microUsdMax: dearestReading(inputMax, endpoint) },
        microUsdExpected: dearestReading(expectedInput(inputMax), endpoint),
      }
    },
    tried: new Set(),
  }
}

function bytesOf(text: EmbedInput): number {
  return isText(text) ? Buffer.byteLength(text) : text.length * usualBytesPerToken
}

interface Settling {
  input: EmbedTextsInput
  taken: ReservedEndpoint
  attempt: Attempt
  read: ReadSoFar
  state: 'done' | 'stopped'
  startedAt: Date
}

async function settle(
  ctx: Pick<AnswersCtx, 'ids' | 'clock' | 'tokens'>,
  { input, taken, attempt, read, state, startedAt }: Settling,
): Promise<AnswerCost> {
  const { payer, modelId } = input
  const tokens = await tokensOf(ctx, { modelId, read })
  const counts = {
    ...{ input_tokens: Math.min(tokens, taken.inputMax), cached_tokens: 0, output_tokens: 0 },
  }
  const microUsd = await taken.reservation.growTo(chargeOf(counts, taken))
  return settleAnswer(taken, {
    ...{ id: ctx.ids.mint('generation'), payer, modelId, state, problem: null, counts },
    ...{
      microUsd: Math.min(chargeOf(counts, taken), microUsd),
      startedAt,
      endedAt: ctx.clock.now(),
    },
    // A caller that leaves says nothing about the machine.
    ...attempt.end(state === 'done' ? 'answered' : 'not_counted', { tokens: 0 }),
  })
}

interface Countable {
  modelId: EmbedTextsInput['modelId']
  read: ReadSoFar
}

/** Returns the engine's count within our bounds, with the fewest tokens of what it is reading. */
async function tokensOf(
  ctx: Pick<AnswersCtx, 'tokens'>,
  { modelId, read: { done, tokens, underWay } }: Countable,
): Promise<number> {
  const [ours, more] = await Promise.all([
    boundsOf(ctx, { modelId, texts: done }),
    boundsOf(ctx, { modelId, texts: underWay }),
  ])
  return Math.min(tokens === 0 ? ours.min : tokens, ours.max) + more.min
}

/** Counts the tokens of the texts, or estimates the fewest where the model's tokens cannot be counted. */
async function boundsOf(
  { tokens }: Pick<AnswersCtx, 'tokens'>,
  { modelId, texts: all }: Pick<EmbedTextsInput, 'modelId' | 'texts'>,
): Promise<{ min: number; max: number }> {
  const texts = all.filter(isText)
  const given = all.reduce((sum, text) => sum + (isText(text) ? 0 : text.length), 0)
  const isCounted = texts.length === 0 || tokens.knows(modelId)
  const counted =
    isCounted && texts.length > 0 ? await tokens.count(modelId, { kind: 'texts', texts }) : 0
  if (isCounted && counted !== undefined)
    return { min: given + counted, max: given + counted + marksPerText * all.length }
  const bytes = texts.reduce((sum, text) => sum + bytesOf(text), 0)
  return { min: given + uncountedTokens(bytes), max: Number.POSITIVE_INFINITY }
}
