import type { FastifyInstance } from 'fastify'

/** An event that another service sent, of which a signature covers the bytes. */
export interface SignedBody {
  readonly body: Buffer
  readonly signature: string | undefined
}

interface SignedEvents {
  readonly url: string
  /** The header with the signature, in lower case. */
  readonly header: string
  take(event: SignedBody): Promise<void>
}

/** Stripe's largest events have some tens of kilobytes. */
const bodyBytesMax = 256 * 1024
const perMinute = 3_000

/**
 * Serves an address for signed events of another service. It is no endpoint of the contract, as the signature covers the
 * bytes of the body, which endpoints do not see. A response other than 200 makes the service send the event again.
 */
export async function signedEvents(
  http: FastifyInstance,
  { url, header, take }: SignedEvents,
): Promise<void> {
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    const parsing = { parseAs: 'buffer', bodyLimit: bodyBytesMax } as const
    scope.addContentTypeParser('application/json', parsing, (_request, body, done) =>
      done(null, body),
    )
    scope.route({
      method: 'POST',
      url,
      bodyLimit: bodyBytesMax,
      config: { rateLimit: { max: perMinute, timeWindow: '1 minute' } },
      handler: async ({ body, headers }) => {
        const signature = headers[header]
        await take({
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
          signature: typeof signature === 'string' ? signature : undefined,
        })
        return { status: 'success', data: {} }
      },
    })
  })
}
