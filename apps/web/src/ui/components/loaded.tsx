import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SkeletonRows } from './skeletons.tsx'
import { ErrorState } from './states.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** What is loaded, as it stands in a sentence: `your SSH keys`. */
  what: string
  rows?: number
  children: (data: Data) => ReactNode
}

/** What a query answered; rows in its shape until then, and what went wrong with a retry. */
export function Loaded<Data>({ query, what, rows = 3, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <SkeletonRows rows={rows} label={`Loading ${what}`} />
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`
  return <ErrorState title={title} error={query.error} retry={() => void query.refetch()} />
}
