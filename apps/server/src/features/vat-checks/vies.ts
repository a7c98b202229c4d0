import type { Clock } from '@gridloom/async/clock'
import { z } from 'zod'

/** The register of VAT IDs of the European Union. */
export interface Vies {
  /** Asks about the VAT ID of an EU country. Never rejects; takes ten seconds at most. */
  ask(vatId: string): Promise<ViesAnswer>
}

export type ViesAnswer =
  | { readonly verdict: 'valid' | 'invalid'; readonly consultationNumber: string | null }
  /** Why there is no answer: a code of VIES such as `MS_UNAVAILABLE`, or our own. */
  | { readonly verdict: 'none'; readonly failure: string }

export interface ViesOptions {
  /** `https://ec.europa.eu/taxation_customs/vies/rest-api`, without a trailing slash. */
  readonly url: string
  /** The seller's VAT ID: VIES gives a consultation number only to those who name one. */
  readonly requester: string | null
  readonly clock: Pick<Clock, 'now' | 'timeout'>
}

const timeoutMs = 10_000
const bytesMax = 16 * 1024
/** A country whose register gave no answer is not asked again at once, however many of its VAT IDs wait. */
const restMs = 60_000

const Answered = z.object({
  valid: z.boolean(),
  requestIdentifier: z.string().trim().max(60).nullish(),
})
const Failed = z.object({
  errorWrappers: z.array(z.object({ error: z.string().regex(/^[A-Z_]{1,60}$/) })).min(1),
})

/**
 * Returns VIES behind its REST API. It answers errors with status 200 or another; what is neither an answer nor an error
 * of the API counts as no answer.
 */
export function createVies({ url, requester, clock }: ViesOptions): Vies {
  const restsUntil = new Map<string, number>()

  async function asked(vatId: string, as: string | null): Promise<ViesAnswer> {
    const response = await fetch(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        ...{ countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) },
        ...(as !== null && {
          requesterMemberStateCode: as.slice(0, 2),
          requesterNumber: as.slice(2),
        }),
      }),
      redirect: 'error',
      signal: clock.timeout(timeoutMs),
    })
    return answerIn(await textOf(response))
  }

  return {
    async ask(vatId) {
      const country = vatId.slice(0, 2)
      if ((restsUntil.get(country) ?? 0) > clock.now().getTime())
        return { verdict: 'none', failure: 'asked_a_moment_ago' }
      const answer = await asked(vatId, requester)
        // A seller whom VIES does not know gets answers all the same, without a number.
        .then((first) => (isRefusedRequester(first) ? asked(vatId, null) : first))
        // @NOTE whatever breaks the connection, there is no answer now, and the caller asks again later
        .catch(() => ({ verdict: 'none', failure: 'not_reached' }) as const)
      if (answer.verdict === 'none') restsUntil.set(country, clock.now().getTime() + restMs)
      return answer
    },
  }
}

function isRefusedRequester(answer: ViesAnswer): boolean {
  return answer.verdict === 'none' && answer.failure === 'INVALID_REQUESTER_INFO'
}

function answerIn(text: string): ViesAnswer {
  const json: unknown = JSON.parse(text)
  const answered = Answered.safeParse(json)
  if (answered.success) {
    const { valid, requestIdentifier } = answered.data
    return { verdict: valid ? 'valid' : 'invalid', consultationNumber: requestIdentifier || null }
  }
  const failure = Failed.safeParse(json).data?.errorWrappers[0]?.error
  return { verdict: 'none', failure: failure ?? 'malformed' }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const piece of body ?? []) {
    bytes += piece.length
    if (bytes > bytesMax) throw new RangeError(`an answer has over ${bytesMax} bytes`)
    text += decoder.decode(piece, { stream: true })
  }
  return text + decoder.decode()
}
