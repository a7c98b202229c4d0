import { parentPort } from 'node:worker_threads'
import type { AnswerRequest } from '@gridloom/contract/agent/models'
import { createTokenizer, type Tokenizer } from './tokenizer.ts'
import { Vocabulary } from './vocabulary.ts'
import { VocabularyUnavailable } from './vocabulary-unavailable.ts'

/** Something to count. */
export type Countable =
  | { kind: 'text'; text: string }
  | { kind: 'texts'; texts: readonly string[] }
  /** The most tokens of a prompt, with the marks of a template. */
  | { kind: 'prompt'; input: AnswerRequest['input'] }

/** Orders to the thread, each answered by one {@link TokenCountResult} before the next is sent; `forget` is not answered. */
export type CountOrder =
  /** Loads a vocabulary as JSON, for later counts. */
  | { kind: 'learn'; key: string; vocabulary: string }
  | { kind: 'forget'; key: string }
  | { kind: 'count'; key: string; what: Countable }

/** For `learn`, the size of the vocabulary. `problem`: it is invalid, or cannot count the text. */
export type TokenCountResult = { tokens: number } | { problem: string }

const tokenizers = new Map<string, Tokenizer>()

parentPort?.on('message', (order: CountOrder) => {
  if (order.kind === 'forget') tokenizers.delete(order.key)
  else parentPort?.postMessage(answerTo(order))
})

function answerTo(order: Exclude<CountOrder, { kind: 'forget' }>): TokenCountResult {
  try {
    return { tokens: order.kind === 'learn' ? learn(order) : count(order) }
  } catch (error) {
    // @NOTE the error is returned to the caller: one bad file must not end the counting of other models.
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

function learn({ key, vocabulary }: Extract<CountOrder, { kind: 'learn' }>): number {
  const known = Vocabulary.parse(JSON.parse(vocabulary))
  tokenizers.set(key, createTokenizer(known))
  return known.tokens.length
}

function count({ key, what }: Extract<CountOrder, { kind: 'count' }>): number {
  const tokenizer = tokenizers.get(key)
  if (tokenizer === undefined) throw new VocabularyUnavailable('its vocabulary is not here')
  switch (what.kind) {
    case 'text':
      return tokenizer.text(what.text)
    case 'texts':
      return what.texts.reduce((sum, text) => sum + tokenizer.text(text), 0)
    case 'prompt':
      return tokenizer.promptMax(what.input)
  }
}
