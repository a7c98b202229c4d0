import { readOrMakeSecret } from '../../../../platform/secret-file.ts'
import { createSigningKey, SigningKey } from './signed-token.ts'

/**
 * Reads the key that this site signs with at Bluesky servers; made if the file does not exist. Connections are bound to it:
 * without the file all accounts have to connect again.
 */
export async function readBlueskyClientKey(file: string): Promise<SigningKey> {
  const text = await readOrMakeSecret(file, async () => JSON.stringify(createSigningKey()))
  return SigningKey.parse(JSON.parse(text))
}
