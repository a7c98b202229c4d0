import type { Clock } from '@gridloom/async/clock'
import type { ProviderConfig } from '../../../config.ts'
import type { LoginProviders } from '../sign-in-methods/provider.ts'
import { openIdProvider } from './openid-provider.ts'

interface LoginProvidersOptions {
  configs: readonly ProviderConfig[]
  /** The public address, without a trailing slash. */
  publicUrl: string
  clock: Clock
}

/** Creates the configured providers. None is contacted before a user signs in with it. */
export function createLoginProviders({
  configs,
  publicUrl,
  clock,
}: LoginProvidersOptions): LoginProviders {
  const providers = configs.map((config) => {
    const redirectUri = `${publicUrl}/api/${config.id}/callback`
    return openIdProvider({ ...config, redirectUri, clock })
  })
  return new Map(providers.map((provider) => [provider.id, provider]))
}
