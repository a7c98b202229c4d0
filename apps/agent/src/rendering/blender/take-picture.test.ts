import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { takePicture } from './take-picture.ts'

describe('a picture that is taken', () => {
  it('is copied whole, with its size and hash', async () => {
    await using test = await setup()
    const text = 'p'.repeat(200_000)
    await writeFile(test.from, text)
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect(await test.take()).toEqual({ bytes: 200_000, sha256 })
    expect(await readFile(test.to, 'utf8')).toBe(text)
    expect(await readdir(test.outside)).toEqual(['taken'])
  })

  it('is none where it is a link, a folder, a pipe, empty or not there', async () => {
    await using test = await setup()
    expect(await test.take()).toBe('missing')
    await symlink('/etc/hostname', test.from)
    expect(await test.take()).toBe('missing')
    await rm(test.from)
    await mkdir(test.from)
    expect(await test.take()).toBe('missing')
    await rm(test.from, { recursive: true })
    await promisify(execFile)('mkfifo', [test.from])
    expect(await test.take()).toBe('missing')
    await rm(test.from)
    await writeFile(test.from, '')
    expect(await test.take()).toBe('missing')
    expect(await readdir(test.outside)).toEqual([])
  })

  it('is none beyond the limit, and nothing of it stays', async () => {
    await using test = await setup()
    await writeFile(test.from, 'p'.repeat(1_001))
    expect(await test.take(1_000)).toBe('too_large')
    expect(await readdir(test.outside)).toEqual([])
    expect(await test.take(1_001)).toMatchObject({ bytes: 1_001 })
  })
})

async function setup() {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-picture-'))
  const outside = join(root, 'outside')
  await mkdir(outside)
  const from = join(root, 'made')
  const to = join(outside, 'taken')
  return {
    ...{ outside, from, to },
    take: (bytesMax = 1_000_000) => takePicture(from, to, bytesMax),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}
