import { assertNever } from '@gridloom/domain/assert-never'
import type { UnservedReason } from './admission.ts'
import type { PortPage } from './page.ts'
import type { RelayProblem } from './problem-of.ts'

const startingReloadS = 3
const offlineReloadS = 15

/** The host is no address of a port at all. */
export const unknownAddressPage: PortPage = {
  status: 404,
  code: 'not_found',
  title: 'Address not found',
  text: "This address does not exist, or you don't have access to it. Check it for typing errors.",
}

/** For programs, which are not redirected to sign in. */
export const signInPage: PortPage = {
  status: 401,
  code: 'unauthorized',
  title: 'Sign-in required',
  text: 'Open this address in a browser to sign in, or send an API key in the header x-gridloom-token.',
}

/** The code of a sign-in is used up or expired, or the browser keeps no cookies. */
export function signInFailedPage(path: string): PortPage {
  return {
    status: 403,
    code: 'unauthorized',
    title: 'Sign-in failed',
    text: 'The sign-in has expired, or your browser does not accept cookies for this address.',
    action: { text: 'Try again', href: path },
  }
}

/** A link that is expired or revoked. */
export const linkEndedPage: PortPage = {
  status: 403,
  code: 'forbidden',
  title: 'Link expired',
  text: 'This link has expired or was revoked. Ask the person who shared it for a new one.',
}

export const guessesPage: PortPage = {
  status: 429,
  code: 'too_many_requests',
  title: 'Too many requests',
  text: 'Too many requests without access came from your network. Try again in a minute.',
}

/** The control plane did not answer. */
export const notReadyPage: PortPage = {
  status: 503,
  code: 'not_ready',
  title: 'Temporarily unavailable',
  text: 'The server is restarting. Your instance keeps running.',
  reloadS: startingReloadS,
}

/** The page of an address that the visitor may open and that does not answer now. */
export function unservedPage(reason: UnservedReason): PortPage {
  switch (reason) {
    case 'no_access':
      return {
        status: 403,
        code: 'forbidden',
        title: 'No access',
        text: 'The token in x-gridloom-token does not give access to this address.',
      }
    case 'starting':
      return {
        status: 503,
        code: 'state_conflict',
        title: 'Starting',
        text: 'The instance is starting. This can take a few minutes if its image is downloaded first.',
        reloadS: startingReloadS,
      }
    case 'stopped':
      return {
        status: 503,
        code: 'state_conflict',
        title: 'Instance stopped',
        text: 'The instance behind this address is stopped. Its owner can start it again.',
      }
    case 'failed':
      return {
        status: 503,
        code: 'state_conflict',
        title: 'Instance failed',
        text: 'The instance behind this address failed to start. Its owner can see the reason on its page.',
      }
    case 'machine_offline':
      return machineOfflinePage
    default:
      return assertNever(reason)
  }
}

const machineOfflinePage: PortPage = {
  status: 503,
  code: 'machine_offline',
  title: 'Machine offline',
  text: 'The machine that runs this instance is offline. The address works again when it is back.',
  reloadS: offlineReloadS,
}

/** A port of the same instance that accepts connections. */
export interface OtherPort {
  readonly port: number
  readonly href: string
}

/** The page of a request that got no response of its app. `others`: ports of the instance that accept connections. */
export function problemPage(
  problem: RelayProblem,
  { port, others }: { port: number; others: readonly OtherPort[] },
): PortPage {
  switch (problem) {
    case 'machine_offline':
      return machineOfflinePage
    case 'busy':
      return busyPage
    case 'timed_out':
      return {
        status: 504,
        code: 'upstream_failed',
        title: 'No connection in time',
        text: `Port ${port} of the instance did not accept the connection in time.`,
        reloadS: offlineReloadS,
      }
    case 'broken':
      return {
        status: 502,
        code: 'upstream_failed',
        title: 'Unexpected response',
        text: `The program on port ${port} did not send a valid HTTP response.`,
      }
    case 'nothing_listens':
      return nothingListensPage(port, others)
    default:
      return assertNever(problem)
  }
}

function nothingListensPage(port: number, others: readonly OtherPort[]): PortPage {
  const text = 'The instance is running, but no program in it accepts connections on this port'
  return {
    status: 502,
    code: 'upstream_failed',
    title: `Nothing is listening on port ${port}`,
    text: others.length === 0 ? `${text} yet.` : `${text}. These ports answer:`,
    items: others.map((other) => ({ text: `Port ${other.port}`, href: other.href })),
    reloadS: offlineReloadS,
  }
}

const busyPage: PortPage = {
  status: 503,
  code: 'too_many_requests',
  title: 'Too many connections',
  text: 'Too many connections to this instance are open. Close some and try again.',
}

/** A request that two programs could read differently, or that this server does not support. */
export function badRequestPage(status: 400 | 501, text: string): PortPage {
  return { status, code: 'invalid_input', title: 'Bad request', text }
}
