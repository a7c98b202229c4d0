import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { UploadRequest } from './routes.ts'

/** The type of the bytes of an upload. Source: tus resumable upload protocol 1.0.0, "PATCH". */
const bytesType = 'application/offset+octet-stream'
/** The rest of a rejected body is read up to this limit; a longer one ends the connection. */
const readOverBytesMax = 64 * 1024

/** Mounts a route whose handler reads the body itself, of any length. */
export function mountUpload(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(bytesType, async () => undefined)
    scope.addHook('onSend', async ({ raw }, reply) => {
      const announcedBytes = Number(raw.headers['content-length'] ?? Number.POSITIVE_INFINITY)
      const hasMore = raw.method !== 'HEAD' && !raw.readableEnded
      if (hasMore && announcedBytes > readOverBytesMax) reply.header('connection', 'close')
    })
    scope.route({ ...route, exposeHeadRoute: false })
  })
}

/** Creates the request as its handler reads it; the body breaks off when the server stops before the response. */
export function uploadRequest(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  stopping: AbortSignal,
): UploadRequest {
  const cut = () => void raw.destroy()
  stopping.addEventListener('abort', cut, { once: true })
  // Not the request: it never closes if its body is left unread.
  reply.raw.once('close', () => stopping.removeEventListener('abort', cut))
  return { method: raw.method === 'HEAD' ? 'HEAD' : 'PATCH', bytes: raw, cut }
}
