import { describe, expect, it } from 'vitest'
import { type EngineStandIn, startEngineStandIn } from '../../../test/engine-stand-in.ts'
import type { EngineApi } from './engine-api.ts'
import { pullImage, requirePlatform } from './pull-image.ts'

const signal = new AbortController().signal
const pulling = 'POST /images/create'

describe('pulling an image', () => {
  it('reports its progress', async () => {
    const detail = { current: 50, total: 200 }
    const events = [
      { status: 'Pulling from library/debian', id: '12' },
      { status: 'Downloading', id: 'layer', progressDetail: detail },
      { status: 'Pull complete', id: 'layer' },
    ]
    const text = events.map((event) => `${JSON.stringify(event)}\r\n`)
    await using test = await startEngineStandIn({ [pulling]: { text } })
    const percents: (number | null)[] = []
    const onProgress = ({ percent }: { percent: number | null }) => percents.push(percent)
    await pullImage(test.api, { image: 'debian:12' }, { onProgress, signal })
    expect(percents).toEqual([null, null, 25, 100])
    expect(test.lines()).toEqual(['POST /images/create?fromImage=debian&tag=12'])
  })

  it('fails with the error of the registry during the pull', async () => {
    const text = '{"error":"manifest for debian:99 not found: manifest unknown"}\n'
    await using test = await startEngineStandIn({ [pulling]: { text } })
    const pull = pullImage(test.api, { image: 'debian:99' }, { onProgress: () => {}, signal })
    await expect(pull).rejects.toMatchObject({ code: 'image_not_found' })
  })

  it('fails with the error of the engine before the pull', async () => {
    const said = { status: 500, json: { message: 'dial tcp: lookup registry: no such host' } }
    await using test = await startEngineStandIn({ [pulling]: said })
    const pull = pullImage(
      test.api,
      { image: 'registry.invalid/x' },
      { onProgress: () => {}, signal },
    )
    await expect(pull).rejects.toMatchObject({ code: 'registry_unreachable' })
  })
})

describe('pulling with a login', () => {
  it('gives the engine the login for this pull', async () => {
    await using test = await startEngineStandIn({ [pulling]: { text: '{"status":"x"}' } })
    await pull(test.api, 'ghcr.io/a/b:1')
    expect(sentLogin(test)).toEqual({ ...login, serveraddress: 'ghcr.io' })
    await pull(test.api, 'owner/name:1')
    expect(sentLogin(test)).toMatchObject({ serveraddress: 'https://index.docker.io/v1/' })
    await pullImage(test.api, { image: 'debian' }, { onProgress: () => {}, signal })
    expect(test.headers.at(-1)).not.toHaveProperty('x-registry-auth')
  })

  it.each([
    [
      'refused too',
      { status: 500, json: { message: 'failed with status: 401 Unauthorized' } },
      'registry_login_refused',
    ],
    ['accepted', { json: { Status: 'Login Succeeded' } }, 'image_not_found'],
    [
      'not answered',
      { status: 500, json: { message: 'connection refused' } },
      'registry_login_refused',
    ],
  ])('that is refused depends on the login by itself: %s', async (_case, auth, code) => {
    const refused = { status: 500, json: { message: 'unauthorized: authentication required' } }
    await using test = await startEngineStandIn({ [pulling]: refused, 'POST /auth': auth })
    await expect(pull(test.api, 'ghcr.io/a/b:1')).rejects.toMatchObject({ code, retry: 'never' })
    expect(test.asked.at(-1)?.body).toEqual({ ...login, serveraddress: 'ghcr.io' })
  })
})

it('says that it waits for a registry that broke off, and which one when it gives up', async () => {
  const events = [
    { status: 'Downloading', id: 'layer', progressDetail: { current: 50, total: 200 } },
    { status: 'Retrying in 5 seconds', id: 'layer' },
    { error: 'dial tcp 127.0.0.1:5000: connect: connection refused' },
  ]
  const text = events.map((event) => `${JSON.stringify(event)}\r\n`)
  await using test = await startEngineStandIn({ [pulling]: { text } })
  const texts: string[] = []
  const onProgress = (progress: { text: string }) => texts.push(progress.text)
  await expect(
    pullImage(test.api, { image: 'ghcr.io/a' }, { onProgress, signal }),
  ).rejects.toMatchObject({
    code: 'registry_unreachable',
    message: 'ghcr.io stopped answering while the machine pulled ghcr.io/a.',
  })
  expect(texts.at(-1)).toBe('Waiting for the registry of ghcr.io/a')
})

describe('the platform of an image', () => {
  it.each([
    ['linux', 'amd64'],
    ['linux', '386'],
    ['', ''],
  ])('can be run: %s/%s', async (Os, Architecture) => {
    await using test = await anImage({ Os, Architecture })
    await expect(requirePlatform(test.api, 'a:1', signal)).resolves.toBeUndefined()
  })

  it.each([
    ['linux', 'arm64', 'a:1 is for linux/arm64. This machine runs linux/amd64.'],
    ['windows', 'amd64', 'a:1 is for windows/amd64. This machine runs linux/amd64.'],
  ])('cannot be run: %s/%s', async (Os, Architecture, message) => {
    await using test = await anImage({ Os, Architecture })
    await expect(requirePlatform(test.api, 'a:1', signal)).rejects.toMatchObject({
      code: 'image_wrong_platform',
      message,
    })
  })
})

const login = { username: 'ada', password: 'pässword' }

function pull(api: EngineApi, image: string) {
  return pullImage(api, { image, login }, { onProgress: () => {}, signal })
}

function sentLogin(test: EngineStandIn): unknown {
  const sent = String(test.headers.at(-1)?.['x-registry-auth'])
  expect(sent).toMatch(/^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}==|[A-Za-z0-9_-]{3}=)?$/)
  return JSON.parse(Buffer.from(sent, 'base64url').toString())
}

function anImage(platform: { Os: string; Architecture: string }) {
  return startEngineStandIn({
    'GET /images/a:1/json': { json: { Id: 'sha256:aa', ...platform } },
    'GET /version': { json: { Version: '1', ApiVersion: '1', Arch: 'amd64' } },
  })
}
