import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SkeletonRows } from './skeletons.tsx'
import { ErrorState } from './states.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** Name of the data within a sentence: `your SSH keys`. */
  what: string
  rows?: number
  /** The remedy for a failure, in place of the error's own texts. */
  failedText?: string
  children: (data: Data) => ReactNode
}

/** Renders a query's data; skeleton rows while it loads, and an error with a retry if it fails. */
export function Loaded<Data>({ query, what, rows = 3, failedText, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return <SkeletonRows rows={rows} label={`Loading ${what}`} />
  const title = `${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`
  return (
    <ErrorState
      title={title}
      error={query.error}
      {...(failedText === undefined ? {} : { text: failedText })}
      retry={() => void query.refetch()}
    />
  )
}
