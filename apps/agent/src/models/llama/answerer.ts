import { availableMemory } from 'node:process'
import type { AnswerRequest, Embedded, PromptCounts } from '@gridloom/contract/agent/models'
import type { ModelFeature } from '@gridloom/contract/models/model-feature'
import { systemRandom } from '../../host/random.ts'
import { AgentRefused } from '../../refused.ts'
import {
  type ChatWrapper,
  type EmbeddingContext,
  type Llama,
  type LlamaLibrary,
  loadLlamaLibrary,
  type Model,
} from './binding.ts'
import { checkGguf } from './check-gguf.ts'
import { contextSizeFor } from './context-size.ts'
import { type Generated, generate } from './generate.ts'
import { type Prompt, promptOf } from './prompt.ts'
import { samplingParameters } from './sampling-options.ts'
import { createSequences, type Sequences } from './sequences.ts'
import { createReasoningSplit, type SpokenPiece } from './split-reasoning.ts'
import type { ModelFacts, OpenOrder } from './worker-messages.ts'

/** An open model in this process. */
export interface Answerer {
  facts: ModelFacts
  /** `grammar`: the grammar that the answer must follow, in the language of llama.cpp. */
  answer(
    request: AnswerRequest,
    grammar: string | null,
    listener: AnswerListener,
  ): Promise<Generated>
  /** Resolves to `undefined` if it was aborted, which is checked between two texts. */
  embed(input: readonly string[], isAborted: () => boolean): Promise<Embedded | undefined>
}

export interface AnswerListener {
  isAborted(): boolean
  /** Called once, before the first text. */
  onRead(counts: PromptCounts): void
  onPiece(piece: SpokenPiece, tokens: number): void
  onAlive(): void
}

interface Open {
  library: LlamaLibrary
  llama: Llama
  model: Model
  wrapper: ChatWrapper | undefined
  sequences: Sequences
  contextTokens: number
  threads: number
}

/** Opens a model. Throws the errors of the library, or why there is too little memory. */
export async function openAnswerer(order: OpenOrder): Promise<Answerer> {
  const open = await openModel(order)
  let embedding: Promise<EmbeddingContext> | undefined
  return {
    facts: factsOf(open),
    answer: (request, grammar, listener) => answer(open, { ...listener, request, grammar }),
    embed: (input, isAborted) => {
      const { contextTokens: contextSize, threads, model } = open
      embedding ??= model.createEmbeddingContext({ contextSize, threads })
      return embed(open, { input, isAborted, opening: embedding })
    },
  }
}

/**
 * Opens a model with fewer threads than cores, and the same number everywhere: llama.cpp's threads spin while they wait
 * for each other, and with a thread for every core of a small machine they run at a hundredth of the speed.
 */
async function openModel(order: OpenOrder): Promise<Open> {
  const { slots, threads, contextTokensMax } = order
  checkGguf(order.file)
  const library = await loadLlamaLibrary(order.library)
  const llama = await library.getLlama({
    gpu: false,
    build: 'never',
    skipDownload: true,
    maxThreads: threads,
    logLevel: 'error',
  })
  const model = await llama.loadModel({ modelPath: order.file })
  const memoryBytes = availableMemory()
  const contextSize = await contextSizeFor(model, { slots, contextTokensMax, memoryBytes })
  const context = await model.createContext({ sequences: slots, contextSize, threads })
  const all = Array.from({ length: slots }, () => context.getSequence())
  const hasTemplate = model.fileInfo.metadata.tokenizer?.chat_template !== undefined
  return {
    library,
    llama,
    model,
    // Its own template and not a built-in one like it, which leaves out what the model was trained with.
    wrapper: hasTemplate
      ? library.resolveChatWrapper(model, { type: 'jinjaTemplate', warningLogs: false })
      : undefined,
    sequences: createSequences(all),
    contextTokens: Math.min(...all.map((sequence) => sequence.contextSize)),
    threads,
  }
}

function factsOf({ library, model, wrapper, contextTokens }: Open): ModelFacts {
  const type = model.fileInfo.metadata.general?.file_type
  const quantization = type === undefined ? undefined : library.GgufFileType[type]
  const features: ModelFeature[] = [
    ...(['completion', 'embeddings', 'json_schema'] as const),
    ...samplingParameters,
  ]
  return {
    contextTokens,
    quantization: quantization?.replace(/^(MOSTLY|ALL)_/, '') ?? null,
    features: wrapper === undefined ? features : ['chat', ...features],
  }
}

interface AnswerAsked extends AnswerListener {
  request: AnswerRequest
  grammar: string | null
}

async function answer(open: Open, asked: AnswerAsked): Promise<Generated> {
  const { request } = asked
  if (request.tools.length > 0) {
    throw new AgentRefused('unsupported', 'This engine does not support tools.')
  }
  const { sequences, model, wrapper, contextTokens } = open
  const prompt = promptOf(request.input, model, wrapper)
  if (prompt.tokens.length >= contextTokens) throw tooLong(prompt.tokens.length, contextTokens)
  const { sequence, common } = sequences.take(prompt.tokens)
  try {
    const writer = createPieceWriter(asked, prompt)
    const generated = await generate({
      ...{ ...open, ...asked, random: systemRandom, prompt, sequence, common },
      onText: writer.write,
    })
    if (generated.reason !== 'aborted') writer.finish()
    return generated
  } finally {
    sequences.release(sequence)
  }
}

/** Emits text with what the model thinks apart; an answer that follows a grammar has no reasoning. */
function createPieceWriter(
  { onPiece, grammar }: Pick<AnswerAsked, 'onPiece' | 'grammar'>,
  { reasoning }: Pick<Prompt, 'reasoning'>,
) {
  const split =
    reasoning === undefined || grammar !== null ? undefined : createReasoningSplit(reasoning)
  let unreported = 0
  const emit = (pieces: readonly SpokenPiece[]) => {
    for (const piece of pieces) {
      onPiece(piece, unreported)
      unreported = 0
    }
  }
  return {
    write: (text: string, tokens: number) => {
      unreported += tokens
      emit(split?.push(text) ?? [{ kind: 'text', text }])
    },
    finish: () => emit(split?.rest() ?? []),
  }
}

interface Embedding {
  input: readonly string[]
  isAborted(): boolean
  opening: Promise<EmbeddingContext>
}

async function embed(
  { model, contextTokens }: Open,
  { input, isAborted, opening }: Embedding,
): Promise<Embedded | undefined> {
  const texts = input.map((text) => model.tokenize(text))
  const longest = Math.max(...texts.map(({ length }) => length))
  if (longest >= contextTokens) throw tooLong(longest, contextTokens)
  const embedding = await opening
  const vectors: number[][] = []
  for (const tokens of texts) {
    if (isAborted()) return undefined
    const { vector } = await embedding.getEmbeddingFor(tokens)
    vectors.push([...vector])
  }
  return { vectors, input_tokens: texts.reduce((sum, { length }) => sum + length, 0) }
}

function tooLong(tokens: number, max: number): AgentRefused {
  const text = `The prompt has ${tokens} tokens, but the context of the model is ${max} tokens including the answer.`
  return new AgentRefused('context_exceeded', text, { details: { tokens, max } })
}
