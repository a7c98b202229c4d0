import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createFakeRuntime } from '../runtime/fake/index.ts'
import type { ImagePull, PullLogin } from '../runtime/port.ts'
import { createImageSource } from './index.ts'

const image = 'team/model:1'
const ada: PullLogin = { username: 'ada', password: 'secret' }
const eve: PullLogin = { username: 'eve', password: 'guess' }

describe('an image that was pulled with a login', () => {
  it('is used by whoever the registry gives it to, and by nobody else', async () => {
    await using machine = await setup()
    await machine.ensure({ login: ada })
    await expect(machine.ensure({})).rejects.toMatchObject({ code: 'registry_denied' })
    await expect(machine.ensure({ login: eve })).rejects.toMatchObject({
      code: 'registry_login_refused',
    })
    await machine.ensure({ login: ada })
    expect(machine.pulls.map(({ login }) => login)).toEqual([ada, undefined, eve, ada])
  })

  it('is shown to nobody', async () => {
    await using machine = await setup()
    await machine.ensure({ login: ada })
    expect(await machine.shown()).not.toContain(image)
  })

  it('stays private for the next agent, and under the name without its tag', async () => {
    await using machine = await setup({ image: 'team/model' })
    await machine.ensure({ login: ada, image: 'team/model' })
    machine.restart()
    await expect(machine.ensure({ image: 'team/model' })).rejects.toThrow()
    await expect(machine.ensure({ image: 'team/model', login: eve })).rejects.toThrow()
  })

  it('is public once the registry gives it to everybody', async () => {
    await using machine = await setup()
    await machine.ensure({ login: ada })
    machine.publish()
    await machine.ensure({})
    await machine.ensure({ login: eve })
    expect(machine.pulls).toHaveLength(2)
    expect(await machine.shown()).toContain(image)
  })

  it.each(['docker.io/team/model:1', 'index.docker.io/team/model:1'])(
    'is private under each of its names: %s',
    async (name) => {
      await using machine = await setup({ image: name, allowed: [image] })
      await machine.ensure({ login: ada, image: name })
      machine.alias(image, name)
      expect(await machine.shown()).not.toContain(image)
    },
  )

  it('is private although the provider allows its name', async () => {
    await using machine = await setup({ allowed: [image] })
    await machine.ensure({ login: ada })
    await expect(machine.ensure({})).rejects.toThrow()
  })
})

describe('a login', () => {
  it.each([
    ['the machine has the image', { image: 'public/one:1' }],
    ['the machine builds the image', { image: 'gridloom/base:latest' }],
    ['it is for another registry', { image, server: 'ghcr.io' }],
  ])('is not opened where %s', async (_case, wanted) => {
    await using machine = await setup()
    await machine.ensure({ image: 'public/one:1' })
    const opened: string[] = []
    const ensuring = machine.ensure({ ...wanted, login: ada, onOpen: () => opened.push('it') })
    await ensuring.catch(() => undefined)
    expect(opened).toEqual([])
    expect(machine.pulls.every(({ login }) => login === undefined)).toBe(true)
  })

  it('is for Docker Hub under each of its names, and for the registry of the image without one', async () => {
    await using machine = await setup()
    for (const server of ['', 'docker.io', 'https://index.docker.io/v1/'])
      await machine.ensure({ login: ada, server })
  })

  it('shares a fetch only with instances that have the same', async () => {
    await using machine = await setup()
    const all = [ada, { ...ada }, eve, undefined].map((login) => machine.ensure({ login }))
    const settled = await Promise.allSettled(all)
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    expect(machine.pulls).toHaveLength(3)
  })
})

interface Wanted {
  image?: string
  login?: PullLogin | undefined
  server?: string
  onOpen?: () => void
}

/** A machine, and a registry that gives `image` to Ada alone. */
async function setup(options: { allowed?: string[]; image?: string } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gridloom-private-'))
  const fake = createFakeRuntime({ images: ['gridloom/base:latest'] })
  fake.control.requireLogin(options.image ?? image, ada)
  const pulls: ImagePull[] = []
  const runtime: typeof fake = {
    ...fake,
    pullImage: async (pull, onProgress, signal) => {
      pulls.push(pull)
      await fake.pullImage(pull, onProgress, signal)
    },
  }
  const aliases = new Map<string, string>()
  const signal = AbortSignal.timeout(5_000)
  const open = () => createImageSource({ runtime, dataDir, allowed: options.allowed ?? [] })
  let source = open()
  return {
    pulls,
    ensure: ({ image: name = image, login, server = '', onOpen = () => {} }: Wanted) => {
      const sealed = login && {
        server,
        open: async () => {
          onOpen()
          return login
        },
      }
      return source.ensure({ image: name, login: sealed }, () => {}, signal)
    },
    shown: async () => {
      const { images } = await runtime.probe(signal)
      const listed = images.map((held) => ({ ...held, name: aliases.get(held.name) ?? held.name }))
      return (await source.shown(listed)).map(({ name }) => name)
    },
    /** Lists an image under another name, as engines do. */
    alias: (name: string, of: string) => aliases.set(of, name),
    publish: () => fake.control.publishImage(image),
    restart: () => {
      source = open()
    },
    [Symbol.asyncDispose]: () => rm(dataDir, { recursive: true }),
  }
}
