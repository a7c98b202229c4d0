import type { Client } from '@gridloom/client/calls'
import { afterConfirming, type Confirmations } from './reauth-prompt.ts'

type AnyCall = (...input: never[]) => unknown

/** The same API, where a call that wants a recent proof asks the person for it and then goes through. */
export function confirmingClient(client: Client, confirmations: Confirmations): Client {
  const areas = Object.entries(client).map(([name, area]) => [
    name,
    Object.fromEntries(
      Object.entries(asCalls(area)).map(([verb, call]) => [verb, confirming(call, confirmations)]),
    ),
  ])
  return asClient(Object.fromEntries(areas))
}

/** Streams are no promises and pass as they are: none of them wants a proof. */
function confirming(call: AnyCall, confirmations: Confirmations): AnyCall {
  return (...input) => {
    const first = call(...input)
    if (!(first instanceof Promise)) return first
    return afterConfirming(
      confirmations,
      inTurn(first, () => Promise.resolve(call(...input))),
    )
  }
}

/** Gives what was begun already, and from then on begins anew. */
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

/** Named cast: area by area, each call became one that takes and answers the same. */
function asClient(calls: object): Client {
  return calls as Client
}
