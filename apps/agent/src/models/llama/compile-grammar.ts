import { AgentRefused } from '../../refused.ts'
import { type Llama, loadLlamaLibrary } from './binding.ts'

/** Each token is tried against the grammar; a grammar of 500 enum values has 27,000 characters. */
const grammarCharsMax = 256 * 1024

let opening: Promise<Llama> | undefined

/**
 * Compiles the grammar of a JSON schema, in the language of llama.cpp; `{}` is any JSON. Has no time limit: the caller
 * runs it in a process of its own, which it can end. @throws AgentRefused `unsupported`
 */
export async function compileGrammar(
  library: string,
  schema: Readonly<Record<string, unknown>>,
): Promise<string> {
  opening ??= openLibrary(library)
  const text = await textOf(await opening, schema)
  if (text.length <= grammarCharsMax) return text
  throw new AgentRefused('unsupported', 'The JSON schema is too large.')
}

async function openLibrary(folder: string): Promise<Llama> {
  const { getLlama } = await loadLlamaLibrary(folder)
  const options = { gpu: false, build: 'never', skipDownload: true, maxThreads: 1 }
  return getLlama({ ...options, logLevel: 'error' })
}

async function textOf(llama: Llama, schema: Readonly<Record<string, unknown>>): Promise<string> {
  try {
    const isAnyJson = Object.keys(schema).length === 0
    const made = isAnyJson ? llama.getGrammarFor('json') : llama.createGrammarForJsonSchema(schema)
    return (await made).grammar
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.slice(0, 200) : 'it is invalid'
    throw new AgentRefused('unsupported', `The JSON schema is not supported: ${why}`, { cause })
  }
}
