import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { threadsOfThisProcess } from '../../host/threads.ts'
import type { BlenderEnvironmentOptions } from './find-blender-environment.ts'
import { createBlenderRenderer, lookForBlender } from './index.ts'

describe('a machine without Blender', () => {
  it('reports that and the remedy instead of failing', async () => {
    await using test = await setup({ preferred: { blender: '/no/blender', bpyPython: undefined } })
    expect(await test.renderer.probe(never)).toEqual({
      missing: expect.stringMatching(
        /^GRIDLOOM_BLENDER: no program at \/no\/blender: .+apt-get install/,
      ),
    })
  })

  it('renders no canary', async () => {
    await using test = await setup({ preferred: { blender: '/no/blender', bpyPython: undefined } })
    const problem = { code: 'sandbox_missing', text: expect.stringContaining('/no/blender') }
    const limits = { piece_s_max: 1, no_progress_s_max: 1, memory_mib_max: null }
    const view = { turn_deg: 0, height_m: 2, lens_mm: 40 }
    const canary = { samples: 1, seed: 1, view }
    const drawn = test.renderer.canary({
      ...{ canary, outFile: '/none', threads: 1, device: 'cpu', signal: never },
      limits: { ...limits, output_bytes_max: 1 },
      onProgress: () => {},
    })
    await expect(drawn).rejects.toMatchObject({ name: 'RenderFailure', problem })
  })

  it('reports that its system cannot render', async () => {
    await using test = await setup({ platform: 'darwin' })
    expect(await test.renderer.probe(never)).toMatchObject({
      missing: expect.stringContaining('on Linux only'),
    })
  })

  it('reports why the search for Blender failed', async () => {
    await using test = await setup({
      execute: () => Promise.reject(new Error('no more processes')),
    })
    expect(await test.renderer.probe(never)).toEqual({
      missing: 'Finding Blender failed: Error: no more processes',
    })
  })
})

describe('the search for Blender', () => {
  it('leaves the folders of a running agent untouched', async () => {
    await using test = await setup({})
    await writeFile(join(test.folder, 'a-running-scene'), '')
    await lookForBlender(test.options, never)
    expect(await readdir(test.folder)).toEqual(['a-running-scene'])
  })
})

describe('the number of threads', () => {
  it('is at least one', () => {
    expect(threadsOfThisProcess()).toBeGreaterThanOrEqual(1)
  })
})

const never = new AbortController().signal

async function setup(changes: Partial<BlenderEnvironmentOptions>) {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-driver-'))
  const options: BlenderEnvironmentOptions = {
    workFolder: folder,
    preferred: { blender: '/bin/sh', bpyPython: undefined },
    isRoot: false,
    platform: 'linux',
    execute: async () => ({ exitCode: 0, stdout: '65534\n', stderr: '', failure: undefined }),
    clock: systemClock,
    ...changes,
  }
  return {
    ...{ folder, options, renderer: createBlenderRenderer(options) },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
