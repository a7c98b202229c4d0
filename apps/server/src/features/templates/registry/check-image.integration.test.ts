import { systemClock } from '@gridloom/async/clock'
import { ImageCheckRequest } from '@gridloom/contract/templates/image-check'
import { type RegistryOptions, startRegistry } from '@gridloom/testkit/registry'
import { expect, it } from 'vitest'
import { checkImage } from './check-image.ts'

const login = { username: 'ada', password: 'the pässword of ada' }

it('signs in with the right login, and says what the registry has', async () => {
  await using test = await setup({ login })
  const { image, digest, layerBytes } = await test.registry.push({ repository: 'team/a', tag: '1' })
  expect(await test.check({ image, ...login })).toEqual({
    registry: test.registry.host,
    signed_in_as: 'ada',
    digest,
    size_bytes: layerBytes,
    platforms: ['linux/amd64'],
  })
})

it('refuses a wrong password, without saying it', async () => {
  await using test = await setup({ login })
  const { image } = await test.registry.push({ repository: 'team/a', tag: '1' })
  const checking = test.check({ image, username: 'ada', password: 'not that of ada' })
  await expect(checking).rejects.toMatchObject({
    code: 'registry_refused',
    details: { registry: test.registry.host },
  })
  await checking.catch((error: Error) =>
    expect(JSON.stringify([error, error.message, error.cause])).not.toContain('not that of ada'),
  )
})

it('finds no image that needs a login without one, and none that does not exist with one', async () => {
  await using test = await setup({ login })
  const { image } = await test.registry.push({ repository: 'team/a', tag: '1' })
  const { host } = test.registry
  await expect(test.check({ image })).rejects.toMatchObject({
    code: 'image_not_found',
    publicText: `${host} has no image team/a:1, or it needs a login.`,
  })
  for (const missing of [`${host}/team/a:2`, `${host}/team/b:1`])
    await expect(test.check({ image: missing, ...login })).rejects.toMatchObject({
      code: 'image_not_found',
    })
})

it('needs no login where the registry asks for none, and says that it used none', async () => {
  await using test = await setup({})
  const { image, digest } = await test.registry.push({ repository: 'a', tag: 'latest' })
  const asked = [image.replace(':latest', ''), image.replace(/:latest$/, `@${digest}`)]
  for (const name of asked)
    expect(await test.check({ image: name })).toMatchObject({ signed_in_as: null, digest })
  expect(await test.check({ image, ...login })).toMatchObject({ signed_in_as: null })
})

it('lists the platforms of an index, with the size for the first, and of an image for another', async () => {
  await using test = await setup({ login })
  const { registry } = test
  const amd = await registry.push({ repository: 'a', tag: 'amd' })
  const arm = await registry.push({ repository: 'a', tag: 'arm', architecture: 'arm64' })
  const index = await registry.pushIndex({ repository: 'a', tag: 'both' }, [
    { image: amd, platform: { os: 'unknown', architecture: 'unknown' } },
    { image: arm, platform: { os: 'linux', architecture: 'arm64', variant: 'v8' } },
    { image: amd, platform: { os: 'linux', architecture: 'amd64' } },
  ])
  expect(await test.check({ image: `${registry.host}/a:both`, ...login })).toMatchObject({
    digest: index.digest,
    size_bytes: arm.layerBytes,
    platforms: ['linux/arm64/v8', 'linux/amd64'],
  })
  expect(await test.check({ image: arm.image, ...login })).toMatchObject({
    platforms: ['linux/arm64'],
  })
})

it('names a registry that is away', async () => {
  await using test = await setup({ login })
  const { image } = await test.registry.push({ repository: 'team/a', tag: '1' })
  await test.registry.kill()
  await expect(test.check({ image, ...login })).rejects.toMatchObject({
    code: 'registry_failed',
    publicText: `${test.registry.host} did not answer as a registry: no connection to it could be made.`,
  })
})

async function setup(options: RegistryOptions) {
  const registry = await startRegistry({ tls: 'own', ...options })
  const ctx = {
    clock: systemClock,
    signal: new AbortController().signal,
    registries: { privateAddresses: 'allow', resolve: async () => ['127.0.0.1'] },
  } as const
  return {
    registry,
    check: ({
      image,
      username,
      password,
    }: {
      image: string
      username?: string
      password?: string
    }) =>
      checkImage(
        ctx,
        ImageCheckRequest.parse({
          image_path_with_tag: image,
          docker_repo_username: username,
          docker_repo_password: password,
        }),
      ),
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  }
}
