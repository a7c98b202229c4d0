import { describe, expect, it } from 'vitest'
import { gguf, latin1, text, u32, u64 } from '../../../../test/gguf.ts'
import { readGgufMetadata } from './gguf-metadata.ts'
import { vocabularyOf } from './vocabulary.ts'

describe('the head of a GGUF file', () => {
  it('is parsed into keys and values of any type', () => {
    const head = gguf([
      ['name', text('Tiny')],
      ['yes', [u32(7), Buffer.of(1)]],
      ['list', [u32(9), u32(4), u64(2), u32(5), u32(6)]],
    ])
    const read = readGgufMetadata(head)
    expect([...(read ?? [])]).toEqual([
      ['name', 'Tiny'],
      ['yes', true],
      ['list', [5, 6]],
    ])
  })

  it('needs more bytes wherever it is cut off', () => {
    const head = gguf([['name', text('Tiny')]])
    for (let bytes = 0; bytes < head.length; bytes += 1)
      expect(readGgufMetadata(head.subarray(0, bytes))).toBeUndefined()
  })

  it.each<[string, Buffer]>([
    ['it is no GGUF file', latin1('PK'.padEnd(40))],
    ['it has GGUF version 9', Buffer.concat([latin1('GGUF'), u32(9), Buffer.alloc(40)])],
    ['unknown type 99', gguf([['name', [u32(99)]]])],
    ['lists of lists', gguf([['name', [u32(9), u32(9), u64(1)]]])],
    ['are the most', gguf([['name', [u32(9), u32(4), u64(3_000_000_000)]]])],
    ['are the most', gguf([['name', [u32(8), u64(2 ** 40)]]])],
  ])('is rejected with the error "%s"', (why, head) => {
    expect(() => readGgufMetadata(head)).toThrow(why)
  })
})

describe('a vocabulary', () => {
  it('is undefined for an unsupported tokenizer', () => {
    const tokens = ['a', 'b']
    const of = (model: string, pre: string) =>
      vocabularyOf(
        new Map<string, string | string[]>([
          ['tokenizer.ggml.model', model],
          ['tokenizer.ggml.pre', pre],
          ['tokenizer.ggml.tokens', tokens],
        ]),
      )
    expect(of('bert', 'default')).toBeUndefined()
    expect(of('gpt2', 'of tomorrow')).toBeUndefined()
    expect(of('gpt2', 'smollm')).toMatchObject({ kind: 'bpe', tokens, begin: null })
    expect(vocabularyOf(new Map())).toBeUndefined()
  })
})
