import { readApiError } from '@gridloom/client/api-error'
import { hashBlockBytes } from '@gridloom/contract/core/constants'
import { rendering } from '@gridloom/contract/rendering/endpoints'
import { DetailedError, Upload } from 'tus-js-client'

/** What stopped a transfer: the line (try again), the token (renew it first), or a refusal (give up). */
export type TransferProblem =
  | { readonly kind: 'line' }
  | { readonly kind: 'token' }
  | { readonly kind: 'refused'; readonly error: Error }

interface TransferParts {
  readonly file: Blob
  readonly uploadId: string
  /** The token at the moment of each request: it is renewed while a long transfer runs. */
  readonly token: () => string | undefined
  readonly onBytes: (bytes: number) => void
  readonly onSent: () => void
  readonly onProblem: (problem: TransferProblem) => void
}

/** The bytes of one file on their way by tus 1.0.0. Each `start` asks the server how far it is and goes on there. */
export interface Transfer {
  start(): void
  /** Resolves once nothing is sent any more; what has arrived stays. */
  stop(): Promise<void>
}

const bytesPerRequest = 4 * hashBlockBytes

export function createTransfer(parts: TransferParts): Transfer {
  const upload = new Upload(parts.file, {
    uploadUrl: rendering.sendUpload.path.replace('{id}', parts.uploadId),
    chunkSize: bytesPerRequest,
    retryDelays: null,
    storeFingerprintForResuming: false,
    onBeforeRequest: (request) => {
      const token = parts.token()
      if (token !== undefined) request.setHeader('Authorization', `Bearer ${token}`)
    },
    onProgress: (bytes) => parts.onBytes(bytes),
    onSuccess: () => parts.onSent(),
    // @NOTE reading a trouble cannot fail: every answer that is not understood is a broken line
    onError: (error) => void problemOf(error).then(parts.onProblem),
  })
  return { start: () => upload.start(), stop: () => upload.abort() }
}

/** A refusal ends it; an expired token and whatever a moment may mend do not. */
async function problemOf(error: Error): Promise<TransferProblem> {
  const response = error instanceof DetailedError ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  if (response === null || status < 400 || status >= 500) return { kind: 'line' }
  // 409 and 423: another request of ours is still being written. Source: tus 1.0.0, "Core protocol".
  if (status === 409 || status === 423) return { kind: 'line' }
  const refusal = await readApiError(new Response(response.getBody(), { status }))
  if (refusal.code === 'token_expired') return { kind: 'token' }
  return { kind: 'refused', error: refusal }
}
