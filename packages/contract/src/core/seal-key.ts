import { z } from 'zod'

/** The public key that secrets for a machine are sealed for: X25519, raw 32 bytes, base64url. */
export const SealKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({ examples: ['hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo'] })
