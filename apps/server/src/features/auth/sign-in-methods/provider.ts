import type { LoginProblem } from '@gridloom/contract/auth/login-provider'

/** Who an issuer says somebody is. */
export interface ProviderIdentity {
  issuer: string
  /** Never changes and is given to nobody else at this issuer, unlike an address. */
  subject: string
  email: string | null
  /** Whether the issuer itself has checked that the address is theirs. */
  emailVerified: boolean
  /** When they last proved themselves to the issuer; `null` where it does not say. */
  signedInAt: Date | null
}

/** Secrets of one attempt; each verifies another property of the answer. */
export interface AttemptSecrets {
  /** The answer belongs to an attempt that began here (RFC 6749, 10.12). */
  state: string
  /** The identity was signed for this attempt (OpenID Connect Core, 15.5.2). */
  nonce: string
  /** Only the party that requested the code can redeem it (RFC 7636). */
  codeVerifier: string
}

/** An OpenID Connect issuer that people may sign in with. */
export interface LoginProvider {
  readonly id: string
  /** What people call it. */
  readonly name: string
  /**
   * The address to send the browser to; `anew` asks the issuer not to reuse an earlier sign-in.
   * @throws {ProviderFailure} `provider_down`
   */
  addressFor(secrets: AttemptSecrets, login: 'as-ever' | 'anew'): Promise<URL>
  /** The identity of the returning user, from the query of the redirect address. @throws {ProviderFailure} */
  identify(query: URLSearchParams, secrets: AttemptSecrets): Promise<ProviderIdentity>
}

/** The providers that are configured, by id, in the order in which they are shown. */
export type LoginProviders = ReadonlyMap<string, LoginProvider>

/** An issuer did not answer, or not so that it can be believed. `message` is for the log. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly problem: Extract<LoginProblem, 'access_denied' | 'provider_down' | 'provider_refused'>

  constructor(problem: ProviderFailure['problem'], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.problem = problem
  }
}
