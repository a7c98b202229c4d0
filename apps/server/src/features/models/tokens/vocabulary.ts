import { z } from 'zod'
import type { GgufMetadata, GgufValue } from './gguf-metadata.ts'
import { isKnownSplit } from './split-patterns.ts'

/** The parts of a model's file that are needed to count tokens as its own tokenizer does. */
export const Vocabulary = z.object({
  /** `spm`: SentencePiece, merged by scores. `bpe`: bytes, merged by a list of pairs. */
  kind: z.enum(['spm', 'bpe']),
  /** How text is split before pairs are merged, by llama.cpp's name; `bpe` only. */
  split: z.string(),
  /** In the order of their numbers. */
  tokens: z.array(z.string()),
  scores: z.array(z.number()),
  /** `a b`, in order of priority. */
  merges: z.array(z.string()),
  /** Numbers of the tokens that are marks of the template, not text. */
  marks: z.array(z.int()),
  /** The token that every text begins with; `null`: none. */
  begin: z.string().nullable(),
  beginToken: z.string(),
  endToken: z.string(),
  spacePrefix: z.boolean(),
  /** In Jinja; `null`: the model does not support chats. */
  template: z.string().nullable(),
})
export type Vocabulary = z.infer<typeof Vocabulary>

/** Values of `tokenizer.ggml.token_type`: control tokens, and user-defined ones. */
const markTypes: readonly unknown[] = [3, 4]

/** Extracts a model's vocabulary from the metadata of its file; returns `undefined` if it is of an unsupported kind. */
export function vocabularyOf(metadata: GgufMetadata): Vocabulary | undefined {
  const get = (name: string) => metadata.get(`tokenizer.ggml.${name}`)
  const kind = kinds[String(get('model'))]
  const split = textOf(get('pre')) ?? 'default'
  const tokens = textsOf(get('tokens'))
  if (kind === undefined || tokens.length === 0) return undefined
  if (kind === 'bpe' && !isKnownSplit(split)) return undefined
  const token = (name: string) => tokens[Number(get(name) ?? Number.NaN)] ?? ''
  const addsBegin = get('add_bos_token') ?? kind === 'spm'
  const types = listOf(get('token_type'))
  return {
    ...{ kind, split, tokens },
    scores: listOf(get('scores')).filter((score) => typeof score === 'number'),
    merges: textsOf(get('merges')),
    marks: types.flatMap((type, at) => (markTypes.includes(type) ? [at] : [])),
    begin: addsBegin === true ? token('bos_token_id') : null,
    beginToken: token('bos_token_id'),
    endToken: token('eos_token_id'),
    spacePrefix: get('add_space_prefix') !== false && kind === 'spm',
    template: textOf(metadata.get('tokenizer.chat_template')) ?? null,
  }
}

const kinds: Readonly<Record<string, Vocabulary['kind']>> = { llama: 'spm', gpt2: 'bpe' }

function textOf(value: GgufValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function listOf(value: GgufValue | undefined): readonly (string | number | boolean)[] {
  return Array.isArray(value) ? value : []
}

function textsOf(value: GgufValue | undefined): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}
