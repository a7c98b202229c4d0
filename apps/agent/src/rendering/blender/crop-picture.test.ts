import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pixelsOf } from '../../../test/read-png.ts'
import { cropPicture } from './crop-picture.ts'
import { writePng } from './png.ts'

const whole = { width: 4, height: 2 }
const region = { x: 2, y: 1, width: 2, height: 1 }

describe('a cropped picture', () => {
  it('has the pixels of its region, a new size and a new hash', async () => {
    await using test = await setup()
    const cropped = await cropPicture(test.path, whole, region)
    const file = await readFile(test.path)
    const sha256 = createHash('sha256').update(file).digest('hex')
    expect(cropped).toEqual({ bytes: file.length, sha256 })
    expect([...(await pixelsOf(test.path)).bytes]).toEqual([6, 7])
    expect(await readdir(test.folder)).toEqual(['picture.png'])
  })

  it('is deleted if its size is wrong', async () => {
    await using test = await setup()
    expect(await cropPicture(test.path, { width: 8, height: 2 }, region)).toBeUndefined()
    expect(await readdir(test.folder)).toEqual([])
  })
})

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-crop-'))
  const path = join(folder, 'picture.png')
  const kind = Buffer.of(8, 0, 0, 0, 0)
  const bytes = Buffer.of(0, 1, 2, 3, 4, 5, 6, 7)
  await writeFile(path, await writePng({ ...whole, kind, bytesPerPixel: 1, bytes }))
  return { folder, path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
