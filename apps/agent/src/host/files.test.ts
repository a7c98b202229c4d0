import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canWriteIn, modeOf, readTextIfThere, spaceOf, writeWhole } from './files.ts'

describe('writeWhole', () => {
  it('replaces a file and leaves nothing beside it', async () => {
    await using folder = await setup()
    await writeWhole(folder.path('a/state.json'), 'one')
    await writeWhole(folder.path('a/state.json'), 'two')
    expect(await readTextIfThere(folder.path('a/state.json'))).toBe('two')
    expect(await readdir(folder.path('a'))).toEqual(['state.json'])
  })

  it('sets the requested mode, also where the file was more open before', async () => {
    await using folder = await setup()
    await writeFile(folder.path('key'), 'old', { mode: 0o666 })
    await writeWhole(folder.path('key'), 'new', 0o600)
    expect(await modeOf(folder.path('key'))).toBe(0o600)
  })
})

describe('reading', () => {
  it('distinguishes a missing file from an empty one', async () => {
    await using folder = await setup()
    await writeFile(folder.path('empty'), '')
    expect(await readTextIfThere(folder.path('empty'))).toBe('')
    expect(await readTextIfThere(folder.path('none'))).toBeUndefined()
    expect(await modeOf(folder.path('none'))).toBeUndefined()
  })

  it('throws any error other than a missing file', async () => {
    await using folder = await setup()
    await expect(readTextIfThere(folder.path('.'))).rejects.toMatchObject({ code: 'EISDIR' })
  })
})

describe('probing', () => {
  it('creates the folder that it checks', async () => {
    await using folder = await setup()
    expect(await canWriteIn(folder.path('new/deep'))).toBe(true)
  })

  it('reports a folder as not writable where a file is in its path', async () => {
    await using folder = await setup()
    await writeFile(folder.path('file'), '')
    expect(await canWriteIn(folder.path('file/inside'))).toBe(false)
  })

  it('returns total and free space in decimal GB', async () => {
    const { totalGb, freeGb } = await spaceOf(tmpdir())
    expect(totalGb).toBeGreaterThan(0.1)
    expect(freeGb).toBeLessThanOrEqual(totalGb)
  })
})

async function setup() {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-files-'))
  return {
    path: (name: string) => join(root, name),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  }
}
