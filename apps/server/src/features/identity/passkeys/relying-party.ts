import { product } from '@gridloom/contract/product'

/** Ceremonies are good this long: a person may have to look for a device. */
export const ceremonyLifeMs = 5 * 60 * 1_000

/** Whom passkeys are made for: browsers give them to this host alone, and sign from which page they were asked. */
export function relyingParty(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: product.name, origin }
}
