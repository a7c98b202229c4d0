import { z } from 'zod'
import { ChannelFailed } from '../driver.ts'
import { readAnswer } from '../outgoing/read-answer.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import type { BlueskyAccess } from './access.ts'

const address = z.url({ protocol: /^https?$/ }).max(2_000)

const Resource = z.object({ authorization_servers: z.array(address).length(1) })

const ServerMetadata = z.object({
  issuer: address,
  authorization_endpoint: address,
  token_endpoint: address,
  pushed_authorization_request_endpoint: address,
  revocation_endpoint: address.optional(),
})
export type AuthorizationServer = z.infer<typeof ServerMetadata>

/**
 * Finds who grants access to the accounts of a server: the server itself, or one that it names (RFC 9728, RFC 8414).
 * @throws ChannelFailed
 */
export async function findAuthorizationServer(
  access: BlueskyAccess,
  pds: string,
  signal: AbortSignal,
): Promise<AuthorizationServer> {
  const resource = await read(access, `${pds}/.well-known/oauth-protected-resource`, signal)
  const [issuer = ''] = readAnswer(access.name, resource, Resource).authorization_servers
  const { origin } = new URL(issuer)
  const body = await read(access, `${origin}/.well-known/oauth-authorization-server`, signal)
  const server = readAnswer(access.name, body, ServerMetadata)
  // Otherwise a server could have the tokens of another issued to it (RFC 8414, 3.3).
  if (server.issuer === origin) return server
  throw new ChannelFailed('unavailable', 'The server of the account names another one as itself.')
}

async function read(access: BlueskyAccess, url: string, signal: AbortSignal): Promise<Buffer> {
  const { status, body } = await requestChannel(access, { url, bytesMax: 64 * 1024, signal })
  if (status === 200) return body
  throw new ChannelFailed('unavailable', 'The server of the account can’t be connected to.')
}
