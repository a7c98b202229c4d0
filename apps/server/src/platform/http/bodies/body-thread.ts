import { parentPort } from 'node:worker_threads'
import { api } from '@gridloom/contract/api'
import type { Endpoint } from '@gridloom/contract/core/endpoint'
import { Refused } from '@gridloom/contract/errors'
import { fieldRefusal } from '../field-refusal.ts'
import type { BodyJob, BodyOutcome } from './body-reader.ts'
import { parseBody } from './parse-body.ts'

/**
 * The thread of `body-reader.ts`. It also validates against the endpoint's schema: naming each of thousands of invalid
 * fields takes longer than all the rest, and the main thread then parses only valid bodies.
 */
const endpoints = new Map<string, Endpoint>(
  Object.entries(api).flatMap(([area, own]) =>
    Object.entries(own).map(([name, one]): [string, Endpoint] => [`${area}.${name}`, one]),
  ),
)

parentPort?.on('message', ({ bytes, endpoint }: BodyJob) => {
  parentPort?.postMessage(read(bytes, endpoint))
})

function read(bytes: Uint8Array, name: string | undefined): BodyOutcome {
  try {
    const value = parseBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    const wrong = endpoints.get(name ?? '')?.body.safeParse(value).error
    if (wrong !== undefined) throw fieldRefusal(wrong)
    return { kind: 'value', value }
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { code, fields, message } = error
    return { kind: 'refused', code, fields, internal: message }
  }
}
