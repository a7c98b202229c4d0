import type { Feature } from '../../platform/feature.ts'
import { sharedSecret } from '../../platform/shared-secret.ts'
import type { MediaAdapters, MediaCtx } from './ctx.ts'
import { encodeNext } from './encoding/encode-next.ts'
import { findEncoder } from './encoding/encoder.ts'
import { findVideoSandbox } from './encoding/video-sandbox.ts'
import { mediaPersonalData } from './personal-data-store.ts'
import { mediaRoutes } from './routes.ts'
import { sweepMedia } from './uploads/sweep-media.ts'

declare module '../../platform/events.ts' {
  interface Topics {
    /** The media library; the subject is a medium, or empty for the progress of an encoding. */
    media: 'transient'
  }
}

const encodeEveryMs = 2_000

/** The media library: what the operator provides for posts, its files, and the posts that use it. */
export const mediaFeature: Feature<MediaCtx, MediaAdapters> = {
  name: 'media',
  services: async ({ config, clock, ids, transact, log }) => {
    const found = await findEncoder(clock, await findVideoSandbox())
    if (found.kind === 'missing')
      log.warn(
        { event: 'media_encoder.not_found', why: found.why },
        `videos are rejected: ${found.why}`,
      )
    const mediaEncoder = found.kind === 'found' ? found.encoder : undefined
    const [candidate, createdAt] = [ids.secret(), clock.now()]
    const mediaAddressSecret = await transact((tx) =>
      sharedSecret(tx, { name: 'media-addresses', candidate, createdAt }),
    )
    const mediaVideoBytesMax = config.mediaVideoBytesMax
    return { adapters: { mediaEncoder, mediaAddressSecret, mediaVideoBytesMax } }
  },
  routes: (routes) => mediaRoutes(routes),
  loops: [{ name: 'encoding of media', everyMs: encodeEveryMs, run: encodeNext }],
  scheduled: [{ name: 'sweep-media', schedule: { every: 'hour', minute: 37 }, run: sweepMedia }],
  topics: {
    media: { scope: 'media:read', show: async () => ({ event: 'media', data: {} }) },
  },
  personalData: mediaPersonalData,
}
