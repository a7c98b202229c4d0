import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** The address of an account was verified: by a one-time code, or by a sign-in provider that vouches for it. */
export const accountVerified = eventKind(
  'account.verified',
  z.object({ by: z.enum(['code', 'provider']) }),
)
