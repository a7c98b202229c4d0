import { availableParallelism } from 'node:os'

/**
 * Returns how many threads a program may use: as many as the cores that this process may run on, so that agents pinned
 * to cores stay on theirs.
 */
export function threadsOfThisProcess(): number {
  return availableParallelism()
}
