import type { PublicConfig } from '@gridloom/contract/system/public-config'

/** Returns a sign-in provider's name, or its id if it is no longer configured. */
export function providerName(providers: PublicConfig['login_providers'], id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id
}
