import { endpoints } from 'virtual:api-facts'
import { readApiError } from '@gridloom/client/api-error'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { endpointPath } from '@gridloom/contract/core/endpoint-facts'
import { DetailedError, Upload } from 'tus-js-client'

/** Why a transfer stopped: the connection (retry), the token (renew it first), or a rejection (give up). */
export type TransferProblem =
  | { readonly kind: 'line' }
  | { readonly kind: 'token' }
  | { readonly kind: 'refused'; readonly error: Error }

interface TransferParts {
  readonly file: Blob
  /** The base URL of the API. */
  readonly apiUrl: string
  readonly uploadId: string
  /** Read for each request, as the token is renewed during a long transfer. */
  readonly token: () => string | undefined
  readonly onBytes: (bytes: number) => void
  readonly onSent: () => void
  readonly onProblem: (problem: TransferProblem) => void
}

/** Transfers one file by tus 1.0.0. Each `start` asks the server for its offset and resumes there. */
export interface Transfer {
  start(): void
  /** Resolves once nothing is being sent; bytes that have arrived stay. */
  stop(): Promise<void>
}

const bytesPerRequest = 4 * hashBlockBytes

export function createTransfer(parts: TransferParts): Transfer {
  const upload = new Upload(parts.file, {
    uploadUrl: parts.apiUrl + endpointPath(endpoints.rendering.sendUpload, { id: parts.uploadId }),
    chunkSize: bytesPerRequest,
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      const token = parts.token()
      if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`)
    },
    onProgress: (bytes) => parts.onBytes(bytes),
    onSuccess: () => parts.onSent(),
    // @NOTE classifying an error cannot fail: any response that is not understood counts as a broken connection
    onError: (error) => void problemOf(error).then(parts.onProblem),
  })
  return { start: () => upload.start(), stop: () => upload.abort() }
}

/** Classifies an error: a rejection is final; an expired token or a temporary failure is not. */
async function problemOf(error: Error): Promise<TransferProblem> {
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  if (response === null || status < 400 || status >= 500) return { kind: 'line' }
  // 409 and 423: another request of this upload is still being written. Source: tus 1.0.0, "Core protocol".
  if (status === 409 || status === 423) return { kind: 'line' }
  const refusal = await readApiError(new Response(response.getBody(), { status }))
  if (refusal.code === 'token_expired') return { kind: 'token' }
  return { kind: 'refused', error: refusal }
}
