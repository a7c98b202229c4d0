import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { holdToContract, type RuntimeUnderTest } from '../../../test/runtime-contract.ts'
import { systemClock } from '../../host/clock.ts'
import { createImageSource } from '../../images/index.ts'
import { createRuntime } from '../index.ts'

const socket = '/run/podman/podman.sock'
const image = 'gridloom/base:latest'

// Docker is the engine that every machine of ours has; Podman is held to the same contract where it listens.
describe.runIf(existsSync(socket))('with a Podman service', () => {
  holdToContract('podman', setup)

  it('is known for what it is', async () => {
    await using test = await setup()
    const { engine } = await test.runtime.probe(AbortSignal.timeout(10_000))
    expect(engine.kind).toBe('podman')
  })
})

async function setup(): Promise<RuntimeUnderTest> {
  const dockerHost = `unix://${socket}`
  const where = { clock: systemClock, dockerHost, runtimeDir: undefined }
  const runtime = await createRuntime('docker', where)
  const ensureImage = createImageSource({ runtime, dataDir: '/nowhere' })
  await ensureImage(image, () => {}, AbortSignal.timeout(60_000))
  const mark = randomBytes(6).toString('hex')
  return { runtime, image, mark, [Symbol.asyncDispose]: async () => {} }
}
