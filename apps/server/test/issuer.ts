import {
  type MutableRedirectUri,
  type MutableResponse,
  type MutableToken,
  OAuth2Server,
} from 'oauth2-mock-server'

/** The user who signs in at the issuer, as its identity token describes them. */
export interface Person {
  sub: string
  email?: string
  email_verified?: boolean | string
}

/** A real OpenID Connect issuer on this machine that accepts every sign-in; dispose it with `await using`. */
export interface Issuer {
  /** The address under which it publishes itself. */
  readonly url: string
  /** The user at the browser. */
  person: Person
  /** Claims that it signs in place of the right ones. */
  lies: Record<string, unknown>
  /** The error that it redirects the browser with instead of a code. */
  refusal?: string
  /** Whether it returns good tokens, ones with a wrong signature, or errors instead. */
  tokens: 'good' | 'forged' | 'refused' | 'broken'
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export const ada: Person = { sub: 'ada-1', email: 'ada@example.com', email_verified: true }

/** Starts an issuer, by default on any free port. */
export async function startIssuer(port = 0): Promise<Issuer> {
  const server = new OAuth2Server()
  await server.issuer.keys.generate('RS256')
  await server.start(port, '127.0.0.1')
  const issuer: Issuer = {
    url: String(server.issuer.url),
    person: ada,
    lies: {},
    tokens: 'good',
    stop: () => server.stop(),
    async [Symbol.asyncDispose]() {
      if (server.listening) await server.stop()
    },
  }
  const { service } = server
  service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    Object.assign(payload, issuer.person, issuer.lies)
  })
  service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => {
    if (issuer.refusal === undefined) return
    url.searchParams.delete('code')
    url.searchParams.set('error', issuer.refusal)
  })
  service.on('beforeResponse', (response: MutableResponse) => answer(issuer, response))
  return issuer
}

/** Changes the response of the token endpoint as the test configured. */
function answer({ tokens }: Issuer, response: MutableResponse): void {
  if (tokens === 'refused')
    Object.assign(response, { statusCode: 400, body: { error: 'invalid_grant' } })
  if (tokens === 'broken') Object.assign(response, { statusCode: 503, body: {} })
  if (tokens === 'forged' && response.body !== '')
    response.body.id_token = spoilt(String(response.body.id_token))
}

/** The same identity token with one character of its signature changed. */
function spoilt(token: string): string {
  const at = token.lastIndexOf('.') + 1
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}
