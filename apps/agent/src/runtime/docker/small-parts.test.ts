import { describe, expect, it } from 'vitest'
import { splitReference } from './image-events.ts'
import { jsonLines } from './json-lines.ts'
import { innerId } from './kill-process.ts'
import { engineTime } from './logs.ts'

describe('splitReference', () => {
  it.each([
    ['debian', 'debian', 'latest'],
    ['debian:12', 'debian', '12'],
    ['registry:5000/a/b', 'registry:5000/a/b', 'latest'],
    ['registry:5000/a/b:1', 'registry:5000/a/b', '1'],
    ['a/b:1@sha256:ff', 'a/b', 'sha256:ff'],
  ])('splits %s into %s and %s', (image, repository, tag) => {
    expect(splitReference(image)).toEqual({ repository, tag })
  })
})

describe('engineTime', () => {
  it.each([
    ['2026-01-01T00:00:00Z', '1767225600.000000000'],
    ['2026-01-01T00:00:00.5Z', '1767225600.500000000'],
    ['2026-01-01T00:00:00.123456789Z', '1767225600.123456789'],
    ['2026-01-01T01:00:00.000000001+01:00', '1767225600.000000001'],
  ])('converts %s to %s', (at, expected) => {
    expect(engineTime(at)).toBe(expected)
  })
})

describe('jsonLines', () => {
  it('reads lines split across chunks, and characters split across bytes', async () => {
    const whole = bytesOf('{"a":"é"}\r\n\n{"b":2}')
    const read = await Array.fromAsync(jsonLines(inPieces(whole, 3)))
    expect(read).toEqual([{ a: 'é' }, { b: 2 }])
  })

  it('skips a truncated last line', async () => {
    expect(await Array.fromAsync(jsonLines(inPieces(bytesOf('{"a":1}\n{"b"'), 4)))).toEqual([
      { a: 1 },
    ])
  })
})

describe('innerId', () => {
  it("returns a process's id in its innermost namespace", () => {
    expect(innerId('Name:\tsleep\nNSpid:\t4711\t23\t7\nVmPeak: 1')).toBe(7)
  })

  it('returns undefined for a status without one', () => {
    expect(innerId('Name:\tsleep\n')).toBeUndefined()
  })
})

async function* inPieces(bytes: Buffer, length: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text)
}
