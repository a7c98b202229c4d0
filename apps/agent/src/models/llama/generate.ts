import type { AnswerRequest, PromptCounts, TokenCounts } from '@gridloom/contract/agent/models'
import type { Random } from '../../host/random.ts'
import type { Llama, LlamaLibrary, Model, Sequence, Token } from './binding.ts'
import type { Prompt } from './prompt.ts'
import { samplingOptions } from './sampling-options.ts'
import { createTextTail } from './text-tail.ts'

export interface GenerateOptions {
  library: LlamaLibrary
  llama: Llama
  model: Model
  sequence: Sequence
  /** Tokens of the prompt that the sequence has already. */
  common: number
  prompt: Prompt
  request: AnswerRequest
  /** The grammar that the answer must follow, in the language of llama.cpp. */
  grammar: string | null
  /** Seeds answers without a seed of their own. */
  random: Pick<Random, 'next'>
  isAborted(): boolean
  onRead(counts: PromptCounts): void
  onText(text: string, tokens: number): void
  /** Called when a part of the prompt was read. */
  onAlive(): void
}

export interface Generated {
  reason: 'stop' | 'length' | 'aborted'
  counts: TokenCounts
}

/** A long prompt is read in parts of this many tokens, so that an abort need not wait for its end. */
const promptSliceTokens = 64
/** Unless the request has one: lively, but coherent. */
const defaultTemperature = 0.7
/** No character takes more tokens than this; an incomplete one is emitted as it is by then. */
const tokensPerCharMax = 8
/** A JSON grammar lets a model write this without end once the JSON is complete. */
const jsonEnd = '\n\n\n\n'

/** Generates one answer on a free sequence. */
export async function generate(asked: GenerateOptions): Promise<Generated> {
  const { sequence, prompt, request, common } = asked
  const tokensMax = Math.min(
    request.max_tokens ?? Number.POSITIVE_INFINITY,
    sequence.contextSize - prompt.tokens.length,
  )
  const read = { input_tokens: prompt.tokens.length, cached_tokens: common }
  const counts = { ...read, output_tokens: 0 }
  const written: Token[] = []
  const options = await optionsOf(asked, () => written)
  await sequence.adaptStateToTokens(prompt.tokens.slice(0, common), false)
  const unread = await readPrompt(asked)
  if (unread === undefined) return { reason: 'aborted', counts }
  asked.onRead(read)
  const writer = createWriter(asked)
  for await (const token of sequence.evaluate(unread, options)) {
    if (asked.isAborted()) return { reason: 'aborted', counts }
    if (asked.model.isEogToken(token) || prompt.endTokens.has(token)) break
    counts.output_tokens += 1
    written.push(token)
    if (writer.write(token) === 'stopped') return { reason: 'stop', counts }
    if (counts.output_tokens >= tokensMax) {
      writer.finish()
      return { reason: 'length', counts }
    }
  }
  writer.finish()
  return { reason: 'stop', counts }
}

/** Reads all but the last slice of the prompt and returns that; `undefined` if it was aborted. */
async function readPrompt(asked: GenerateOptions): Promise<Token[] | undefined> {
  const { sequence, prompt, common } = asked
  let at = common
  while (prompt.tokens.length - at > promptSliceTokens) {
    if (asked.isAborted()) return undefined
    await sequence.evaluateWithoutGeneratingNewTokens(
      prompt.tokens.slice(at, at + promptSliceTokens),
    )
    asked.onAlive()
    at += promptSliceTokens
  }
  return asked.isAborted() ? undefined : prompt.tokens.slice(at)
}

/** Turns tokens into text: only complete characters, and nothing that may become a stop string. */
function createWriter({ model, prompt, request, grammar, onText }: GenerateOptions) {
  const ends = grammar === null ? [] : [jsonEnd]
  const tail = createTextTail([...request.stop, ...prompt.endTexts, ...ends])
  let before = [...prompt.before]
  let undecoded: Token[] = []
  let unreported = 0

  function emit(text: string): void {
    if (text === '') return
    onText(text, unreported)
    unreported = 0
  }

  return {
    write: (token: Token): 'goes_on' | 'stopped' => {
      undecoded.push(token)
      unreported += 1
      // Where the tags of reasoning are control tokens, they have no text otherwise.
      const tag = prompt.reasoning?.tagTokens.get(token)
      const text = tag ?? model.detokenize(undecoded, false, before)
      if (text.endsWith('\ufffd') && undecoded.length < tokensPerCharMax) return 'goes_on'
      before = [...before, ...undecoded].slice(-tokensPerCharMax)
      undecoded = []
      const { text: out, stopped } = tail.push(text)
      emit(out)
      return stopped ? 'stopped' : 'goes_on'
    },
    finish: () => {
      const decoded = undecoded.length === 0 ? '' : model.detokenize(undecoded, false, before)
      const { text, stopped } = tail.push(decoded)
      emit(stopped ? text : text + tail.rest())
    },
  }
}

async function optionsOf(asked: GenerateOptions, written: () => Token[]) {
  const { library, llama, model, request, random, grammar: text } = asked
  const { parameters = {} } = request
  const { temperature, top_p: topP, seed } = request
  const grammar = text === null ? undefined : await llama.createGrammar({ grammar: text })
  const grammarEvaluationState =
    grammar === undefined ? undefined : new library.LlamaGrammarEvaluationState({ model, grammar })
  return {
    temperature: temperature ?? defaultTemperature,
    ...(topP === null ? {} : { topP }),
    ...samplingOptions({ library, model, parameters, written }),
    // llama.cpp takes seeds of 32 bits. Without one the library takes the second of the clock: equal answers.
    seed: seed === null ? Math.floor(random.next() * 2 ** 32) : seed >>> 0,
    ...(grammarEvaluationState === undefined ? {} : { grammarEvaluationState }),
  }
}
