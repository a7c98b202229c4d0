import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { modeOf } from '../../host/files.ts'
import { clearWorkFolders, makeWorkFolder } from './work-folder.ts'

describe("a Blender's folder", () => {
  it('contains the scripts and the order, readable by the sandbox', async () => {
    await using test = await setup()
    await using folder = await makeWorkFolder(test.root, {
      scripts: ['worker', 'canary'],
      order: { marker: '@m' },
    })
    expect((await readdir(folder.path)).sort()).toEqual(['canary.py', 'order.json', 'worker.py'])
    expect(JSON.parse(await readFile(join(folder.path, 'order.json'), 'utf8'))).toEqual({
      marker: '@m',
    })
    expect(await readFile(join(folder.path, 'worker.py'), 'utf8')).toContain('import bpy')
    expect(await modeOf(join(folder.path, 'order.json'))).toBe(0o644)
  })

  it('is deleted when it is disposed of', async () => {
    await using test = await setup()
    const folder = await makeWorkFolder(test.root, { ...plain, scripts: [] })
    await folder[Symbol.asyncDispose]()
    expect(await readdir(test.root)).toEqual([])
  })

  it('is deleted if an earlier agent left it', async () => {
    await using test = await setup()
    await makeWorkFolder(join(test.root, 'work'), plain)
    await clearWorkFolders(join(test.root, 'work'))
    await clearWorkFolders(join(test.root, 'work'))
    expect(await readdir(test.root)).toEqual([])
  })
})

const plain = { scripts: ['worker'], order: {} } as const

async function setup() {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-work-'))
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true }) }
}
