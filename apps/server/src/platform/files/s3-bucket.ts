import { createHash } from 'node:crypto'
import type { Clock } from '@gridloom/async/clock'
import { AwsClient } from 'aws4fetch'

/** A bucket with its address and credentials. */
export interface S3Place {
  /** Scheme, host and port. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The object store failed a request; the message names the request and the response. */
export class S3Failed extends Error {
  override readonly name = 'S3Failed'
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  signal?: AbortSignal
  /** Statuses that are valid responses, beside the successful ones. */
  alsoFine?: readonly number[]
}

/** Sends signed requests to a bucket (path style, signature version 4 over the payload too). */
export interface S3Bucket {
  /** @throws S3Failed for a response that is neither successful nor `alsoFine` */
  ask(request: S3Request): Promise<Response>
}

/** A part of 8 MiB takes this long on a line of 0.5 Mbit/s; reading a file has no limit but inactivity. */
const answerWithinMs = 150_000
const saidCharsMax = 300

export function s3Bucket(place: S3Place, clock: Clock): S3Bucket {
  const { accessKeyId, secretAccessKey, region } = place
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3 })
  const base = `${place.endpoint}/${place.bucket}`
  return {
    async ask({ method, key = '', query = {}, headers = {}, body, signal, alsoFine = [] }) {
      const url = new URL(key === '' ? base : `${base}/${key}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      const limits = method === 'GET' && key !== '' ? [] : [clock.timeout(answerWithinMs)]
      const response = await client.fetch(url.href, {
        method,
        headers: { ...headers, 'x-amz-content-sha256': sha256Of(body) },
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.any([...limits, ...(signal === undefined ? [] : [signal])]),
      })
      if (response.ok || alsoFine.includes(response.status)) return response
      const said = (await response.text()).slice(0, saidCharsMax)
      throw new S3Failed(`${method} ${url.pathname}${url.search}: ${response.status} ${said}`)
    },
  }
}

function sha256Of(body: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex')
}
