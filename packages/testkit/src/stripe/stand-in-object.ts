import type { Fields } from './form-fields.ts'

/** An object of its API; which fields there are depends on its kind. */
export type StandInObject = Fields & { id: string; object: string }

/** A refusal. With `param`, the call had not begun: Stripe does not remember it with a key of idempotency. */
export class Invalid extends Error {
  readonly code: string
  readonly param: string | undefined
  readonly status: number

  constructor(code: string, message: string, param?: string, status = 400) {
    super(message)
    this.code = code
    this.param = param
    this.status = status
  }
}

export function listOf(url: string, data: readonly unknown[]) {
  return { object: 'list', url, has_more: false, data }
}
