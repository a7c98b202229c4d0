import { describe, expect, it } from 'vitest'
import { bytesOf, joined } from '../../test/blend-writer.ts'
import { ByteTape } from './byte-tape.ts'

describe('ByteTape', () => {
  it.each([1, 2, 3, 100])('reads by length, from chunks of %i bytes', async (length) => {
    await using tape = new ByteTape(pieces('abcdefgh', length))
    expect(await tape.read(3)).toEqual(bytesOf('abc'))
    await tape.skip(2)
    expect(await tape.read(2)).toEqual(bytesOf('fg'))
    expect(await tape.read(5)).toEqual(bytesOf('h'))
    expect(await tape.read(5)).toHaveLength(0)
  })

  it('reads nothing for a length of 0', async () => {
    await using tape = new ByteTape(pieces('ab', 1))
    expect(await tape.read(0)).toHaveLength(0)
    await expect(tape.read(-3)).rejects.toThrow(RangeError)
    expect(await tape.read(1)).toEqual(bytesOf('a'))
  })

  it('yields exactly the requested bytes, chunk by chunk', async () => {
    await using tape = new ByteTape(pieces('abcdefgh', 3))
    const parts: Uint8Array[] = []
    for await (const part of tape.parts(5)) parts.push(part)
    expect(joined(parts)).toEqual(bytesOf('abcde'))
    expect(await tape.read(1)).toEqual(bytesOf('f'))
  })

  it('closes its stream when it is disposed of', async () => {
    let isLetGo = false
    {
      await using tape = new ByteTape(
        watched(() => {
          isLetGo = true
        }),
      )
      await tape.read(1)
    }
    expect(isLetGo).toBe(true)
  })
})

async function* pieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield bytesOf(text.slice(at, at + length))
}

async function* watched(letGo: () => void) {
  try {
    for (;;) yield bytesOf('again')
  } finally {
    letGo()
  }
}
