import type { AnswerRequest, TokenCounts } from '@gridloom/contract/agent/models'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { answerPrice, dearestAnswer } from '@gridloom/domain/models/token-price'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'

/** The most tokens that a template adds around a message, and around all of them. */
const tokensPerMessage = 16
const tokensPerPrompt = 64

/** The most tokens of a prompt and an answer. */
export interface TokenBounds {
  readonly inputMax: number
  readonly outputMax: number
}

/** Bytes per token in usual texts, on average. */
export const usualBytesPerToken = 4

/** Returns the bytes of a prompt in UTF-8, with everything that an engine may add to it. */
function promptBytes({ input, tools, json_schema }: AnswerRequest): number {
  const beside =
    (tools.length === 0 ? 0 : jsonBytes(tools)) +
    (json_schema === null ? 0 : jsonBytes(json_schema))
  if (input.kind === 'text') return Buffer.byteLength(input.prompt) + beside
  let bytes = beside
  for (const message of input.messages) {
    bytes += Buffer.byteLength(message.content) + Buffer.byteLength(message.name ?? '')
    if (message.tool_calls !== undefined) bytes += jsonBytes(message.tool_calls)
  }
  return bytes
}

/** Returns the most tokens that a prompt can have: no token stands for less than a byte. */
export function promptTokensMax(request: AnswerRequest): number {
  const messages = request.input.kind === 'chat' ? request.input.messages.length : 1
  return promptBytes(request) + tokensPerMessage * messages + tokensPerPrompt
}

/**
 * The most bytes per token, averaged over a text of any length: four times the usual, and twice that of source code
 * with tabs and dashes.
 */
const bytesPerTokenAtMost = 16

/** Returns the fewest tokens that a prompt can have whose {@link promptTokensMax} is `tokensMax`. */
export function promptTokensMin(tokensMax: number): number {
  return Math.floor(tokensMax / bytesPerTokenAtMost)
}

/** Returns the most tokens that an answer of this endpoint can use: prompt and answer share its context. */
export function boundsAt(
  { contextTokens }: Pick<LiveEndpoint, 'contextTokens'>,
  asked: { inputMax: number; maxTokens: number | null },
): TokenBounds {
  return {
    inputMax: Math.min(asked.inputMax, contextTokens),
    outputMax: Math.min(asked.maxTokens ?? contextTokens, contextTokens),
  }
}

/** Returns the most tokens of texts that are each read separately. */
export function readingTokensMax(
  texts: readonly string[],
  { contextTokens }: Pick<LiveEndpoint, 'contextTokens'>,
): number {
  const each = texts.map((text) =>
    Math.min(Buffer.byteLength(text) + tokensPerMessage, contextTokens),
  )
  return each.reduce((sum, tokens) => sum + tokens, 0)
}

/** Returns the highest cost of reading tokens, cached or not. */
export function dearestReading(inputMax: number, { price }: Pick<LiveEndpoint, 'price'>): MicroUsd {
  return dearestAnswer({ input: inputMax, outputMax: 0 }, price)
}

/** Returns the highest cost of an answer whose prompt and output together fit the context. */
export function dearest(
  { inputMax, outputMax }: TokenBounds,
  { contextTokens, price }: Pick<LiveEndpoint, 'contextTokens' | 'price'>,
): MicroUsd {
  const dearInput = Math.max(price.input_micro_usd, price.cached_micro_usd)
  const isOutputDearer = price.output_micro_usd >= dearInput
  const input = isOutputDearer ? Math.min(inputMax, contextTokens - outputMax) : inputMax
  return dearestAnswer({ input, outputMax: Math.min(outputMax, contextTokens - input) }, price)
}

/** Clamps the counts that a machine, which is not trusted, reports to possible values. */
export function plausible(
  counts: TokenCounts,
  { inputMax, outputMax, bytesCame }: TokenBounds & { bytesCame: number },
): TokenCounts {
  const input = Math.min(counts.input_tokens, inputMax)
  return {
    input_tokens: input,
    cached_tokens: Math.min(counts.cached_tokens, input),
    output_tokens: Math.min(counts.output_tokens, outputMax, bytesCame),
  }
}

/** Returns the price of an answer, at most the `microUsdMax` that is reserved for it. */
export function chargeOf(
  { input_tokens: input, cached_tokens: cached, output_tokens: output }: TokenCounts,
  { endpoint, microUsdMax }: { endpoint: Pick<LiveEndpoint, 'price'>; microUsdMax: MicroUsd },
): MicroUsd {
  return Math.min(answerPrice({ input, cached, output }, endpoint.price), microUsdMax)
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
