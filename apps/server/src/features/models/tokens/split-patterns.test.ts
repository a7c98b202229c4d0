import { expect, it } from 'vitest'
import { createTokenizer } from './tokenizer.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Each letter is a token of its own, and pairs are merged as the list says. */
it.each([
  ['gpt-2', 'a12 b', 3],
  ['smollm', 'a12 b', 4],
  ['qwen2', 'a12 b', 4],
  ['llama-bpe', 'a12 b', 3],
])('merges no pairs across what %s splits: %s', (split, text, tokens) => {
  expect(createTokenizer(vocabularyWith(split)).text(text)).toBe(tokens)
})

it('counts marks of a template as one each, and what a person wrote of them as text', () => {
  const vocabulary = {
    ...vocabularyWith('gpt-2'),
    marks: [7],
    template: '<m>{{ messages[0].content }}<m>',
  }
  const tokenizer = createTokenizer(vocabulary)
  expect(tokenizer.text('<m>')).toBe(3)
  const message = { role: 'user' as const, content: 'ab'.repeat(50) }
  expect(tokenizer.promptMax({ kind: 'chat', messages: [message] })).toBe(50 * 2 + 8 + 8)
})

it('leaves room for what a template says that cannot be rendered', () => {
  const vocabulary = { ...vocabularyWith('gpt-2'), template: '{{ raise_exception("no") }}' }
  const message = { role: 'user' as const, content: 'a' }
  const { promptMax } = createTokenizer(vocabulary)
  expect(promptMax({ kind: 'chat', messages: [message] })).toBe(1 + 8 + 8 + 256)
})

function vocabularyWith(split: string): Vocabulary {
  return {
    ...{ kind: 'bpe', split, scores: [], begin: null, beginToken: '', endToken: '' },
    tokens: ['a', 'b', '1', '2', 'Ġ', '12', 'Ġb', '<m>', '<', 'm', '>'],
    merges: ['1 2', 'Ġ b'],
    ...{ marks: [], spacePrefix: false, template: null },
  }
}
