import { expect, it } from 'vitest'
import { createTokenizer } from './tokenizer.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Each character is a token, and pairs are merged by the list. */
it.each([
  ['gpt-2', 'a12 b', 3],
  ['smollm', 'a12 b', 4],
  ['qwen2', 'a12 b', 4],
  ['llama-bpe', 'a12 b', 3],
])('merges no pairs across the splits of %s in "%s"', (split, text, tokens) => {
  expect(createTokenizer(vocabularyWith(split)).text(text)).toBe(tokens)
})

it("counts a template's marks as one token each, and the same characters in a user's text as text", () => {
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

it('adds a margin if the template cannot be rendered', () => {
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
