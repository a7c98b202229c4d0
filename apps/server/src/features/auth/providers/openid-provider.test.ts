import { createTestClock } from '@gridloom/async/test-clock'
import { describe, expect, it } from 'vitest'
import { freePort } from '../../../../test/installation.ts'
import { ada, type Issuer, startIssuer } from '../../../../test/issuer.ts'
import { openIdProvider } from './openid-provider.ts'

describe('addressFor', () => {
  it('asks for a code with everything that binds the answer to this attempt', async () => {
    await using site = await setup()
    const { searchParams } = await site.provider.addressFor(secrets, 'as-ever')
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

  it('says that an issuer is down, and finds it once it is back', async () => {
    await using site = await setup()
    const port = Number(new URL(site.issuer.url).port)
    await site.issuer.stop()
    await expect(site.provider.addressFor(secrets, 'as-ever')).rejects.toMatchObject({
      problem: 'provider_down',
    })
    await using _again = await startIssuer(port)
    await expect(site.provider.addressFor(secrets, 'as-ever')).resolves.toBeInstanceOf(URL)
  })

  it('reads the discovery document once in a while, not for every person', async () => {
    await using site = await setup()
    await site.provider.addressFor(secrets, 'as-ever')
    await site.issuer.stop()
    await expect(site.provider.addressFor(secrets, 'as-ever')).resolves.toBeInstanceOf(URL)
    await site.clock.jump(6 * 60 * 60 * 1_000)
    await expect(site.provider.addressFor(secrets, 'as-ever')).rejects.toMatchObject({
      problem: 'provider_down',
    })
  })

  it('does not take another issuer’s document for its own', async () => {
    await using site = await setup()
    const elsewhere = openIdProvider({
      ...site.config,
      issuer: site.issuer.url.replace('localhost', '127.0.0.1'),
    })
    await expect(elsewhere.addressFor(secrets, 'as-ever')).rejects.toMatchObject({
      problem: 'provider_down',
    })
  })
})

describe('asking anew', () => {
  it('tells the issuer to rely on no old sign-in', async () => {
    await using site = await setup()
    const asked = (await site.provider.addressFor(secrets, 'anew')).searchParams
    expect(asked.get('max_age')).toBe('0')
    expect((await site.provider.addressFor(secrets, 'as-ever')).searchParams.has('max_age')).toBe(
      false,
    )
  })

  it('hears when somebody signed in there, where the issuer says so', async () => {
    await using site = await setup()
    site.issuer.lies = { auth_time: 1_700_000_000 }
    expect(await site.comeBack()).toMatchObject({ signedInAt: new Date(1_700_000_000_000) })
  })
})

describe('identify', () => {
  it('tells who came back', async () => {
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

  it('asks for the address elsewhere where the identity does not hold it', async () => {
    await using site = await setup()
    site.issuer.person = { sub: 'johndoe' }
    // What this issuer's userinfo says of everybody: no address.
    expect(await site.comeBack()).toMatchObject({ subject: 'johndoe', email: null })
    site.issuer.person = { sub: 'somebody else' }
    await expect(site.comeBack()).rejects.toMatchObject({ problem: 'provider_refused' })
  })

  it.each([
    ['nonce', { nonce: 'of another attempt' }],
    ['audience', { aud: 'another client' }],
    ['issuer', { iss: 'https://elsewhere.example' }],
    ['age', { exp: 1 }],
  ])('does not believe an identity with the wrong %s', async (_what, lies) => {
    await using site = await setup()
    site.issuer.lies = lies
    await expect(site.comeBack()).rejects.toMatchObject({ problem: 'provider_refused' })
  })

  it('does not believe a signature that is not the issuer’s', async () => {
    await using site = await setup()
    site.issuer.tokens = 'forged'
    await expect(site.comeBack()).rejects.toMatchObject({ problem: 'provider_refused' })
  })

  it('redeems a code only with the verifier of its own attempt', async () => {
    await using site = await setup()
    const query = await site.askedBack()
    const other = { ...secrets, codeVerifier: 'a'.repeat(43) }
    await expect(site.provider.identify(query, other)).rejects.toMatchObject({
      problem: 'provider_refused',
    })
  })

  it('refuses a state that is missing, another one, or there twice', async () => {
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
  ])('hears the refusal %s as %s', async (refusal, problem) => {
    await using site = await setup()
    site.issuer.refusal = refusal
    await expect(site.comeBack()).rejects.toMatchObject({ problem })
  })

  it.each([
    ['refused', 'provider_refused'],
    ['broken', 'provider_down'],
  ] as const)('tells an issuer whose tokens are %s: %s', async (tokens, problem) => {
    await using site = await setup()
    site.issuer.tokens = tokens
    await expect(site.comeBack()).rejects.toMatchObject({ problem })
  })

  it('says that an issuer went away before the code was redeemed', async () => {
    await using site = await setup()
    const query = await site.askedBack()
    await site.issuer.stop()
    await expect(site.provider.identify(query, secrets)).rejects.toMatchObject({
      problem: 'provider_down',
    })
  })
})

const redirectUri = 'http://localhost:3000/api/google/callback'

/** The verifier is the one of RFC 7636, appendix B. */
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
  /** Signs in at the issuer; the query that the browser comes back with. */
  const askedBack = async () => {
    const response = await fetch(await provider.addressFor(secrets, 'as-ever'), {
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
