import { describe, expect, it } from 'vitest'
import { newInstanceId } from '../../../test/docker-manager.ts'
import { holdToContract } from '../../../test/runtime-contract.ts'
import { RuntimeFailure } from '../failure.ts'
import { createFakeRuntime } from './index.ts'

const image = 'gridloom/base:latest'

holdToContract('fake', async () => ({
  runtime: createFakeRuntime({ images: [image] }),
  image,
  mark: 'one',
  [Symbol.asyncDispose]: async () => {},
}))

describe('fake', () => {
  it('fails the next call as requested, and only that one', async () => {
    const runtime = createFakeRuntime({ images: [] })
    runtime.control.failNext('pullImage', new RuntimeFailure('registry_denied', 'no'))
    const signal = AbortSignal.timeout(1_000)
    await expect(runtime.pullImage({ image: 'a' }, () => {}, signal)).rejects.toMatchObject({
      code: 'registry_denied',
    })
    await runtime.pullImage({ image: 'a' }, () => {}, signal)
    expect(await runtime.imageId('a:latest', signal)).toBe('a:latest')
  })

  it('is unreachable on request, also for event listeners', async () => {
    const runtime = createFakeRuntime()
    const signal = AbortSignal.timeout(1_000)
    const events = Array.fromAsync(runtime.events('any', signal))
    const received = expect(events).rejects.toMatchObject({ code: 'engine_unreachable' })
    await Promise.resolve()
    runtime.control.setReachable('away')
    await received
    const listing = runtime.listContainers('any', signal)
    await expect(listing).rejects.toMatchObject({ retry: 'later' })
  })

  it('names an unknown instance in its error', () => {
    const id = newInstanceId()
    const { control } = createFakeRuntime()
    expect(() => control.exit(id, 0)).toThrow(`the fake has no container for ${id}`)
  })
})
