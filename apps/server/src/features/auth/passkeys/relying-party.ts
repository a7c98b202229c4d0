import { product } from '@gridloom/contract/core/product'
import { COSEALG } from '@simplewebauthn/server/helpers'

/** Ed25519, ES256 and RS256: what authenticators have. Others wait until browsers have them too. */
export const algorithms = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256]

/** Lifetime of a ceremony; a user may have to look for a device. */
export const ceremonyLifeMs = 5 * 60 * 1_000

/** The relying party of all passkeys: browsers offer them to this host alone and sign the origin of the page. */
export function relyingParty(publicUrl: string) {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, name: product.name, origin }
}
