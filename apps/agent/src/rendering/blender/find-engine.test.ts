import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Execute } from '../../host/execute.ts'
import { findRenderEngine } from './find-engine.ts'

describe('the engine', () => {
  it('is the configured program, with its own folder', async () => {
    await using test = await setup()
    expect(await test.find({ blender: test.link })).toEqual({
      engine: { driver: 'blender', program: test.program, folders: [join(test.path, 'blender-9')] },
    })
  })

  it('is reported as missing if the configured program does not exist', async () => {
    await using test = await setup()
    const found = await test.find({ blender: '/no/blender' })
    expect(found).toMatchObject({
      missing: 'GRIDLOOM_BLENDER: no program at /no/blender',
      remedy: expect.stringContaining('GRIDLOOM_BLENDER'),
    })
  })

  it('is a Python with the module bpy, with its outermost folders', async () => {
    await using test = await setup()
    const folders = [test.path, join(test.path, 'blender-9'), '/usr/lib']
    const found = await test.find(
      { bpyPython: '/py' },
      { executable: '/py', folders, has_bpy: true },
    )
    expect(found).toEqual({ engine: { driver: 'bpy', program: '/py', folders: [test.path] } })
  })

  it('is not a Python without the module, and the remedy is named', async () => {
    await using test = await setup()
    const facts = { executable: '/py', folders: [], has_bpy: false }
    expect(await test.find({ bpyPython: '/py' }, facts)).toEqual({
      missing: '/py does not have the module bpy',
      remedy: '/py -m pip install bpy',
    })
    expect(await test.find({ bpyPython: '/py' })).toMatchObject({ missing: '/py not found' })
  })
})

async function setup() {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'gridloom-engine-')))
  const program = join(path, 'blender-9/blender')
  const link = join(path, 'blender')
  await mkdir(join(path, 'blender-9'))
  await writeFile(program, '')
  await chmod(program, 0o755)
  await symlink(program, link)
  const answering =
    (facts: object | undefined): Execute =>
    async () => ({
      exitCode: facts === undefined ? null : 0,
      stdout: JSON.stringify(facts),
      stderr: '',
      failure: facts === undefined ? 'missing' : undefined,
    })
  return {
    ...{ path, program, link },
    find: (preferred: { blender?: string; bpyPython?: string }, facts?: object) =>
      findRenderEngine(
        answering(facts),
        { blender: preferred.blender, bpyPython: preferred.bpyPython },
        new AbortController().signal,
      ),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true }),
  }
}
