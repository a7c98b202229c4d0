import { describe, expect, it } from 'vitest'
import { createOutputReader, shellCommand, withPart } from './exec-output.ts'

describe('reading a command’s output', () => {
  it('decodes each piece', () => {
    const read = createOutputReader()
    expect(read(piece('stdout', 'hello\n'))).toEqual({ stream: 'stdout', text: 'hello\n' })
  })

  it('keeps a character intact that is split between two pieces', () => {
    const word = 'grüß'
    const read = createOutputReader()
    const bytes = Buffer.from(word)
    const first = read({ stream: 'stdout', base64: bytes.subarray(0, 3).toString('base64') })
    const second = read({ stream: 'stdout', base64: bytes.subarray(3).toString('base64') })
    expect(first.text + second.text).toBe(word)
  })

  it('decodes the two streams independently', () => {
    const message = 'ü'
    const read = createOutputReader()
    const half = Buffer.from(message)
    read({ stream: 'stdout', base64: half.subarray(0, 1).toString('base64') })
    expect(read(piece('stderr', 'ok')).text).toBe('ok')
    const rest = read({ stream: 'stdout', base64: half.subarray(1).toString('base64') })
    expect(rest.text).toBe(message)
  })

  it('shows invalid UTF-8 as replacement characters', () => {
    const read = createOutputReader()
    const base64 = Buffer.from([0xff, 0x41]).toString('base64')
    expect(read({ stream: 'stdout', base64 }).text).toBe('\ufffdA')
  })
})

describe('joining pieces', () => {
  it('appends to the last part of the same stream', () => {
    const once = withPart([], { stream: 'stdout', text: 'a' })
    expect(withPart(once, { stream: 'stdout', text: 'b' })).toEqual([
      { stream: 'stdout', text: 'ab', number: 0 },
    ])
  })

  it('starts a new part when the stream changes', () => {
    const once = withPart([], { stream: 'stdout', text: 'a' })
    const twice = withPart(once, { stream: 'stderr', text: 'b' })
    const thrice = withPart(twice, { stream: 'stdout', text: 'c' })
    expect(thrice.map(({ number, stream }) => [number, stream])).toEqual([
      [0, 'stdout'],
      [1, 'stderr'],
      [2, 'stdout'],
    ])
  })

  it('leaves out empty pieces', () => {
    expect(withPart([], { stream: 'stdout', text: '' })).toEqual([])
  })
})

describe('a command line', () => {
  it('is run by a shell, so that pipes work', () => {
    expect(shellCommand('ls | wc -l')).toEqual(['sh', '-c', 'ls | wc -l'])
  })
})

function piece(stream: 'stdout' | 'stderr', text: string) {
  return { stream, base64: Buffer.from(text).toString('base64') }
}
