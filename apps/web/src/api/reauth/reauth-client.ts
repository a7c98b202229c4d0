import type { Client } from '@gridloom/client/calls'
import { afterConfirming, type ReauthPrompt } from './reauth-prompt.ts'

type AnyCall = (...input: never[]) => unknown

/** Wraps the API: a call that requires re-authentication asks the user for it and is then retried. */
export function confirmingClient(client: Client, confirmations: ReauthPrompt): Client {
  const areas = Object.entries(client).map(([name, area]) => [
    name,
    Object.fromEntries(
      Object.entries(asCalls(area)).map(([verb, call]) => [verb, confirming(call, confirmations)]),
    ),
  ])
  return asClient(Object.fromEntries(areas))
}

/** Streams are not promises and pass unchanged: none of them requires re-authentication. */
function confirming(call: AnyCall, confirmations: ReauthPrompt): AnyCall {
  return (...input) => {
    const first = call(...input)
    if (!(first instanceof Promise)) return first
    return afterConfirming(
      confirmations,
      inTurn(first, () => Promise.resolve(call(...input))),
    )
  }
}

/** Returns the promise already started on the first call, and starts a new one on each later call. */
function inTurn(begun: Promise<unknown>, again: () => Promise<unknown>): () => Promise<unknown> {
  let first: Promise<unknown> | undefined = begun
  return () => {
    const given = first ?? again()
    first = undefined
    return given
  }
}

/** Named cast: each member of an area is a function. */
function asCalls(area: object): Record<string, AnyCall> {
  return area as Record<string, AnyCall>
}

/** Named cast: each call of each area is wrapped by one with the same parameters and result. */
function asClient(calls: object): Client {
  return calls as Client
}
