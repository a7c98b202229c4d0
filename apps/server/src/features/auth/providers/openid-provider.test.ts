import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../../test/installation.ts'
import { ada, type Issuer, startIssuer } from '../../../../test/issuer.ts'
import { openIdProvider } from './openid-provider.ts'

describe('addressFor', () => {
  it('contains state, nonce and PKCE challenge, which bind the answer to the attempt', async () => {
    await using site = await setup()
    const { searchParams } = await site.provider.addressFor(secrets, 'reuse')
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'gridloom',
      response_type: 'code',
      redirect_uri: redirectUri,
      scope: 'openid email profile',
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge_method: 'S256',
      // SHA-256 of the verifier, RFC 7636, appendix B.
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    })
  })

  it('fails while the issuer is down, and succeeds once it is back', async () => {
    await using site = await setup()
    const port = Number(new URL(site.issuer.url).port)
    await site.issuer.stop()
    await expect(site.provider.addressFor(secrets, 'reuse')).rejects.toMatchObject({
      problem: 'provider_down',
    })
    await using _again = await startIssuer(port)
    await expect(site.provider.addressFor(secrets, 'reuse')).resolves.toBeInstanceOf(URL)
  })

  it('caches the discovery document for six hours', async () => {
    await using site = await setup()
    await site.provider.addressFor(secrets, 'reuse')
    await site.issuer.stop()
    await expect(site.provider.addressFor(secrets, 'reuse')).resolves.toBeInstanceOf(URL)
    await site.clock.jump(6 * 60 * 60 * 1_000)
    await expect(site.provider.addressFor(secrets, 'reuse')).rejects.toMatchObject({
      problem: 'provider_down',
    })
  })

  it('rejects a discovery document of another issuer', async () => {
    await using site = await setup()
    const elsewhere = openIdProvider({
      ...site.config,
      issuer: site.issuer.url.replace('localhost', '127.0.0.1'),
    })
    await expect(elsewhere.addressFor(secrets, 'reuse')).rejects.toMatchObject({
      problem: 'provider_down',
    })
  })
})

describe('a fresh sign-in at the issuer', () => {
  it('is requested with a max_age of 0', async () => {
    await using site = await setup()
    const asked = (await site.provider.addressFor(secrets, 'fresh')).searchParams
    expect(asked.get('max_age')).toBe('0')
    expect((await site.provider.addressFor(secrets, 'reuse')).searchParams.has('max_age')).toBe(
      false,
    )
  })

  it('is reported with its time when the issuer includes it', async () => {
    await using site = await setup()
    site.issuer.lies = { auth_time: 1_700_000_000 }
    expect(await site.comeBack()).toMatchObject({ signedInAt: new Date(1_700_000_000_000) })
  })
})

describe('identify', () => {
  it('returns the identity of the user', async () => {
    await using site = await setup()
    expect(await site.comeBack()).toEqual({
      issuer: site.issuer.url,
      subject: 'ada-1',
      email: 'ada@example.com',
      emailVerified: true,
      signedInAt: null,
    })
  })

  it.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
    [1, false],
  ])('reads email_verified %j as %j', async (claim, emailVerified) => {
    await using site = await setup()
    site.issuer.lies = { email_verified: claim }
    expect(await site.comeBack()).toMatchObject({ emailVerified })
  })

  it('asks the userinfo endpoint when the identity contains no address', async () => {
    await using site = await setup()
    site.issuer.person = { sub: 'johndoe' }
    // The userinfo endpoint of this issuer always returns no address.
    expect(await site.comeBack()).toMatchObject({ subject: 'johndoe', email: null })
    site.issuer.person = { sub: 'somebody else' }
    await expect(site.comeBack()).rejects.toMatchObject({ problem: 'provider_refused' })
  })

  it.each([
    ['nonce', { nonce: 'of another attempt' }],
    ['audience', { aud: 'another client' }],
    ['issuer', { iss: 'https://elsewhere.example' }],
    ['age', { exp: 1 }],
  ])('rejects an identity with the wrong %s', async (_what, lies) => {
    await using site = await setup()
    site.issuer.lies = lies
    await expect(site.comeBack()).rejects.toMatchObject({ problem: 'provider_refused' })
  })

  it('rejects a signature that is not the issuer’s', async () => {
    await using site = await setup()
    site.issuer.tokens = 'forged'
    await expect(site.comeBack()).rejects.toMatchObject({ problem: 'provider_refused' })
  })

  it('redeems a code only with the verifier of the same attempt', async () => {
    await using site = await setup()
    const query = await site.askedBack()
    const other = { ...secrets, codeVerifier: 'a'.repeat(43) }
    await expect(site.provider.identify(query, other)).rejects.toMatchObject({
      problem: 'provider_refused',
    })
  })

  it('rejects a missing, different or repeated state', async () => {
    await using site = await setup()
    for (const states of [[], ['another'], [secrets.state, secrets.state]]) {
      const query = await site.askedBack()
      query.delete('state')
      for (const state of states) query.append('state', state)
      await expect(site.provider.identify(query, secrets)).rejects.toMatchObject({
        problem: 'provider_refused',
      })
    }
  })

  it.each([
    ['access_denied', 'access_denied'],
    ['temporarily_unavailable', 'provider_down'],
    ['server_error', 'provider_down'],
    ['invalid_scope', 'provider_refused'],
  ])('maps the error %s to %s', async (refusal, problem) => {
    await using site = await setup()
    site.issuer.refusal = refusal
    await expect(site.comeBack()).rejects.toMatchObject({ problem })
  })

  it.each([
    ['refused', 'provider_refused'],
    ['broken', 'provider_down'],
  ] as const)('maps a token endpoint that is %s to %s', async (tokens, problem) => {
    await using site = await setup()
    site.issuer.tokens = tokens
    await expect(site.comeBack()).rejects.toMatchObject({ problem })
  })

  it('reports an issuer that goes down before the code is redeemed', async () => {
    await using site = await setup()
    const query = await site.askedBack()
    await site.issuer.stop()
    await expect(site.provider.identify(query, secrets)).rejects.toMatchObject({
      problem: 'provider_down',
    })
  })
})

const redirectUri = 'http://localhost:3000/api/google/callback'

/** The verifier from RFC 7636, appendix B. */
const secrets = {
  state: 'a state',
  nonce: 'a nonce',
  codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
}

async function setup() {
  const issuer: Issuer = await startIssuer(await freePort())
  const clock = createTestClock()
  const config = {
    id: 'google',
    name: 'Google',
    issuer: issuer.url,
    clientId: 'gridloom',
    clientSecret: 'a secret of tests',
    redirectUri,
    clock,
  }
  const provider = openIdProvider(config)
  issuer.person = ada
  /** Signs in at the issuer. Returns the query of the redirect back. */
  const askedBack = async () => {
    const response = await fetch(await provider.addressFor(secrets, 'reuse'), {
      redirect: 'manual',
    })
    return new URL(String(response.headers.get('location'))).searchParams
  }
  return {
    issuer,
    clock,
    config,
    provider,
    askedBack,
    comeBack: async () => provider.identify(await askedBack(), secrets),
    [Symbol.asyncDispose]: () => issuer[Symbol.asyncDispose](),
  }
}
