import type { AnswerRequest, TokenCounts } from '@gridloom/contract/agent/models'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { answerPrice, dearestAnswer } from '@gridloom/domain/models/token-price'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'

/** Marks that a template puts around a message, and around all of them, in tokens. */
const tokensPerMessage = 16
const tokensPerPrompt = 64

/** The most tokens that something can be. */
export interface TokenBounds {
  readonly inputMax: number
  readonly outputMax: number
}

/** About what a token stands for in usual texts. */
export const usualBytesPerToken = 4

/** Bytes of a prompt in UTF-8, with all that an engine may put into it. */
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

/** The most tokens that a prompt can be: no token stands for less than a byte. */
export function promptTokensMax(request: AnswerRequest): number {
  const messages = request.input.kind === 'chat' ? request.input.messages.length : 1
  return promptBytes(request) + tokensPerMessage * messages + tokensPerPrompt
}

/** No text of any length has more bytes to a token: four times the usual, and twice what source code of tabs and dashes has. */
const bytesPerTokenAtMost = 16

/** The fewest tokens that a prompt can be that has {@link promptTokensMax} of so many. */
export function promptTokensMin(tokensMax: number): number {
  return Math.floor(tokensMax / bytesPerTokenAtMost)
}

/** The most tokens and money that an answer of this endpoint can take: prompt and answer share its context. */
export function boundsAt(
  { contextTokens }: Pick<LiveEndpoint, 'contextTokens'>,
  asked: { inputMax: number; maxTokens: number | null },
): TokenBounds {
  return {
    inputMax: Math.min(asked.inputMax, contextTokens),
    outputMax: Math.min(asked.maxTokens ?? contextTokens, contextTokens),
  }
}

/** The most tokens that texts can be which are each read by themselves. */
export function readingTokensMax(
  texts: readonly string[],
  { contextTokens }: Pick<LiveEndpoint, 'contextTokens'>,
): number {
  const each = texts.map((text) =>
    Math.min(Buffer.byteLength(text) + tokensPerMessage, contextTokens),
  )
  return each.reduce((sum, tokens) => sum + tokens, 0)
}

/** The most that reading costs, be it new or known from before. */
export function dearestReading(inputMax: number, { price }: Pick<LiveEndpoint, 'price'>): MicroUsd {
  return dearestAnswer({ input: inputMax, outputMax: 0 }, price)
}

/** The most that an answer can cost, where the two together are no more than the context. */
export function dearest(
  { inputMax, outputMax }: TokenBounds,
  { contextTokens, price }: Pick<LiveEndpoint, 'contextTokens' | 'price'>,
): MicroUsd {
  const dearInput = Math.max(price.input_micro_usd, price.cached_micro_usd)
  const isOutputDearer = price.output_micro_usd >= dearInput
  const input = isOutputDearer ? Math.min(inputMax, contextTokens - outputMax) : inputMax
  return dearestAnswer({ input, outputMax: Math.min(outputMax, contextTokens - input) }, price)
}

/** Counts that a machine, which is a stranger, told, as far as they are possible. */
export function believable(
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

/** The price of an answer, never more than the `microUsdMax` that is reserved for it. */
export function chargeOf(
  { input_tokens: input, cached_tokens: cached, output_tokens: output }: TokenCounts,
  { endpoint, microUsdMax }: { endpoint: Pick<LiveEndpoint, 'price'>; microUsdMax: MicroUsd },
): MicroUsd {
  return Math.min(answerPrice({ input, cached, output }, endpoint.price), microUsdMax)
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}
