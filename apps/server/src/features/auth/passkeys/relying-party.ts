import { product } from '@gridloom/contract/core/product'
import { COSEALG } from '@simplewebauthn/server/helpers'

/** Ed25519, ES256 and RS256: what authenticators have. Others wait until browsers have them too. */
export const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** Ceremonies are good this long: a person may have to look for a device. */
export const ceremonyLifeMs = 5 * 60 * 1_000

/** Whom passkeys are made for: browsers give them to this host alone, and sign from which page they were asked. */
export function relyingParty(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: product.name, origin }
}
