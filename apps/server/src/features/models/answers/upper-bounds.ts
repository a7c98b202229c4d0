import type { AnswerRequest, EmbedInput, TokenCounts } from '@gridloom/contract/agent/models'
import type { MicroUsd } from '@gridloom/contract/core/values'
import { answerPrice, dearestAnswer } from '@gridloom/domain/models/token-price'
import type { LiveEndpoint } from '../registry/live-endpoint.ts'
import { tokensAtMost, uncountedTokens } from './text-tokens.ts'

/** The most tokens that a template adds around a message, and around all of them. */
const tokensPerMessage = 8
const tokensPerPrompt = 32

/** The most tokens of a prompt and an answer. */
export interface TokenBounds {
  readonly inputMax: number
  /** Of all choices together. */
  readonly outputMax: number
  /** How many answers are generated for the one prompt. */
  readonly choices: number
}

/** The share of {@link promptTokensMax} that usual prompts have. */
export const usualShare = 0.5

/** Bytes per token in usual texts, on average. */
export const usualBytesPerToken = 4

/** Returns the texts of a prompt, with everything that an engine may add to it. */
function* textsOf({ input, tools, json_schema }: AnswerRequest): Generator<string, void> {
  if (tools.length > 0) yield JSON.stringify(tools)
  if (json_schema !== null) yield JSON.stringify(json_schema)
  if (input.kind === 'text') return yield input.prompt
  if (input.kind === 'tokens') return
  for (const { content, reasoning_content: reasoning, name, tool_calls } of input.messages) {
    yield content
    if (reasoning !== undefined) yield reasoning
    if (name !== undefined) yield name
    if (tool_calls !== undefined) yield JSON.stringify(tool_calls)
  }
}

/** Returns the most tokens that a prompt can have, whatever the tokenizer and the template of its model. */
export function promptTokensMax(request: AnswerRequest): number {
  const messages = request.input.kind === 'chat' ? request.input.messages.length : 1
  let tokens = tokensPerMessage * messages + tokensPerPrompt + imagesIn(request) * tokensPerImage
  if (request.input.kind === 'tokens') tokens += request.input.tokens.length
  for (const text of textsOf(request)) tokens += tokensAtMost(text)
  return tokens
}

/** Returns the tokens of a prompt that neither its engine nor our tokenizer counted: of its messages alone. */
export function uncountedPrompt({ input }: AnswerRequest): number {
  if (input.kind === 'tokens') return input.tokens.length
  const texts = input.kind === 'text' ? [input.prompt] : input.messages.map((one) => one.content)
  return uncountedTokens(texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0))
}

/** More than any common model takes for one image in its highest resolution. */
const tokensPerImage = 8_192

/** Counts the images of a prompt; the text of their messages is counted for itself. */
export function imagesIn({ input }: Pick<AnswerRequest, 'input'>): number {
  if (input.kind !== 'chat') return 0
  return input.messages.flatMap(({ parts = [] }) => parts.filter(isImage)).length
}

/**
 * The most bytes per token, averaged over a text of any length: four times the usual, and twice that of source code
 * with tabs and dashes.
 */
const bytesPerTokenAtMost = 16

function isImage(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'image_url' in part
}

/** Returns the fewest tokens that a prompt can have whose {@link promptTokensMax} is `tokensMax`. */
export function promptTokensMin(tokensMax: number): number {
  return Math.floor(tokensMax / bytesPerTokenAtMost)
}

/** Returns the most tokens that an answer of this endpoint can use: prompt and answer share its context. */
export function boundsAt(
  { contextTokens }: Pick<LiveEndpoint, 'contextTokens'>,
  asked: { inputMax: number; maxTokens: number | null; choices: number },
): TokenBounds {
  return {
    inputMax: Math.min(asked.inputMax, contextTokens),
    outputMax: Math.min(asked.maxTokens ?? contextTokens, contextTokens) * asked.choices,
    choices: asked.choices,
  }
}

/** The share of {@link promptTokensMax} that prompts seldom exceed. */
const expectedShare = 0.75

/** Returns the tokens of a prompt that money is reserved for at first; if it has more, the reservation grows. */
export function expectedInput(inputMax: number): number {
  return Math.ceil(inputMax * expectedShare)
}

/** The most tokens that engines add around each text of an embedding. */
export const marksPerText = 2

/** Returns the most tokens of texts that are each read separately. */
export function readingTokensMax(
  texts: readonly EmbedInput[],
  { contextTokens }: Pick<LiveEndpoint, 'contextTokens'>,
): number {
  const tokensOf = (text: EmbedInput) => (isText(text) ? tokensAtMost(text) : text.length)
  const each = texts.map((text) => Math.min(tokensOf(text) + marksPerText, contextTokens))
  return each.reduce((sum, tokens) => sum + tokens, 0)
}

export function isText(text: EmbedInput): text is string {
  return typeof text === 'string'
}

/** Returns the highest cost of reading tokens, cached or not. */
export function dearestReading(inputMax: number, { price }: Pick<LiveEndpoint, 'price'>): MicroUsd {
  return dearestAnswer({ input: inputMax, outputMax: 0 }, price)
}

/** Returns the highest cost of an answer whose prompt and output together fit the context, as each choice does. */
export function dearest(
  { inputMax, outputMax, choices }: TokenBounds,
  { contextTokens, price }: Pick<LiveEndpoint, 'contextTokens' | 'price'>,
): MicroUsd {
  const dearInput = Math.max(price.input_micro_usd, price.cached_micro_usd)
  // A token of the prompt takes the place of one in every choice.
  const isOutputDearer = price.output_micro_usd * choices >= dearInput
  const each = Math.ceil(outputMax / choices)
  const input = isOutputDearer ? Math.min(inputMax, contextTokens - each) : inputMax
  const output = Math.min(outputMax, (contextTokens - input) * choices)
  return dearestAnswer({ input, outputMax: output }, price)
}

/** Clamps the counts that a machine, which is not trusted, reports to possible values. */
export function plausible(
  counts: TokenCounts,
  {
    inputMax,
    outputMax,
    bytesCame,
  }: Pick<TokenBounds, 'inputMax' | 'outputMax'> & { bytesCame: number },
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
