import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import { outboxOf } from '@gridloom/testkit/inbox'
import { signIn as signInByApi } from '@gridloom/testkit/sign-up'
import { operator } from './people.ts'
import { productPort } from './ports.ts'

/** The address of the product under test. */
export const url = `http://localhost:${productPort}`

/** A typed client, signed in as the operator. */
export async function operatorByApi(): Promise<Client> {
  const client = (token?: string) => createClient({ baseUrl: url, tokens: memoryTokens(token) })
  // Signing in with a password needs no email.
  const inbox = outboxOf('')
  return client(await signInByApi({ client, operator, accessCode: '', inbox }))
}
