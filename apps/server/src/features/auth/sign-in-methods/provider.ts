import type { LoginProblem } from '@gridloom/contract/auth/login-provider'

/** A user's identity at an issuer. */
export interface ProviderIdentity {
  issuer: string
  /** Permanent and never reassigned by this issuer, unlike an address. */
  subject: string
  email: string | null
  /** Whether the issuer has verified the address. */
  emailVerified: boolean
  /** When the user last authenticated at the issuer; `null` if it does not report that. */
  signedInAt: Date | null
}

/** The secrets of one attempt; each verifies a different property of the answer. */
export interface AttemptSecrets {
  /** Verifies that the answer belongs to an attempt that began here (RFC 6749, 10.12). */
  state: string
  /** Verifies that the identity was signed for this attempt (OpenID Connect Core, 15.5.2). */
  nonce: string
  /** Verifies that only the party that requested the code redeems it (RFC 7636). */
  codeVerifier: string
}

/** An OpenID Connect issuer that users can sign in with. */
export interface LoginProvider {
  readonly id: string
  /** The display name. */
  readonly name: string
  /**
   * Returns the URL to open in the browser; `fresh` asks the issuer not to reuse an earlier sign-in.
   * @throws {ProviderFailure} `provider_down`
   */
  addressFor(secrets: AttemptSecrets, login: 'reuse' | 'fresh'): Promise<URL>
  /** Returns the identity of the user, from the query of the redirect back. @throws {ProviderFailure} */
  identify(query: URLSearchParams, secrets: AttemptSecrets): Promise<ProviderIdentity>
}

/** The configured providers by id, in the order in which they are shown. */
export type LoginProviders = ReadonlyMap<string, LoginProvider>

/** An issuer did not answer, or its answer cannot be trusted. `message` is for the log. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly problem: Extract<LoginProblem, 'access_denied' | 'provider_down' | 'provider_refused'>

  constructor(problem: ProviderFailure['problem'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.problem = problem
  }
}
