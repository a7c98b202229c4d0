import { api } from '@gridloom/contract/api'
import type { Client } from './calls.ts'
import { type ClientOptions, clientOf } from './client-of.ts'

export type { ClientOptions } from './client-of.ts'

/**
 * The whole API as typed functions: `client.instances.read({ params: { id } })`. Only required input must be given. See
 * {@link Client} for the result of each and {@link ApiError} for errors.
 */
export function createClient(options: ClientOptions): Client {
  return clientOf(api, options)
}
