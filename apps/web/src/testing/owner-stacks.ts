import * as React from 'react'

const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)

/**
 * Keeps React from recording, for each element it creates, the line that created it, a twelfth of the time of these
 * tests. It records no more than 10,000 each second. Its warnings still name components.
 */
export function skipOwnerStacks(): void {
  if (typeof internals !== 'object' || internals === null) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    configurable: true,
    get: () => Number.POSITIVE_INFINITY,
    set: () => undefined,
  })
}
