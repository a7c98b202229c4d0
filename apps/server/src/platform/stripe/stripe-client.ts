import Stripe from 'stripe'

/** How the operator's account at Stripe is reached. */
export interface StripeAccess {
  readonly secretKey: string
  /** Of its API, without a path. */
  readonly apiUrl: string
}

/** The ledger's name for the money that Stripe holds for us. */
export const stripeSource = 'card:stripe'

const answerWithinMs = 10_000
/** Signatures older than this are refused; Stripe's own library has the same. */
const signatureAgeSMax = 300

/** Stripe's own library, with limits of time. `retries`: how often it repeats a call of which it has no answer. */
export function stripeClient({ secretKey, apiUrl }: StripeAccess, retries: 0 | 1): Stripe {
  const { hostname, port, protocol } = new URL(apiUrl)
  const isPlain = protocol === 'http:'
  return new Stripe(secretKey, {
    host: hostname,
    port: port === '' ? (isPlain ? 80 : 443) : Number(port),
    protocol: isPlain ? 'http' : 'https',
    timeout: answerWithinMs,
    maxNetworkRetries: retries,
    telemetry: false,
  })
}

/** An event as it arrived. */
export interface ArrivedEvent {
  readonly body: Buffer
  readonly signature: string | undefined
  /** Signing secrets of webhooks: one of them must fit. */
  readonly secrets: readonly string[]
  readonly now: Date
}

/** Verifies the signature of an event and its age. Returns the event, or the error for which it is none of Stripe's. */
export function readStripeEvent(
  stripe: Stripe,
  { body, signature, secrets, now }: ArrivedEvent,
): Stripe.Event | Error {
  let problem = new Error('no signing secret')
  for (const secret of secrets) {
    try {
      const at = now.getTime()
      return stripe.webhooks.constructEvent(
        ...[body, signature ?? '', secret, signatureAgeSMax, undefined, at],
      )
    } catch (error) {
      // @NOTE another secret may fit; the last problem is returned
      problem = error instanceof Error ? error : new Error(String(error))
    }
  }
  return problem
}
