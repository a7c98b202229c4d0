import { SealBroken, type SecretSealer } from '../src/platform/secret-sealer.ts'

/** Seals nothing, for tests of what uses secrets; as the real one, it opens a secret for its own place alone. */
export const openSecrets: SecretSealer = {
  seal: async (secret, place) => JSON.stringify({ secret, place }),
  async open(sealed, place) {
    const stored: unknown = JSON.parse(sealed)
    const isOfPlace =
      typeof stored === 'object' && stored !== null && 'place' in stored && stored.place === place
    if (isOfPlace && 'secret' in stored && typeof stored.secret === 'string') return stored.secret
    throw new SealBroken('sealed for another place')
  },
}
