import type { AnswerRequest } from '@gridloom/contract/agent/models'
import { Template } from '@huggingface/jinja'
import { Tokenizer as BytePairTokenizer } from '@huggingface/tokenizers'
import { sentencePieceCounter } from './sentence-pieces.ts'
import { splitPatterns } from './split-patterns.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Counts tokens as the tokenizer of one model does. */
export interface Tokenizer {
  /** Counts plain text, such as an answer. */
  text(text: string): number
  /**
   * Returns the most tokens of a prompt with the marks of a template: engines render a chat with the model's template
   * or one of their own, which adds a few marks around each message.
   */
  promptMax(input: AnswerRequest['input']): number
}

const marksPerMessage = 8
const marksPerPrompt = 8
/** The most tokens added by a template that cannot be rendered here, such as a system text with the date. */
const unknownTemplate = 256

export function createTokenizer(vocabulary: Vocabulary): Tokenizer {
  const whole = vocabulary.kind === 'spm' ? sentencePieces(vocabulary) : bytePairs(vocabulary)
  const plain = (text: string) => inParts(text).reduce((sum, part) => sum + whole(part), 0)
  const marked = markedCounter(vocabulary, plain)
  const begin = vocabulary.begin === null ? 0 : 1
  const { template } = vocabulary
  const render = template === null ? undefined : renderer(template, vocabulary)
  return {
    text: plain,
    promptMax(input) {
      if (input.kind === 'text') return begin + plain(input.prompt)
      if (input.kind === 'tokens') return begin + input.tokens.length
      const said = input.messages.reduce((sum, { content }) => sum + plain(content), 0)
      const usual = said + marksPerMessage * input.messages.length + marksPerPrompt
      const text = render?.(input.messages)
      return text === undefined ? usual + unknownTemplate : Math.max(usual, begin + marked(text))
    },
  }
}

const partUnits = 8_192

/**
 * Splits a long text into parts, never in the middle of a character, as merging takes more than linear time. Each cut
 * adds a token or two.
 */
function inParts(text: string): string[] {
  if (text.length <= partUnits) return [text]
  const parts: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = at + partUnits
    const cut = /[\uD800-\uDBFF]/.test(text[end - 1] ?? '') ? end - 1 : end
    parts.push(text.slice(at, cut))
    at = cut
  }
  return parts
}

function sentencePieces(vocabulary: Vocabulary): (text: string) => number {
  const count = sentencePieceCounter(vocabulary)
  const prefix = vocabulary.spacePrefix ? ' ' : ''
  return (text) => (text === '' ? 0 : count(prefix + text))
}

function bytePairs({ tokens, merges, split }: Vocabulary): (text: string) => number {
  const patterns = splitPatterns(split).map((Regex) => ({
    ...{ type: 'Split', pattern: { Regex }, behavior: 'Isolated', invert: false },
  }))
  const bytes = {
    type: 'ByteLevel',
    add_prefix_space: false,
    trim_offsets: false,
    use_regex: false,
  }
  const vocab = Object.fromEntries(tokens.map((token, at) => [token, at]))
  const tokenizer = new BytePairTokenizer(
    {
      added_tokens: [],
      normalizer: null,
      pre_tokenizer: { type: 'Sequence', pretokenizers: [...patterns, bytes] },
      post_processor: null,
      decoder: null,
      model: { type: 'BPE', vocab, merges, ignore_merges: split.startsWith('llama') },
    },
    {},
  )
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length
}

/** Counts marks as one token each, and the text between them as text. */
function markedCounter(
  { tokens, marks }: Vocabulary,
  plain: (text: string) => number,
): (text: string) => number {
  const texts = marks.map((at) => tokens[at] ?? '').filter((mark) => mark !== '')
  if (texts.length === 0) return plain
  const longestFirst = texts.toSorted((one, other) => other.length - one.length)
  const pattern = new RegExp(`(${longestFirst.map(RegExp.escape).join('|')})`)
  // Splitting by a capturing group yields text and mark in turns.
  return (text) =>
    text.split(pattern).reduce((sum, part, at) => sum + (at % 2 === 1 ? 1 : plain(part)), 0)
}

type Messages = Extract<AnswerRequest['input'], { kind: 'chat' }>['messages']

/**
 * Returns a renderer of the chat template. Templates come from the model's authors; one that throws, as some do for
 * unknown roles, renders nothing.
 */
function renderer(text: string, { beginToken, endToken }: Vocabulary) {
  const template = parsed(text)
  return (messages: Messages): string | undefined => {
    try {
      return template?.render({
        messages,
        ...{ bos_token: beginToken, eos_token: endToken, add_generation_prompt: true },
      })
    } catch {
      // @NOTE the engine refuses the messages too, or renders them in its own way.
      return undefined
    }
  }
}

function parsed(text: string): Template | undefined {
  try {
    return new Template(text)
  } catch {
    // @NOTE the template uses a Jinja feature that is not supported here.
    return undefined
  }
}
