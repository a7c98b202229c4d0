import { product } from '@gridloom/contract/core/product'
import { COSEALG } from '@simplewebauthn/server/helpers'

/** Ed25519, ES256 and RS256, which authenticators support. */
export const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** Lifetime of a ceremony, long enough for a user to fetch a device. */
export const ceremonyLifeMs = 5 * 60 * 1_000

/** The relying party of all passkeys: browsers offer them only on this host, and sign the origin of the page. */
export function relyingParty(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: product.name, origin }
}
