import { availableParallelism } from 'node:os'

/** How many threads a program may use: the cores that this process may run on, so that agents pinned to cores keep to theirs. */
export function threadsOfThisProcess(): number {
  return availableParallelism()
}
