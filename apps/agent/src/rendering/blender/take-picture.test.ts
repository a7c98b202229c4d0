import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { takePicture } from './take-picture.ts'

describe('taking a picture', () => {
  it('copies it completely, with its size and hash, and then the next', async () => {
    await using test = await setup()
    for (const character of ['p', 'q']) {
      const text = character.repeat(200_000)
      const sha256 = createHash('sha256').update(text).digest('hex')
      const taken = test.take(200_000)
      for (let at = 0; at < text.length; at += 70_000) test.pipe.write(text.slice(at, at + 70_000))
      expect(await taken).toEqual({ bytes: 200_000, sha256 })
      expect(await readFile(test.to, 'utf8')).toBe(text)
      expect(await readdir(test.outside)).toEqual(['taken'])
    }
  })

  it('yields none if fewer bytes come than announced, and leaves no file', async () => {
    await using test = await setup()
    expect(await test.take(0)).toBeUndefined()
    const taken = test.take(1_000)
    test.pipe.end('p'.repeat(999))
    expect(await taken).toBeUndefined()
    expect(await readdir(test.outside)).toEqual([])
  })

  it('yields none if the pipe is cut off, also before', async () => {
    await using test = await setup()
    const taken = test.take(1_000)
    test.pipe.write('p')
    test.pipe.destroy()
    expect(await taken).toBeUndefined()
    expect(await test.take(1_000)).toBeUndefined()
    expect(await readdir(test.outside)).toEqual([])
  })

  it('copies no more bytes than announced', async () => {
    await using test = await setup()
    const taken = test.take(1_000)
    test.pipe.write('p'.repeat(5_000))
    expect(await taken).toMatchObject({ bytes: 1_000 })
    expect(await readFile(test.to, 'utf8')).toBe('p'.repeat(1_000))
  })
})

async function setup() {
  const outside = await mkdtemp(join(tmpdir(), 'gridloom-picture-'))
  const to = join(outside, 'taken')
  const pipe = new PassThrough()
  return {
    ...{ outside, to, pipe },
    take: (bytes: number) => takePicture(pipe, to, bytes),
    [Symbol.asyncDispose]: () => rm(outside, { recursive: true }),
  }
}
