import { ChannelFailed } from '../driver.ts'
import { requestChannel } from '../outgoing/request-channel.ts'
import type { OauthAccess } from './oauth-access.ts'
import type { PlatformApi } from './platform.ts'
import { reconnectText } from './tokens.ts'

/** Calls of a platform's API with an access token. */
export function apiOf(access: OauthAccess, accessToken: string, signal: AbortSignal): PlatformApi {
  return {
    clientId: access.client.clientId,
    name: access.name,
    version: access.apiVersion,
    now: () => access.clock.now(),
    async call({ url, headers, ...request }) {
      const response = await requestChannel(access, {
        ...request,
        url: access.at(url),
        headers: { authorization: `Bearer ${accessToken}`, ...headers },
        signal,
      })
      if (response.status === 401) throw new ChannelFailed('reconnect', reconnectText(access.name))
      return response
    },
  }
}
