import { describe, expect, it } from 'vitest'
import { guarded, json, redirect, startFakeRegistry } from '../../../../test/fake-registry.ts'
import {
  basic,
  blobPath,
  check,
  expectProblem,
  hub,
  login,
} from '../../../../test/registry-checks.ts'

describe('a token service', () => {
  it('gets the login and what it is for, and the registry only the token', async () => {
    await using fake = await startFakeRegistry(hub)
    expect(await check(fake, login)).toMatchObject({ signed_in_as: 'ada', size_bytes: 1_000 })
    expect(fake.requests).toMatchObject([
      { path: '/v2/', authorization: undefined },
      {
        host: 'auth.example',
        path: '/token?x=1&service=registry&scope=repository%3Aa%2Fb%3Apull&account=ada',
        authorization: basic,
      },
      { path: '/v2/a/b/manifests/1', authorization: 'Bearer t0k' },
      { path: blobPath, authorization: 'Bearer t0k' },
    ])
  })

  it('is asked without a login too', async () => {
    await using fake = await startFakeRegistry(hub)
    expect(await check(fake)).toMatchObject({ signed_in_as: null })
    expect(fake.authorized()).toEqual([
      `registry.example /v2/a/b/manifests/1`,
      `registry.example ${blobPath}`,
    ])
  })

  it.each([
    ['refuses the login for everything', 401, 'registry_refused'],
    ['refuses the login for this image alone', 200, 'image_not_found'],
  ])('that %s: %s', async (_case, unscoped, code) => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      'auth.example/token': (response, { path }) =>
        json({ token: 't0k' }, path.includes('scope=') ? 403 : unscoped)(response, noRequest),
    }))
    await expect(check(fake, login)).rejects.toMatchObject({ code })
  })

  it.each([
    ['http://auth.example/token', 'its token service is not an https address'],
    ['file:///etc/passwd', 'its token service is not an https address'],
    ['https://auth.example:22/token', 'the address of its token service is not a public one'],
    ['https://u:p@auth.example/token', 'the address of its token service is not a public one'],
  ])('at %s gets nothing', async (realm, problem) => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      'registry.example/v2/': guarded(`Bearer realm="${realm}"`, 'Bearer t0k', json({})),
    }))
    await expectProblem(check(fake, login), problem)
    expect(fake.authorized()).toEqual([])
  })

  it.each([
    ['no token', { expires_in: 60 }],
    ['a token that would be two headers', { token: 'a\r\nx: y' }],
    ['a token with a space', { access_token: 'a b' }],
  ])('that answers with %s has failed', async (_case, answer) => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      'auth.example/token': json(answer),
    }))
    await expectProblem(check(fake, login), 'its token service answered with no token')
  })

  it('is not followed to another host with the login', async () => {
    await using fake = await startFakeRegistry((port) => ({
      ...hub(port),
      'auth.example/token': redirect(`https://cdn.example:${port}/token`),
    }))
    await expectProblem(check(fake, login), 'its token service answered with status 307')
    expect(fake.authorized()).toEqual([expect.stringContaining('auth.example /token')])
  })
})

const noRequest = { host: '', path: '', authorization: undefined }
