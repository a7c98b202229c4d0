import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { outboxOf } from '@gridloom/testkit/inbox'
import { signIn as signInByApi } from '@gridloom/testkit/sign-up'
import { operator } from './people.ts'
import { productPort } from './ports.ts'

/** Where the product is reached. */
export const url = `http://localhost:${productPort}`

/** The typed API, as the operator. */
export async function operatorByApi(): Promise<Client> {
  const client = (token?: string) => createClient({ baseUrl: url, tokens: memoryTokens(token) })
  // Nobody who signs in with a password waits for a letter.
  const inbox = outboxOf('')
  return client(await signInByApi({ client, operator, accessCode: '', inbox }))
}
