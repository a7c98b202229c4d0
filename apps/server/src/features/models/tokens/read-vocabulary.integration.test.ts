import { createTestClock } from '@gridloom/async/test-clock'
import { expect, it } from 'vitest'
import { gguf, text, u32, u64 } from '../../../../test/gguf.ts'
import { readVocabulary } from './read-vocabulary.ts'
import { Vocabulary } from './vocabulary.ts'

const reading = { clock: createTestClock(), signal: new AbortController().signal }
const list = (...texts: string[]) => [
  ...[u32(9), u32(8), u64(texts.length)],
  ...texts.map((one) => Buffer.concat(text(one).slice(1))),
]
const head = gguf([
  ['tokenizer.ggml.model', text('gpt2')],
  ['tokenizer.ggml.pre', text('smollm')],
  ['tokenizer.ggml.tokens', list('a', 'b')],
])

const ones = () => [u32(9), u32(0), u64(1_000_000), Buffer.alloc(1_000_000, 1)]

it('reads the vocabulary in the head of a file', async () => {
  const read = await readVocabulary(head, reading)
  if (read.kind !== 'vocabulary') throw new Error(read.kind)
  expect(Vocabulary.parse(JSON.parse(read.json ?? ''))).toMatchObject({ tokens: ['a', 'b'] })
})

it('reports a head that is cut off, and one without a supported vocabulary', async () => {
  expect(await readVocabulary(head.subarray(0, -1), reading)).toEqual({ kind: 'ends_early' })
  const other = gguf([['tokenizer.ggml.model', text('bert')]])
  expect(await readVocabulary(other, reading)).toEqual({ kind: 'vocabulary', json: null })
})

it.each([
  ['no model', Buffer.alloc(100), 'no GGUF'],
  // One byte of the file per value, and sixteen of memory.
  [
    'made to fill the memory',
    gguf(Array.from({ length: 16 }, (_, at) => [`${at}`, ones()])),
    'memory',
  ],
])('rejects a file that is %s', async (_, bytes, why) => {
  await expect(readVocabulary(bytes, { ...reading, heapMiBMax: 32 })).rejects.toThrow(why)
})

it('rejects after 30 s', async () => {
  const clock = createTestClock()
  const read = readVocabulary(head, { ...reading, clock })
  const refused = expect(read).rejects.toThrow('takes too long')
  await clock.advance(30_000)
  await refused
})
