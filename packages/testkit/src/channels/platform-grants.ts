import { createHash, randomUUID } from 'node:crypto'
import type { PlatformAnswer, PlatformRequest } from './platform-answers.ts'
import type { PlatformFacts } from './platform-facts.ts'

/** The app that is registered at every platform. */
export const standInApp = { clientId: 'app-of-tests', clientSecret: 'secret-of-tests' }
/** An app without a secret, at the platforms that have such. */
export const standInPublicApp = { clientId: 'public-app-of-tests', clientSecret: null }

interface Code {
  readonly token: string
  readonly redirectUri: string
  readonly challenge: string | null
}

/** What platforms have granted: codes and refresh tokens, each for one endpoint of tokens, and access tokens. */
export class PlatformGrants {
  decision: 'grant' | 'deny' = 'grant'
  readonly #codes = new Map<string, Code>()
  readonly #refreshTokens = new Map<string, string>()
  readonly #accessTokens = new Set<string>()

  /** A request at the page of consent, which decides at once. */
  authorize(facts: PlatformFacts, { query }: PlatformRequest): PlatformAnswer {
    const redirectUri = query.get('redirect_uri')
    const isComplete =
      query.get('response_type') === 'code' &&
      clientIds.includes(query.get(facts.idField) ?? '') &&
      query.get('scope') === facts.scope &&
      (!facts.pkce || query.get('code_challenge_method') === 'S256')
    if (redirectUri === null || !isComplete) return { status: 400, body: { error: 'bad request' } }
    const back = new URL(redirectUri)
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.decision === 'deny') {
      back.searchParams.set('error', facts.denied)
      return { status: 302, headers: { location: back.href } }
    }
    const code = randomUUID()
    const challenge = facts.pkce ? query.get('code_challenge') : null
    this.#codes.set(code, { token: facts.token, redirectUri, challenge })
    back.searchParams.set('code', code)
    return { status: 302, headers: { location: back.href } }
  }

  /** The endpoint of tokens (RFC 6749, 4.1.3 and 6). */
  token(facts: PlatformFacts, request: PlatformRequest): PlatformAnswer {
    const { form } = request
    if (!isApp(facts, request)) return { status: 401, body: { error: 'invalid_client' } }
    const [status, body] = facts.badGrant
    if (form.get('grant_type') === 'authorization_code')
      return this.#isCode(facts, form) ? this.issue(facts) : { status, body }
    const refreshToken = form.get('refresh_token') ?? ''
    if (this.#refreshTokens.get(refreshToken) !== facts.token) return { status, body }
    if (facts.refresh === 'rotates') this.#refreshTokens.delete(refreshToken)
    return this.issue(facts, facts.refresh === 'stays' ? 'access alone' : 'both')
  }

  issue(facts: PlatformFacts, tokens: 'both' | 'access alone' = 'both'): PlatformAnswer {
    const access = randomUUID()
    this.#accessTokens.add(access)
    const body: Record<string, unknown> = {
      ...{ access_token: access, token_type: 'bearer', expires_in: 3_600 },
      scope: facts.scopeAnswer ?? facts.scope,
    }
    if (tokens === 'both' && facts.refresh !== 'none') {
      body.refresh_token = randomUUID()
      this.#refreshTokens.set(String(body.refresh_token), facts.token)
    }
    return { status: 200, body }
  }

  isValid(accessToken: string | null | undefined): boolean {
    return this.#accessTokens.has(accessToken ?? '')
  }

  /** Ends all access tokens, as time does. */
  expire(): void {
    this.#accessTokens.clear()
  }

  /** Ends all that was granted, as the account can on the platform. */
  revokeAll(): void {
    this.expire()
    this.#refreshTokens.clear()
  }

  /** The endpoint of revocation (RFC 7009). */
  revoke(facts: PlatformFacts, request: PlatformRequest): PlatformAnswer {
    if (!isApp(facts, request)) return { status: 401, body: { error: 'invalid_client' } }
    const token = request.form.get('token') ?? ''
    const isKnown = this.#accessTokens.has(token) || this.#refreshTokens.has(token)
    if (!isKnown) return { status: 400, body: { error: 'invalid_token' } }
    this.revokeAll()
    return { status: 200, body: {} }
  }

  #isCode({ token }: PlatformFacts, form: URLSearchParams): boolean {
    const sent = form.get('code') ?? ''
    const code = this.#codes.get(sent)
    this.#codes.delete(sent)
    if (code?.token !== token || code.redirectUri !== form.get('redirect_uri')) return false
    if (code.challenge === null) return true
    const verifier = form.get('code_verifier') ?? ''
    return createHash('sha256').update(verifier).digest('base64url') === code.challenge
  }
}

const clientIds = [standInApp.clientId, standInPublicApp.clientId]

function isApp(facts: PlatformFacts, { form, headers }: PlatformRequest): boolean {
  const { clientIn, publicIn, idField } = facts
  const { clientId, clientSecret } = standInApp
  const basic = headers.authorization
  if (form.get(idField) === standInPublicApp.clientId) {
    if (publicIn === 'form') return basic === undefined && !form.has('client_secret')
    return publicIn === 'header' && basic === basicOf(standInPublicApp.clientId, '')
  }
  if (clientIn === 'header') return basic === basicOf(clientId, clientSecret)
  return form.get(idField) === clientId && form.get('client_secret') === clientSecret
}

function basicOf(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}
