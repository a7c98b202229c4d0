import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { createChunkReader } from './chunk-template.ts'
import { type ChunkContent, readChunk } from './chunks.ts'
import { createEventReader } from './event-reader.ts'
import { createTally } from './tally.ts'
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

/** Lines that may stand in an event: one with a line feed is two. */
const oneLine = line.filter((text) => !/[\r\n]/.test(text))

describe('a reader of the chunks of one answer', () => {
  it('reads each exactly as if it were parsed', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const reader = createChunkReader()
        for (const text of lines)
          expect(outcomeOf(reader.read, text)).toEqual(outcomeOf(readChunk, text))
      }),
    )
  })

  it('parses none that differs from one before by plain content alone', () => {
    const chunkOf = (text: string) => JSON.stringify({ choices: [{ delta: { content: text } }] })
    const reader = createChunkReader()
    reader.read(chunkOf('a'))
    const parse = vi.spyOn(JSON, 'parse')
    const texts = Array.from({ length: 100 }, (_, at) => reader.read(chunkOf(` word ${at}`)).text)
    const parsed = parse.mock.calls.length
    parse.mockRestore()
    expect(texts.at(-1)).toBe(' word 99')
    expect(parsed).toBe(0)
  })

  it('tries chunks that differ by more, as by their usage so far, a few times only', () => {
    const reader = createChunkReader()
    const parse = vi.spyOn(JSON, 'parse')
    for (let at = 0; at < 100; at += 1)
      reader.read(
        JSON.stringify({
          choices: [{ delta: { content: 'a' } }],
          usage: { prompt_tokens: 3, completion_tokens: at },
        }),
      )
    const parsed = parse.mock.calls.length
    parse.mockRestore()
    expect(parsed).toBeLessThan(110)
  })

  it('reads events that came together as if each had come alone', () => {
    const events = fc.array(fc.tuple(oneLine, fc.constantFrom('\n\n', '\r\n\r\n', '\n')), {
      maxLength: 20,
    })
    const cuts = fc.array(fc.nat(400), { maxLength: 5 })
    fc.assert(
      fc.property(events, cuts, (written, lengths) => {
        const bytes = Buffer.from(written.map(([data, end]) => `data: ${data}${end}`).join(''))
        expect(readStream(inParts(bytes, lengths), 'runs')).toEqual(
          readStream(inParts(bytes, lengths), 'each'),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('reads as many as came together in one go', () => {
    const chunkOf = (text: string) => JSON.stringify({ choices: [{ delta: { content: text } }] })
    const eventOf = (text: string) => `data: ${chunkOf(text)}\n\n`
    const reader = createChunkReader()
    reader.read(chunkOf('a'))
    const plain = ['b ', 'ć', ' d'].map(eventOf).join('')
    const text = `: a comment\n\n${plain}${eventOf('"')}${eventOf('e')}`
    const at = text.indexOf('data: ')
    expect(reader.readRun(text, at)).toMatchObject({
      content: { text: 'b ć d', chunks: 3 },
      end: at + plain.length,
    })
    expect(reader.readRun(text, 0)).toBeUndefined()
  })

  it('reads chunks that say more than their text one by one', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 4 }
    const said = { choices: [{ delta: { content: 'a' } }], usage }
    const reader = createChunkReader()
    reader.read(JSON.stringify(said))
    expect(reader.readRun(`data: ${JSON.stringify(said)}\n\n`, 0)).toBeUndefined()
  })
})

function inParts(bytes: Buffer, lengths: readonly number[]): Buffer[] {
  const parts: Buffer[] = []
  let at = 0
  for (const length of lengths) {
    parts.push(bytes.subarray(at, at + length))
    at += length
  }
  return [...parts, bytes.subarray(at)]
}

/** Returns text, tokens and the end of an answer that arrives in parts; up to the first broken chunk. */
function readStream(parts: readonly Buffer[], how: 'runs' | 'each') {
  const reader = createChunkReader()
  const events = createEventReader()
  const tally = createTally()
  let text = ''
  const add = (content: ChunkContent) => {
    text += `${tally.add(content).text}${content.reasoning}`
  }
  const skip = (said: string, at: number) => {
    const run = reader.readRun(said, at)
    if (run !== undefined) add(run.content)
    return run?.end ?? at
  }
  const problem = outcomeOf(() => {
    for (const part of parts)
      events.push(part, (data) => add(reader.read(data)), how === 'runs' ? skip : undefined)
  }, '')
  return { text, problem, end: tally.end() }
}
