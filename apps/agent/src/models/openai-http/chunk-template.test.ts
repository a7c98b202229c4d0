import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createChunkReader } from './chunk-template.ts'
import { readChunk } from './chunks.ts'
import { UpstreamBroken } from './upstream-broken.ts'

/** Texts with everything that JSON escapes. */
const content = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '"', '\\', '\n', '","content":"', 'gridloom chunk template'),
)
const delta = fc.oneof(
  content.map((text) => ({ content: text })),
  content.map((text) => ({ role: 'assistant', content: text })),
  content.map((text) => ({ content: null, reasoning_content: text })),
  fc.constant({ tool_calls: [{ index: 0, function: { arguments: '"content":"a"' } }] }),
)
const chunk = fc
  .record({
    choices: fc.array(
      fc.record(
        { index: fc.constant(0), delta, finish_reason: fc.constantFrom(null, 'stop', 'length') },
        { requiredKeys: ['delta'] },
      ),
      { maxLength: 2 },
    ),
    usage: fc.constantFrom(null, { prompt_tokens: 3, completion_tokens: 4 }),
  })
  .map((value) => JSON.stringify(value))
/** Chunks that differ by what stands between two quotes alone, whether it is JSON or not. */
const similar = fc
  .array(fc.constantFrom('a', ' ', '\\n', '\\"', '"', '\\', '\t', 'é'), { maxLength: 3 })
  .map((units) => `{"choices":[{"delta":{"content":"${units.join('')}"}}]}`)
const line = fc.oneof(
  { weight: 4, arbitrary: chunk },
  { weight: 8, arbitrary: similar },
  fc.constantFrom(
    '{',
    '{"choices":[{"delta":{"content":"a","content":"b"}}]}',
    '{"choices":[{"delta":{"content":"a\u0001"}}]}',
    '{"choices":[{"delta":{"content":"a"b"}}]}',
    '{"content":"a","choices":[{"delta":{"content":"b"}}]}',
  ),
)

function outcomeOf(read: (text: string) => unknown, text: string): unknown {
  try {
    return read(text)
  } catch (error) {
    if (error instanceof UpstreamBroken) return { problem: error.message }
    throw error
  }
}

describe('a reader of the chunks of one answer', () => {
  it('reads each exactly as if it were parsed', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const reader = createChunkReader()
        for (const text of lines)
          expect(outcomeOf(reader, text)).toEqual(outcomeOf(readChunk, text))
      }),
    )
  })

  it('parses none that differs from one before by plain content alone', () => {
    const chunkOf = (text: string) => JSON.stringify({ choices: [{ delta: { content: text } }] })
    const reader = createChunkReader()
    reader(chunkOf('a'))
    const parse = vi.spyOn(JSON, 'parse')
    const texts = Array.from({ length: 100 }, (_, at) => reader(chunkOf(` word ${at}`)).text)
    const parsed = parse.mock.calls.length
    parse.mockRestore()
    expect(texts.at(-1)).toBe(' word 99')
    expect(parsed).toBe(0)
  })

  it('tries chunks that differ by more, as by their usage so far, a few times only', () => {
    const reader = createChunkReader()
    const parse = vi.spyOn(JSON, 'parse')
    for (let at = 0; at < 100; at += 1)
      reader(
        JSON.stringify({
          choices: [{ delta: { content: 'a' } }],
          usage: { prompt_tokens: 3, completion_tokens: at },
        }),
      )
    const parsed = parse.mock.calls.length
    parse.mockRestore()
    expect(parsed).toBeLessThan(110)
  })
})
