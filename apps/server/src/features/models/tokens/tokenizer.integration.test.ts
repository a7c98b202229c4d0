import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readGgufMetadata } from './gguf-metadata.ts'
import { createTokenizer } from './tokenizer.ts'
import { vocabularyOf } from './vocabulary.ts'

const tinyModel = fileURLToPath(
  new URL(
    '../../../../../../packages/testkit/fixtures/models/tinychat-1m-q8.gguf',
    import.meta.url,
  ),
)

/** The counts of llama.cpp with this model. */
const counted: [string, number][] = [
  ['Hello', 1],
  ['The capital of France is Paris.', 12],
  [' two  spaces', 7],
  ['a\n\nb\tc', 6],
  ['émigré 😀 日本語', 22],
  ['x'.repeat(50), 50],
  ["I'm 12345", 9],
  ['', 0],
]

it('counts texts as llama.cpp does', async () => {
  const tokenizer = await tiny()
  for (const [text, tokens] of counted) expect([text, tokenizer.text(text)]).toEqual([text, tokens])
})

it("counts a chat with its template's marks, and at most eight for each message", async () => {
  const { promptMax } = await tiny()
  const hello = { role: 'user' as const, content: 'Hello' }
  expect(promptMax({ kind: 'chat', messages: [hello] })).toBe(1 + 8 + 8)
  const many = Array.from({ length: 10 }, () => hello)
  expect(promptMax({ kind: 'chat', messages: many })).toBe(10 * (1 + 8) + 8)
  expect(promptMax({ kind: 'text', prompt: 'Hello' })).toBe(2)
})

it('counts a megabyte in parts that add almost no tokens', async () => {
  const { text } = await tiny()
  const sentence = 'The capital of France is Paris. '
  const times = 30_000
  const once = text(sentence.repeat(200)) / 200
  expect(text(sentence.repeat(times)) / (once * times)).toBeCloseTo(1, 2)
})

async function tiny() {
  const file = await open(tinyModel)
  const head = Buffer.alloc(64 * 1024)
  await file.read(head, 0, head.length, 0)
  await file.close()
  const metadata = readGgufMetadata(head)
  const vocabulary = metadata === undefined ? undefined : vocabularyOf(metadata)
  if (vocabulary === undefined) throw new Error('the tiny model has no vocabulary')
  return createTokenizer(vocabulary)
}
