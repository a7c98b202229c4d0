import { asError } from '@gridloom/async/as-error'
import { limits } from '@gridloom/contract/core/constants'
import { scanJson } from '@gridloom/domain/scan-json'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerKey } from '../caller-key.ts'
import { tooLarge } from '../failures.ts'
import type { BodyReader } from './body-reader.ts'
import { collectBody, largeBytesMin } from './collect-body.ts'
import { parseScanned } from './parse-body.ts'

/**
 * Limits of bodies that are parsed on the main thread: it takes a few milliseconds at worst, with every value invalid.
 * Bodies with more values, or large ones, go to the reader's thread.
 */
const here = { depthMax: limits.jsonDepth, valuesMax: 2_000 }

interface ReadJsonOptions {
  reader: BodyReader
  /** Called when a body has been read, or rejected. */
  onRead(request: FastifyRequest): void
}

/** Reads every body as JSON, and in no other format. */
export function readJson(app: FastifyInstance, { reader, onRead }: ReadJsonOptions): void {
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', (request, raw, done) => {
    const { bodyLimit, config } = request.routeOptions
    const answer = (error: Error | null, value?: unknown) => {
      onRead(request)
      done(error, value)
    }
    const collecting = { raw, bytesMax: bodyLimit, tooLarge: () => tooLarge(bodyLimit) }
    collectBody(collecting, (error, bytes) => {
      if (error !== null) return answer(error)
      const found = bytes.length > largeBytesMin ? 'too_many' : scanJson(bytes, here)
      if (found === 'too_many') {
        const { endpoint } = config
        const caller = callerKey(request)
        reader.read({ bytes, endpoint, caller }).then((value) => answer(null, value), answer)
        return
      }
      const parsed = attempt(() => parseScanned(bytes, found))
      answer(parsed.error, parsed.value)
    })
  })
}

type Parsed = { error: null; value: unknown } | { error: Error; value?: never }

function attempt(parse: () => unknown): Parsed {
  try {
    return { error: null, value: parse() }
  } catch (error) {
    return { error: asError(error) }
  }
}
