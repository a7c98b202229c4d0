import { parentPort } from 'node:worker_threads'
import type { AnswerRequest } from '@gridloom/contract/agent/inference'
import { createTokenizer, type Tokenizer } from './tokenizer.ts'
import { Vocabulary } from './vocabulary.ts'

/** What is to be counted. */
export type Countable =
  | { kind: 'text'; text: string }
  | { kind: 'texts'; texts: readonly string[] }
  /** The most that it can be, with the marks of a template. */
  | { kind: 'prompt'; input: AnswerRequest['input'] }

/** An order to the thread. `vocabulary`: its JSON, at the first use of a key. */
export interface CountOrder {
  id: number
  key: string
  vocabulary?: string
  what: Countable
}

/** `null`: its vocabulary is not here, or is none. */
export interface Counted {
  id: number
  tokens: number | null
}

const tokenizers = new Map<string, Tokenizer>()

parentPort?.on('message', (order: CountOrder) => {
  const counted: Counted = { id: order.id, tokens: count(order) ?? null }
  parentPort?.postMessage(counted)
})

function count({ key, vocabulary, what }: CountOrder): number | undefined {
  if (vocabulary !== undefined)
    tokenizers.set(key, createTokenizer(Vocabulary.parse(JSON.parse(vocabulary))))
  const tokenizer = tokenizers.get(key)
  if (tokenizer === undefined) return undefined
  switch (what.kind) {
    case 'text':
      return tokenizer.text(what.text)
    case 'texts':
      return what.texts.reduce((sum, text) => sum + tokenizer.text(text), 0)
    case 'prompt':
      return tokenizer.promptMax(what.input)
  }
}
