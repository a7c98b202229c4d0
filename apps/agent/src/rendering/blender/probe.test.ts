import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Execute } from '../../host/execute.ts'
import type { BlenderEnvironment } from './open-scene.ts'
import { probeRenderEngine } from './probe.ts'

describe('probing Blender', () => {
  it('combines the answers of its engines', async () => {
    await using test = await setup({
      cycles: {
        renders: true,
        version: '4.2.0',
        features: ['usd'],
        devices: [{ kind: 'optix', name: 'NVIDIA RTX' }],
        denoisers: ['openimagedenoise'],
      },
      eevee: { renders: false },
      workbench: { renders: true },
    })
    expect(await test.probe()).toEqual({
      capability: {
        driver: 'blender',
        blender_version: '4.2.0',
        engines: ['cycles', 'workbench'],
        devices: [
          { kind: 'cpu', name: expect.any(String) },
          { kind: 'optix', name: 'NVIDIA RTX' },
        ],
        denoisers: ['openimagedenoise', 'optix'],
        features: ['usd'],
        threads: expect.any(Number),
        sandbox: 'bubblewrap',
      },
    })
  })

  it('leaves out an engine that crashed Blender', async () => {
    await using test = await setup({
      cycles: { renders: true, version: '3.4.1' },
      workbench: { renders: true },
    })
    const facts = await test.probe()
    expect(facts).toMatchObject({ capability: { engines: ['cycles', 'workbench'] } })
  })

  it('reports a Blender that does not start, and leaves nothing behind', async () => {
    await using test = await setup({})
    expect(await test.probe()).toEqual({
      missing: 'Blender (/opt/blender/blender) does not start in the sandbox.',
    })
    expect(await readdir(test.root)).toEqual([])
  })
})

type Answers = Partial<Record<'cycles' | 'eevee' | 'workbench', object>>

const Order = z.object({ marker: z.string(), engine: z.enum(['cycles', 'eevee', 'workbench']) })

/** A fake Blender that reads the order in its sandbox, and gives these answers. */
async function setup(answers: Answers) {
  const root = await mkdtemp(join(tmpdir(), 'gridloom-probe-'))
  const execute: Execute = async (argv) => {
    const folder = argv[argv.lastIndexOf('/in') - 1] ?? ''
    const order = Order.parse(JSON.parse(await readFile(join(folder, 'order.json'), 'utf8')))
    const answer = answers[order.engine]
    const said = answer === undefined ? '' : `${order.marker} ${JSON.stringify(answer)}\n`
    const stdout = `Blender\nSaved: '/out/try.png'\n${said}`
    return { exitCode: answer === undefined ? 139 : 0, stdout, stderr: '', failure: undefined }
  }
  const environment: BlenderEnvironment = {
    engine: { driver: 'blender', program: '/opt/blender/blender', folders: ['/opt/blender'] },
    sandbox: {
      means: { mode: 'user_namespace', disablesUserns: true },
      ...{ system: [], seccomp: new Uint8Array(), cgroups: undefined },
    },
    ...{ gpuNodes: [], workFolder: root, memoryMibMax: 1_000, clock: systemClock },
  }
  return {
    root,
    probe: () => probeRenderEngine(environment, execute, new AbortController().signal),
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}
