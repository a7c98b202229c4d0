import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ownRuntime } from '../../../test/docker-manager.ts'
import { holdToContract, type RuntimeUnderTest } from '../../../test/runtime-contract.ts'
import { createImageSource } from '../../images/index.ts'

const image = 'gridloom/base:latest'

holdToContract('docker', setup)

describe('docker', () => {
  it('rejects a container that cannot start as start_failed', async () => {
    await using test = await setup()
    const { runtime, mark } = test
    const name = `contract-${mark}`
    const signal = AbortSignal.timeout(30_000)
    await runtime.createContainer(
      {
        name,
        image,
        network: 'none',
        hostname: 'h',
        labels: {},
        env: [],
        entrypoint: ['/no/such/program'],
        command: [],
        programs: {},
        nanoCpus: 1e9,
        cpus: undefined,
        memoryBytes: 64 * 1024 * 1024,
        pidsMax: 10,
        diskBytes: 100_000_000,
        views: [],
        dns: undefined,
        capabilities: [],
        gpuUuids: [],
      },
      signal,
    )
    // The engine's own init starts first, so a missing program may be an exit rather than a refusal.
    await runtime.startContainer(name, signal).catch((cause: unknown) => {
      expect(cause).toMatchObject({ code: 'start_failed', retry: 'never' })
    })
    await runtime.removeContainer(name, signal)
  })

  it('reports an unreachable registry', async () => {
    await using test = await setup()
    const seen: string[] = []
    const pull = test.runtime.pullImage(
      { image: 'registry.invalid/x:1' },
      (progress) => seen.push(progress.text),
      AbortSignal.timeout(30_000),
    )
    await expect(pull).rejects.toMatchObject({ code: 'registry_unreachable' })
    expect(seen).toEqual(['Requesting registry.invalid/x:1'])
  })
})

async function setup(): Promise<RuntimeUnderTest> {
  const mark = randomBytes(6).toString('hex')
  const runtime = await ownRuntime(`contract-${mark}`)
  await createImageSource({ runtime, dataDir: '/nowhere' }).ensure(
    { image },
    () => {},
    AbortSignal.timeout(60_000),
  )
  return { runtime, image, mark, [Symbol.asyncDispose]: async () => {} }
}
