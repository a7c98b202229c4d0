import { vi } from 'vitest'

/** One request of an upload as it reached the network. */
export interface TusRequest {
  readonly method: string
  readonly address: string
  readonly token: string | null
  /** Offset of its first byte. */
  readonly offset: number
}

/** Outcome of a request: it arrives, the connection breaks, it is rejected, or it waits for `letGo`. */
export type TusFate = 'arrives' | 'line breaks' | 'waits' | { status: number; code: string }

/**
 * Replaces the network below a tus 1.0.0 upload until the test ends. `fates` are the outcomes of the PATCH requests in
 * turn; later ones all arrive.
 */
export function fakeTus({ received = 0, size, fates = [] }: FakeTus) {
  const requests: TusRequest[] = []
  const waiting: (() => void)[] = []
  const left = [...fates]
  const server = { offset: received }

  class Request extends FakeRequest {
    send(body: Blob | null = null): void {
      requests.push(this.seen(server.offset))
      if (this.method === 'HEAD') this.answer(200, server.offset, size)
      else this.meet(left.shift() ?? 'arrives', body?.size ?? 0)
    }

    meet(fate: TusFate, bytes: number): void {
      const arrive = () => {
        server.offset += bytes
        this.answer(204, server.offset, size)
      }
      if (typeof fate === 'object') this.refuse(fate)
      else if (fate === 'line breaks') this.fail()
      else if (fate === 'arrives') arrive()
      else {
        this.upload.onprogress?.({ lengthComputable: true, loaded: bytes / 2 })
        waiting.push(arrive)
      }
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  return { requests, letGo: () => waiting.shift()?.() }
}

interface FakeTus {
  received?: number
  size: number
  fates?: readonly TusFate[]
}

/** The part of XMLHttpRequest that the upload uses. Responses arrive after `send` has returned. */
class FakeRequest {
  method = ''
  status = 0
  responseText = ''
  upload: { onprogress?: (event: { lengthComputable: boolean; loaded: number }) => void } = {}
  onload?: () => void
  onerror?: (error: Error) => void
  #address = ''
  #aborted = false
  readonly #sent = new Map<string, string>()
  readonly #answered = new Map<string, string>()

  open(method: string, address: string): void {
    this.method = method
    this.#address = address
  }
  setRequestHeader(name: string, value: string): void {
    this.#sent.set(name.toLowerCase(), value)
  }
  getResponseHeader(name: string): string | null {
    return this.#answered.get(name.toLowerCase()) ?? null
  }
  abort(): void {
    this.#aborted = true
  }
  seen(offset: number): TusRequest {
    const token = this.#sent.get('authorization')?.replace('Bearer ', '') ?? null
    return { method: this.method, address: this.#address, token, offset }
  }
  answer(status: number, offset: number, size: number): void {
    this.status = status
    this.#answered.set('upload-offset', String(offset)).set('upload-length', String(size))
    this.#later(() => this.onload?.())
  }
  refuse({ status, code }: { status: number; code: string }): void {
    this.responseText = JSON.stringify({ status: 'error', error: `text of ${code}`, code })
    this.status = status
    this.#later(() => this.onload?.())
  }
  fail(): void {
    this.#later(() => this.onerror?.(new TypeError('Failed to fetch')))
  }
  #later(answer: () => void): void {
    queueMicrotask(() => {
      if (!this.#aborted) answer()
    })
  }
}
