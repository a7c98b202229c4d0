import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type RegistryOptions, startRegistry } from '@gridloom/testkit/registry'
import { startRegistryFront } from '@gridloom/testkit/registry-front'
import { describe, expect, it } from 'vitest'
import { ownRuntime } from '../../test/docker-manager.ts'
import type { TarEntry } from '../runtime/pack-tar.ts'
import type { PullLogin } from '../runtime/port.ts'
import { createImageSource } from './index.ts'
import { createRegistries } from './registries.ts'

const run = promisify(execFile)
const ada: PullLogin = { username: 'ada', password: 'the pässword of ada' }
const wrong: PullLogin = { username: 'ada', password: 'a guess' }

describe.each(['off', 'own'] as const)('a registry with a login, TLS %s', (tls) => {
  it('gives its image to this login alone, also while the machine has the image', async () => {
    await using machine = await setup({ login: ada, tls })
    const { host } = machine.registry
    const { image } = await machine.push()
    await machine.ensure(image, ada)
    expect((await run('docker', ['run', '--rm', image, 'cat', '/etc/mark'])).stdout).not.toBe('')
    await expect(machine.ensure(image, wrong)).rejects.toMatchObject({
      code: 'registry_login_refused',
      message: `${host} did not accept the user name and password of the template.`,
      retry: 'never',
    })
    // At 127.0.0.1 an engine tries http as well, and reports that instead.
    const code = tls === 'off' ? 'registry_denied' : 'registry_unreachable'
    await expect(machine.ensure(image)).rejects.toMatchObject({ code })
    await machine.ensure(image, ada)
    expect(await machine.shown()).not.toContain(image)
  })
})

it('has no image that a login may pull where there is none of the name', async () => {
  await using machine = await setup({ login: ada })
  const image = `${machine.registry.host}/team/none:1`
  await expect(machine.ensure(image, ada)).rejects.toMatchObject({
    code: 'image_not_found',
    message: `${machine.registry.host} has no image ${image}. Check the name and the tag.`,
  })
})

it('pulls the newer image of a tag', async () => {
  await using machine = await setup({ login: ada })
  const { image } = await machine.push()
  await machine.ensure(image, ada)
  const before = await machine.idOf(image)
  await machine.push()
  await machine.ensure(image, ada)
  expect(await machine.idOf(image)).not.toBe(before)
  machine.images.push(`sha256:${before}`)
})

it('needs no login where the registry asks for none', async () => {
  await using machine = await setup({})
  const { image } = await machine.push()
  await machine.ensure(image)
  expect(await machine.shown()).toContain(image)
})

it('refuses an image for another processor, and removes it', async () => {
  await using machine = await setup({ login: ada })
  const arm = await machine.push({ architecture: 'arm64' })
  await expect(machine.ensure(arm.image, ada)).rejects.toMatchObject({
    code: 'image_wrong_platform',
    message: `${arm.image} is for linux/arm64. This machine runs linux/amd64.`,
  })
  expect(await machine.idOf(arm.image)).toBeUndefined()
  const platform = { os: 'linux', architecture: 'arm64' }
  await machine.registry.pushIndex({ repository: 'team/a', tag: 'all' }, [{ image: arm, platform }])
  await expect(machine.ensure(`${machine.registry.host}/team/a:all`, ada)).rejects.toMatchObject({
    code: 'image_wrong_platform',
  })
})

it('says so where a registry limits pulls', async () => {
  await using machine = await setup({})
  await using front = await startRegistryFront(machine.registry)
  front.manifestStatus = 429
  await expect(machine.ensure(`${front.host}/team/a:1`)).rejects.toMatchObject({
    code: 'registry_rate_limited',
    message: `The pull rate limit of ${front.host} was reached. Try again later.`,
  })
})

it('waits for a registry that was killed in the midst of a pull, and goes on', async () => {
  await using machine = await setup({ login: ada })
  await using front = await startRegistryFront(machine.registry)
  const content = randomBytes(4_000_000)
  await machine.push({ entries: [{ name: 'content', mode: 0o644, content }] })
  front.bytesPerSecond = 1_000_000
  const begun = Promise.withResolvers<void>()
  const waited = Promise.withResolvers<void>()
  const pulling = machine.ensure(`${front.host}/team/a:1`, ada, ({ text, done_bytes }) => {
    if ((done_bytes ?? 0) > 0) begun.resolve()
    if (text.startsWith('Waiting')) waited.resolve()
  })
  await Promise.race([begun.promise, pulling])
  await machine.registry.kill()
  front.breakOff()
  await Promise.race([waited.promise, pulling])
  front.bytesPerSecond = Number.POSITIVE_INFINITY
  await machine.registry.restart()
  await pulling
})

it('fails at once where the registry is away', async () => {
  await using machine = await setup({ login: ada })
  const { image } = await machine.push()
  await machine.registry.kill()
  await expect(machine.ensure(image, ada)).rejects.toMatchObject({
    code: 'registry_unreachable',
    message: `The machine could not reach ${machine.registry.host} to pull ${image}.`,
  })
})

async function setup(options: RegistryOptions) {
  await using parts = new AsyncDisposableStack()
  const registry = parts.use(await startRegistry(options))
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-private-'))
  parts.defer(() => rm(dataDir, { recursive: true }))
  const runtime = await ownRuntime('private-images-test')
  const signal = AbortSignal.timeout(50_000)
  const images: string[] = []
  parts.defer(async () => {
    for (const image of images) await runtime.removeImage(image, AbortSignal.timeout(10_000))
  })
  const opened = parts.move()
  return {
    registry,
    images,
    push: (changes: { architecture?: string; entries?: TarEntry[] } = {}) =>
      registry.push({ repository: 'team/a', tag: '1', ...changes }),
    ensure: async (image: string, login?: PullLogin, onProgress: OnProgress = () => {}) => {
      const registries = createRegistries([image.split('/')[0] ?? ''])
      const sealed = login && { server: '', open: async () => login }
      const source = createImageSource({ runtime, dataDir, registries })
      images.push(image)
      await source.ensure({ image, login: sealed }, onProgress, signal)
    },
    idOf: (image: string) => runtime.imageId(image, signal),
    shown: async () => {
      const { images: held } = await runtime.probe(signal)
      const shown = await createImageSource({ runtime, dataDir }).shown(held)
      return shown.map(({ name }) => name)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

type OnProgress = (progress: { text: string; done_bytes: number | null }) => void
