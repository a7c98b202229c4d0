import { writeSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import type {
  EmbeddingContext,
  HistoryItem,
  LlamaLibrary,
  Model,
  PromptText,
  Sequence,
  Token,
} from '../src/models/llama/binding.ts'

/** The properties of the stand-in for `node-llama-cpp`. */
export interface FakeTraits {
  trainContextSize?: number
  /** As a number of {@link LlamaLibrary.GgufFileType}. */
  fileType?: number
  template?: 'has one' | 'has none'
  /** The failure in place of opening a model. */
  opening?: 'dies' | 'fails' | 'takes for ever'
}

/**
 * Creates a folder with a library in place of `node-llama-cpp`, for this process and for others: its tokens are
 * characters, and a model follows its prompt (see {@link replyTo}).
 */
export async function installFakeLlama(traits: FakeTraits = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-llama-'))
  const dist = join(folder, 'node-llama-cpp/dist')
  await mkdir(dist, { recursive: true })
  // The sandbox's user must be able to read it, like any library.
  await chmod(folder, 0o755)
  await writeFile(join(folder, 'node-llama-cpp/package.json'), '{"type":"module"}')
  const made = `createFakeLibrary(${JSON.stringify(traits)})`
  await writeFile(
    join(dist, 'index.js'),
    `import { createFakeLibrary } from ${JSON.stringify(import.meta.url)}
export const { getLlama, resolveChatWrapper, LlamaGrammarEvaluationState, GgufFileType } = ${made}`,
  )
  return { library: folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

const endToken = 0

/** `say TEXT`: writes it. `fail TEXT`: writes it, and throws. `go on`: writes forever. `env`: names of variables. */
async function* replyTo(asked: string): AsyncGenerator<Token, void> {
  const [, what = '', text = ''] = /(say|fail|go on|env) ?(.*)/.exec(asked) ?? []
  yield* tokensOf(what === 'env' ? Object.keys(process.env).join() : text)
  if (what === 'fail') throw new Error('the model has no room left')
  for (; what === 'go on'; await turn()) yield* tokensOf('a')
  yield endToken
}

/** @public The library that {@link installFakeLlama} writes imports it. */
export function createFakeLibrary(traits: FakeTraits): LlamaLibrary {
  return {
    getLlama: async () => ({
      loadModel: async ({ modelPath }) => {
        const problem = `cannot map ${modelPath}`
        if (traits.opening === 'dies') dieOf(problem)
        if (traits.opening === 'fails') throw new Error(problem)
        if (traits.opening === 'takes for ever') await new Promise(() => undefined)
        return createModel(traits)
      },
      createGrammar: async ({ grammar }) => ({ grammar }),
      createGrammarForJsonSchema: compileFake,
      getGrammarFor: async () => ({ grammar: 'any JSON' }),
    }),
    resolveChatWrapper: () => ({
      generateContextState: ({ chatHistory }) => ({
        contextText: asPrompt(chatHistory.map(textOf).join('\n')),
        stopGenerationTriggers: [],
      }),
    }),
    LlamaGrammarEvaluationState: class {},
    TokenBias: class {
      set() {}
    },
    GgufFileType: { 7: 'MOSTLY_Q8_0', 0: 'ALL_F32' },
  }
}

/** Compiles by type: `slow` blocks its process forever, `dies` ends it; other types become their own grammar. */
async function compileFake(schema: object): Promise<{ grammar: string }> {
  const type = 'type' in schema ? String(schema.type) : ''
  for (; type === 'slow'; );
  if (type === 'dies') process.exit(9)
  if (type === 'wrong') throw new Error('no such type')
  return { grammar: type === 'large' ? 'x'.repeat(300_000) : `grammar of ${type}` }
}

function dieOf(problem: string): never {
  writeSync(process.stderr.fd, problem)
  process.exit(7)
}

function createModel({ trainContextSize = 256, fileType = 7, template }: FakeTraits): Model {
  let embeddings = 0
  return {
    tokenizer: {},
    trainContextSize,
    tokens: { bos: null, shouldPrependBosToken: false },
    fileInfo: {
      metadata: {
        general: { file_type: fileType },
        tokenizer: template === 'has none' ? {} : { chat_template: '{{ messages }}' },
      },
    },
    fileInsights: { estimateContextResourceRequirementsV2: async () => ({ cpuRam: 1 }) },
    tokenize: tokensOf,
    detokenize: (tokens) => String.fromCodePoint(...tokens),
    isEogToken: (token) => token === endToken,
    createContext: async ({ contextSize }: { contextSize?: number }) => ({
      getSequence: () => createSequence(contextSize ?? trainContextSize),
    }),
    createEmbeddingContext: async () => {
      embeddings += 1
      return embeddingContext(embeddings)
    },
  }
}

function createSequence(contextSize: number): Sequence {
  let held: Token[] = []
  return {
    contextSize,
    get nextTokenIndex() {
      return held.length
    },
    compareContextTokens: (tokens) => {
      const at = tokens.findIndex((token, index) => token !== held[index])
      return { firstDifferentIndex: at === -1 ? tokens.length : at }
    },
    adaptStateToTokens: async (tokens) => {
      held = [...tokens]
    },
    evaluateWithoutGeneratingNewTokens: async (tokens) => {
      held.push(...tokens)
    },
    evaluate: (tokens) => {
      held.push(...tokens)
      return replyTo(String.fromCodePoint(...held))
    },
  }
}

/** Embeds a text as the number of the context, and the length of the text. */
function embeddingContext(number: number): EmbeddingContext {
  return { getEmbeddingFor: async (tokens) => ({ vector: [number, tokens.length] }) }
}

function asPrompt(text: string): PromptText {
  return { tokenize: () => tokensOf(text), toJSON: () => text }
}

function textOf(item: HistoryItem): string {
  return item.type === 'model' ? item.response.join('') : item.text
}

function tokensOf(text: string): Token[] {
  return [...text].map((character) => character.codePointAt(0) ?? endToken)
}
