import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** A token's number in the vocabulary of a model. */
export type Token = number

/** The parts of `node-llama-cpp` 3.22 that are used, as in its own type declarations. */
export interface LlamaLibrary {
  getLlama(options: object): Promise<Llama>
  resolveChatWrapper(model: Model, options: object): ChatWrapper
  TokenBias: new (tokenizer: object) => TokenBias
  LlamaGrammarEvaluationState: new (options: { model: Model; grammar: Grammar }) => object
  GgufFileType: Readonly<Record<number, string>>
}

export interface TokenBias {
  set(token: Token, bias: { logit: number }): unknown
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<Model>
  createGrammar(options: { grammar: string }): Promise<Grammar>
  createGrammarForJsonSchema(schema: object): Promise<Grammar>
  getGrammarFor(type: 'json'): Promise<Grammar>
}

export interface Grammar {
  /** In the language of llama.cpp (GBNF). */
  readonly grammar: string
}

export interface Model {
  readonly tokenizer: object
  readonly trainContextSize: number
  readonly tokens: { readonly bos: Token | null; readonly shouldPrependBosToken: boolean }
  readonly fileInfo: {
    readonly metadata: {
      readonly general?: { readonly file_type?: number }
      readonly tokenizer?: { readonly chat_template?: string }
    }
  }
  readonly fileInsights: {
    estimateContextResourceRequirementsV2(options: {
      contextSize: number
      modelGpuLayers: number
      sequences: number
    }): Promise<{ cpuRam: number }>
  }
  tokenize(text: string, specialTokens?: boolean): Token[]
  detokenize(tokens: readonly Token[], specialTokens: boolean, before: readonly Token[]): string
  isEogToken(token: Token): boolean
  createContext(options: object): Promise<Context>
  createEmbeddingContext(options: object): Promise<EmbeddingContext>
}

export interface Context {
  getSequence(): Sequence
}

export interface EmbeddingContext {
  getEmbeddingFor(tokens: readonly Token[]): Promise<{ readonly vector: readonly number[] }>
}

export interface Sequence {
  readonly contextSize: number
  readonly nextTokenIndex: number
  compareContextTokens(tokens: readonly Token[]): { firstDifferentIndex: number }
  adaptStateToTokens(tokens: readonly Token[], allowShift: boolean): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: readonly Token[]): Promise<void>
  evaluate(tokens: readonly Token[], options: object): AsyncGenerator<Token, void>
}

/** A prompt that keeps the template's text apart from the user's. */
export interface PromptText {
  tokenize(tokenizer: object): Token[]
  toJSON(): unknown
}

export interface ChatWrapper {
  generateContextState(options: { chatHistory: readonly HistoryItem[] }): {
    contextText: PromptText
    stopGenerationTriggers: readonly PromptText[]
  }
}

export type HistoryItem =
  | { type: 'system' | 'user'; text: string }
  | { type: 'model'; response: string[] }

/** Imports the library from the folder that it is installed in. */
export async function loadLlamaLibrary(folder: string): Promise<LlamaLibrary> {
  const file = join(folder, 'node-llama-cpp/dist/index.js')
  return asLibrary(await import(pathToFileURL(file).href))
}

/** Named cast: the version is pinned in `engines/llama/package.json`, and the tests run every part that is used. */
function asLibrary(module: unknown): LlamaLibrary {
  return module as LlamaLibrary
}
