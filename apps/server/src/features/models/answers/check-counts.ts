import type { AnswerRequest, TokenCounts } from '@gridloom/contract/agent/models'
import type { Countable } from '../tokens/token-thread.ts'
import { type AnswersCtx, type BeginAnswerInput, choicesOf } from './pending-answer.ts'
import { imagesIn } from './upper-bounds.ts'

/** Keeps the token counts that a machine reports between bounds that the server counts itself. */
export interface CountCheck {
  /** Adds output of the answer, or of one of several. */
  add(text: string, choice?: number): void
  /** Returns the estimated counts within the bounds; unchanged where nothing can be counted. Never rejects. */
  checked(counts: ReportedCounts): Promise<TokenCounts>
}

export interface ReportedCounts {
  /** The counts as estimated where the engine has none. */
  readonly estimated: TokenCounts
  /** The counts of the engine alone. */
  readonly reported: TokenCounts
  /** Whether counts are raised to what was sent and received. */
  readonly floor: 'applies' | 'none'
}

/**
 * Generated tokens that are not in the text: the end token, those of a stop string, and letters in other tokens than a
 * tokenizer would choose.
 */
const unseenTokens = 16
const unseenTimes = 1.1
/** A count of the prompt below this share of the highest possible one is compared with the lowest. */
const littleShare = 0.5
/** The margin for tools, as each chat template writes them differently. */
const toolsShare = 0.5

/**
 * Counts prompt and answer with the tokenizer of the catalogue's model; returns `undefined` where there is none. The
 * prompt is counted while the answer is generated.
 */
export function checkCounts(
  tokens: AnswersCtx['tokens'],
  { modelId, request }: Pick<BeginAnswerInput, 'modelId' | 'request'>,
): CountCheck | undefined {
  // The tokens of an image depend on its size and the model's encoder.
  if (!tokens.knows(modelId) || imagesIn(request) > 0) return undefined
  const reading = inputMaxOf(request, {
    prompt: () => tokens.count(modelId, { kind: 'prompt', input: request.input }),
    text: (text) => tokens.count(modelId, { kind: 'text', text }),
  })
  const came = Array.from({ length: choicesOf(request) }, () => '')
  return {
    add(text, choice = 0) {
      came[choice] = (came[choice] ?? '') + text
    },
    async checked({ estimated, reported, floor }) {
      const texts = came.filter((text) => text !== '')
      const writing = texts.map((text) => tokens.count(modelId, { kind: 'text', text }))
      const [inputMax, ...each] = await Promise.all([reading, ...writing])
      const written = sumOf(each)
      const unseenMax = unseenTokens * Math.max(1, texts.length)
      // Counting the prompt a second time is worth it only for an engine that says little of it.
      const isLittle = floor === 'applies' && reported.input_tokens < (inputMax ?? 0) * littleShare
      const said = isLittle ? await tokens.count(modelId, saidIn(request.input)) : undefined
      const input = boundedCount(estimated.input_tokens, reported.input_tokens, {
        min: said,
        max: inputMax,
      })
      const outputMin = floor === 'none' ? undefined : written && Math.floor(written / unseenTimes)
      const outputMax = written === undefined ? undefined : written * unseenTimes + unseenMax
      return {
        input_tokens: input,
        cached_tokens: Math.min(estimated.cached_tokens, input),
        output_tokens: boundedCount(estimated.output_tokens, reported.output_tokens, {
          min: outputMin,
          max: outputMax && Math.ceil(outputMax),
        }),
      }
    },
  }
}

/** Returns the sum; `undefined` where one of the texts could not be counted. */
function sumOf(counts: readonly (number | undefined)[]): number | undefined {
  return counts.includes(undefined)
    ? undefined
    : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** Returns the count of the engine within our bounds; without a lower bound, the estimate counts. */
function boundedCount(
  estimated: number,
  reported: number,
  { min, max }: { min: number | undefined; max: number | undefined },
): number {
  return Math.min(
    min === undefined ? estimated : Math.max(reported, min),
    max ?? Number.POSITIVE_INFINITY,
  )
}

/** Returns the texts of a prompt as templates keep them, without their marks. */
function saidIn(input: AnswerRequest['input']): Countable {
  if (input.kind === 'tokens') return { kind: 'prompt', input }
  const texts =
    input.kind === 'text' ? [input.prompt] : input.messages.map(({ content }) => content.trim())
  return { kind: 'texts', texts }
}

interface Counting {
  prompt(): Promise<number | undefined>
  text(text: string): Promise<number | undefined>
}

async function inputMaxOf(request: AnswerRequest, count: Counting): Promise<number | undefined> {
  const beside = besideOf(request)
  const [prompt, more] = await Promise.all([count.prompt(), beside === '' ? 0 : count.text(beside)])
  if (prompt === undefined || more === undefined) return undefined
  return prompt + Math.ceil(more * (1 + toolsShare))
}

/** Returns the text that engines add to a prompt beside its messages. */
function besideOf({ input, tools, json_schema }: AnswerRequest): string {
  const calls =
    input.kind === 'chat' ? input.messages.flatMap(({ tool_calls }) => tool_calls ?? []) : []
  const parts = [tools, calls].filter(({ length }) => length > 0)
  if (json_schema !== null) parts.push([json_schema])
  return parts.map((part) => JSON.stringify(part)).join('')
}
