import { type Clock, systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import {
  digestOf,
  guarded,
  json,
  redirect,
  startFakeRegistry,
} from '../../../../test/fake-registry.ts'
import {
  blobPath,
  check,
  configuration,
  expectProblem,
  hub,
  login,
  manifest,
} from '../../../../test/registry-checks.ts'

describe('a registry', () => {
  it('redirects to its storage, which gets neither login nor token', async () => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      [`registry.example${blobPath}`]: redirect(`https://cdn.example:${port}/blob?signature=1`),
      'cdn.example/blob': json(configuration),
    }))
    expect(await check(fake, login)).toMatchObject({ platforms: ['linux/amd64'] })
    expect(fake.requests.at(-1)).toMatchObject({ host: 'cdn.example', authorization: undefined })
  })

  it.each([
    ['http://cdn.example/blob', 'it redirects to what is not an https address'],
    [
      'https://cdn.example:22/blob',
      'the address of the host that it redirects to is not a public one',
    ],
    [blobPath, 'it redirects too often'],
  ])('that redirects to %s has failed', async (to, problem) => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      [`registry.example${blobPath}`]: redirect(to),
    }))
    await expectProblem(check(fake, login), problem)
  })

  it('whose address is not public is not connected to', async () => {
    await using fake = await startFakeRegistry(hub)
    const problem = 'its address is not a public one'
    await expectProblem(check(fake, login, { privateAddresses: 'refuse' }), problem)
    expect(fake.requests).toEqual([])
  })

  it('that stalls has failed in time', async () => {
    await using fake = await startFakeRegistry(() => ({ 'registry.example/v2/': () => {} }))
    const clock: Clock = { ...systemClock, after: (_ms, wake) => systemClock.after(100, wake) }
    await expectProblem(check(fake, login, { clock }), 'it took too long')
  })

  it('asks for the login at the manifest alone, as some do', async () => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      'registry.example/v2/': json({}),
    }))
    expect(await check(fake, login)).toMatchObject({ signed_in_as: 'ada' })
  })

  it('that limits requests is named with its reason', async () => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      'registry.example/v2/a/b/manifests/1': json({ errors: [{ code: 'TOOMANYREQUESTS' }] }, 429),
    }))
    await expectProblem(
      check(fake, login),
      'it limits how often images are asked for, try again later',
    )
  })

  it.each([
    ['an answer that is too large', { x: 'x'.repeat(5_000_000) }, 'its answer is too large'],
    ['an old format', { schemaVersion: 1, fsLayers: [] }, 'a format that engines no longer read'],
    ['no manifest', { schemaVersion: 2 }, 'the manifest of the image is malformed'],
    ['an index for nothing', { manifests: [entry('unknown')] }, 'the image is for no platform'],
    [
      'an artifact',
      {
        ...manifest,
        config: { ...manifest.config, mediaType: 'application/vnd.cncf.helm.config.v1+json' },
      },
      'this is an artifact and not a container image',
    ],
    [
      'a digest that it does not send',
      { manifests: [entry('linux')] },
      'does not have the digest that was asked for',
    ],
  ])('that answers with %s has failed', async (_case, document, problem) => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      'registry.example/v2/a/b/manifests/1': json(document),
      [`registry.example/v2/a/b/manifests/${digestOf(manifest)}`]: json({
        ...manifest,
        layers: [],
      }),
    }))
    await expectProblem(check(fake, login), problem)
  })

  it('that asks to sign in in an unknown way, or is no registry, has failed', async () => {
    await using odd = await startFakeRegistry((port) => ({
      ...hub(port),
      'registry.example/v2/': guarded('Negotiate', '', json({})),
    }))
    await expectProblem(check(odd, login), 'it asks for an unknown way to sign in')
    await using none = await startFakeRegistry(() => ({}))
    await expectProblem(check(none, login), 'it has nothing at /v2/')
    await using ill = await startFakeRegistry(() => ({ 'registry.example/v2/': json({}, 503) }))
    await expectProblem(check(ill, login), 'it answered with status 503')
  })
})

it.each([
  [{ ...login, docker_repo_server: 'ghcr.io' }, 'docker_repo_server'],
  [{ docker_repo_username: 'ada' }, 'docker_repo_password'],
  [{ docker_repo_password: 'x' }, 'docker_repo_username'],
  [{ ...login, docker_repo_username: 'a:b' }, 'docker_repo_username'],
  [{ image_path_with_tag: 'a/../../b' }, 'image_path_with_tag'],
])('rejects %j before anything is asked', async (changes, field) => {
  await using fake = await startFakeRegistry(hub)
  const failure = await check(fake, changes).catch((error: unknown) => error)
  expect(failure).toMatchObject({ code: 'invalid_input', fields: { [field]: expect.any(String) } })
  expect(fake.requests).toEqual([])
})

function entry(os: string) {
  return { mediaType: 'x', digest: digestOf(manifest), size: 1, platform: { os, architecture: os } }
}
