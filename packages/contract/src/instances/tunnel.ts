import { z } from 'zod'

/** The first frame of a tunnel; after the answer `{kind:'opened'}` binary frames are bytes of the port. */
export const TunnelOpen = z.strictObject({ kind: z.literal('open'), token: z.string() })
export type TunnelOpen = z.infer<typeof TunnelOpen>
