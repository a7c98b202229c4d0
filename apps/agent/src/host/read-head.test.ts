import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { HeadMissing, readHead } from './read-head.ts'

const signal = new AbortController().signal
const lineOf = (held: Buffer) => held.indexOf('\n') + 1 || undefined

describe('the head of a stream', () => {
  it.each([
    ['in one part with the rest', ['head\nrest']],
    ['in parts', ['he', 'ad', '\nre', 'st']],
    ['with an end right after it', ['head\n', 'rest']],
  ])('is read %s, and no byte of the rest is lost', async (_, parts) => {
    const stream = new PassThrough()
    for (const part of parts) stream.write(part)
    stream.end()
    expect(String(await readHead(stream, { lengthOf: lineOf, signal }))).toBe('head\n')
    expect(await text(stream)).toBe('rest')
  })

  it('may be all', async () => {
    const stream = new PassThrough()
    stream.end('head\n')
    await readHead(stream, { lengthOf: lineOf, signal })
    expect(await text(stream)).toBe('')
  })

  it('is missing where the stream ends before', async () => {
    const stream = new PassThrough()
    stream.end('no end')
    const read = readHead(stream, { lengthOf: lineOf, signal })
    await expect(read).rejects.toThrow(new HeadMissing('ended'))
  })

  it('is missing where it is late', async () => {
    const limit = new AbortController()
    const read = readHead(new PassThrough(), { lengthOf: lineOf, signal: limit.signal })
    limit.abort()
    await expect(read).rejects.toThrow(new HeadMissing('late'))
  })
})
