import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** Someone proved the address of an account: by a code, or by a sign-in provider that vouches for it. */
export const accountVerified = eventKind(
  'account.verified',
  z.object({ by: z.enum(['code', 'provider']) }),
)
