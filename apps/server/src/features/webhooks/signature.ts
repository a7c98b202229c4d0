import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/** Makes a secret of 256 random bits, given in base64url: `whsec_` and base64. */
export function webhookSecret(random: string): string {
  return prefix + Buffer.from(random, 'base64url').toString('base64')
}

interface SignedContent {
  id: string
  timestampS: number
  body: string
}

/**
 * Returns the headers that sign a delivery: one signature for each secret, separated by a space, so that receivers accept
 * it with the old secret or the new one during a rotation. Source: Standard Webhooks, "Signature scheme"
 * (github.com/standard-webhooks/standard-webhooks).
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, timestampS, body }: SignedContent,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const content = `${id}.${timestampS}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', keyOf(secret)).update(content).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': signatures.join(' '),
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(prefix.length), 'base64')
}
