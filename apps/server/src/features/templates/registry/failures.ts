import { Refused } from '@gridloom/contract/errors'
import { OutsideTooLarge } from '../../../platform/outbound/fetch-outside.ts'
import { OutsideFailed, type OutsideFailure } from '../../../platform/outbound/outside.ts'

/** The failure of a registry that did not answer as one; `problem` goes on after a colon. */
export function registryFailed(registry: string, problem: string, cause?: unknown): Refused {
  return new Refused('registry_failed', { details: { registry, problem }, cause })
}

/** The failure of a registry's answer with a status that says nothing about image or login. */
export function statusFailed(registry: string, status: number, what = 'it'): Refused {
  if (status === 429)
    return registryFailed(
      registry,
      `${what} limits how often images are asked for, try again later`,
    )
  return registryFailed(registry, `${what} answered with status ${status}`)
}

/** Converts the error of a request to a registry, or to a host that it names. */
export function requestFailed(registry: string, what: string, error: unknown): unknown {
  if (error instanceof OutsideTooLarge)
    return registryFailed(registry, `${partOf('answer', what)} is too large`, error)
  if (!(error instanceof OutsideFailed)) return error
  return registryFailed(registry, problems[error.failure](what), error)
}

const problems: Readonly<Record<OutsideFailure, (what: string) => string>> = {
  address_refused: (what) =>
    `${partOf('address', what)} is not a public one, or its port is not allowed`,
  unknown_host: (what) => `${partOf('host name', what)} could not be resolved`,
  connection_failed: (what) => `no connection to ${what} could be made`,
  tls_failed: (what) => `${partOf('TLS certificate', what)} was not accepted`,
  timed_out: (what) => `${what} took too long`,
  closed: (what) => `${what} closed the connection`,
  malformed: (what) => `${what} does not answer in HTTP`,
}

/** `its address`, `the address of its token service`. */
function partOf(part: string, what: string): string {
  return what === 'it' ? `its ${part}` : `the ${part} of ${what}`
}
