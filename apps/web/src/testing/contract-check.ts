import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { z } from 'zod'
import type { SeenCall } from './seen-call.ts'

/** Paths with fewer parameters first: `/chats/shared` is not a chat with the id "shared". */
const endpoints: readonly Endpoint[] = Object.values(api)
  .flatMap((area): Endpoint[] => Object.values(area))
  .toSorted((one, other) => parametersOf(one) - parametersOf(other))

const Success = z.looseObject({ status: z.literal('success'), data: z.unknown() })

/**
 * Lists how a successful call, or its response, violates the contract: what the real API would never accept or send.
 * Files, streams and failures are not checked.
 */
export async function breachesOf(call: SeenCall, answer: Response): Promise<string[]> {
  if (!answer.ok) return []
  const endpoint = endpointOf(call.to)
  if (endpoint === undefined) return [`${call.to}: the API has no such endpoint`]
  const sent =
    call.body === undefined ? [] : breaches(`body of ${call.to}`, endpoint.body, call.body)
  return [...sent, ...(await breachesOfAnswer(call.to, endpoint, answer))]
}

async function breachesOfAnswer(to: string, endpoint: Endpoint, answer: Response) {
  const { transport, response } = endpoint
  if (transport !== 'data' && transport !== 'bare') return []
  const sent: unknown = await answer.clone().json()
  if (transport === 'bare') return breaches(`answer of ${to}`, response, sent)
  const success = Success.safeParse(sent)
  if (!success.success) return [`answer of ${to}: it is no success`]
  return breaches(`answer of ${to}`, response, success.data.data)
}

function breaches(title: string, schema: z.ZodType, value: unknown): string[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : [`${title}: ${z.prettifyError(parsed.error)}`]
}

function endpointOf(to: string): Endpoint | undefined {
  const [method = '', path = ''] = to.split(' ')
  return endpoints.find((one) => one.method === method && isPathOf(one, path))
}

function parametersOf({ path }: Endpoint): number {
  return path.split('{').length - 1
}

function isPathOf(endpoint: Endpoint, path: string): boolean {
  const segments = path.split('/')
  const expected = endpoint.path.split('/')
  return (
    segments.length === expected.length &&
    expected.every((segment, at) => segment.includes('{') || segment === segments[at])
  )
}
