import { Refused } from '@gridloom/contract/errors'
import { bearerIn } from '../../platform/http/bearer.ts'
import type { ClientInfo } from './ports.ts'

interface Headers {
  header(name: string): string | undefined
}

/** Network address, program and optional token of the caller of a public endpoint. */
export function clientInfoOf(input: Headers & { address: string }): ClientInfo {
  const { address, header } = input
  return { address, userAgent: header('user-agent'), bearer: tokenIn(input) }
}

/** The bearer token of a call that requires one. @throws Refused `unauthorized` */
export function bearerOf(input: Headers): string {
  const token = tokenIn(input)
  if (token === undefined) throw new Refused('unauthorized')
  return token
}

function tokenIn({ header }: Headers): string | undefined {
  return bearerIn(header('authorization'))
}
