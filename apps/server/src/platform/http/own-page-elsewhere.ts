import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

interface OwnPageOptions {
  /** The public address: the origin of the web app. */
  publicUrl: string
}

const keptForS = 86_400
const methods = 'GET, POST, PUT, PATCH, DELETE'
/** Response headers that the web app reads beyond those that every page may. */
const exposed =
  'x-request-id, retry-after, content-disposition, location, tus-resumable, upload-offset'

/**
 * Lets the web app of this installation call this server where it is reached by another name than the page, as with a
 * models host of its own. Only the origin of the public address is admitted, which is trusted anyway, and never with
 * cookies. Source: Fetch standard, "CORS protocol".
 */
export function admitOwnPage(app: FastifyInstance, { publicUrl }: OwnPageOptions): void {
  const page = new URL(publicUrl).origin
  const isOwn = ({ headers }: FastifyRequest) => headers.origin === page
  app.addHook('onRequest', (request, { raw }, done) => {
    if (!isOwn(request) || !isApi(request.url)) return done()
    // Set on the raw response: streams are written past the framework.
    raw.setHeader('access-control-allow-origin', page)
    raw.setHeader('access-control-expose-headers', exposed)
    raw.setHeader('vary', 'origin')
    done()
  })
  const preflight = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isOwn(request)) return reply.callNotFound()
    const asked = request.headers['access-control-request-headers']
    reply.header('access-control-allow-methods', methods)
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
    reply.header('access-control-max-age', keptForS)
    return reply.code(204).send()
  }
  for (const place of places) app.options(`${place}*`, preflight)
}

const places = ['/api/', '/content/', '/models/'] as const

function isApi(url: string): boolean {
  return places.some((place) => url.startsWith(place))
}
