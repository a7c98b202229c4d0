import type { Client } from '@gridloom/client/calls'
import { createClient } from '@gridloom/client/client'
import { memoryTokens } from '@gridloom/client/tokens'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { outboxOf } from '@gridloom/testkit/inbox'
import { signIn as signInByApi } from '@gridloom/testkit/sign-up'
import { expect } from '@playwright/test'
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

/** Some scripts of tests install packages. */
const commandMaxS = 900

/** Runs a script in an instance and returns its output. @throws Error where it fails */
export async function run(client: Client, id: InstanceId, script: string): Promise<string> {
  let [stdout, stderr, code] = ['', '', 0 as number | null]
  const command: [string, ...string[]] = ['sh', '-c', script]
  const body = { command, timeout_s: commandMaxS }
  for await (const { event, data } of client.instances.exec({ params: { id }, body })) {
    if (event === 'exit') code = data.exit_code
    else if (data.stream === 'stdout') stdout += Buffer.from(data.base64, 'base64').toString()
    else stderr += Buffer.from(data.base64, 'base64').toString()
  }
  if (code !== 0) throw new Error(`exit ${code}: ${stderr}`)
  return stdout
}

/** Destroys an instance and waits until it has gone: a machine keeps the containers of a server that has gone. */
export async function destroyed(client: Client, id: InstanceId): Promise<void> {
  await client.instances.destroy({ params: { id } })
  await expect
    .poll(async () => (await client.instances.read({ params: { id } })).state, { timeout: 60_000 })
    .toBe('destroyed')
}
