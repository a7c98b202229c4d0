import type { PublicConfig } from '@gridloom/contract/system/public-config'

/** What people call a sign-in provider; one that is configured no more goes by its id. */
export function providerName(providers: PublicConfig['login_providers'], id: string): string {
  return providers.find((provider) => provider.id === id)?.name ?? id
}
