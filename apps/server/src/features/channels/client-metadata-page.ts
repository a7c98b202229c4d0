import type { FastifyInstance } from 'fastify'
import { returnUrl } from './connections/return-url.ts'
import type { ChannelsCtx } from './ctx.ts'
import { clientMetadata, clientMetadataPath } from './drivers/bluesky/client.ts'

/** Serves the document by which servers of the AT Protocol know this site. */
export async function clientMetadataPage(http: FastifyInstance, ctx: ChannelsCtx): Promise<void> {
  const { publicUrl, blueskyClientKey: key } = ctx
  const document = clientMetadata({ publicUrl, redirectUrl: returnUrl(ctx), key })
  http.get(clientMetadataPath, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=600').send(document),
  )
}
