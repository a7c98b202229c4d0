import { RenderJobId } from '@gridloom/contract/core/ids'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ReadRenderJob } from '../../../api/live/keep.ts'
import { useClient } from '../../../api/runtime.tsx'
import { Page } from '../../../ui/components/page.tsx'
import { SkeletonBlock } from '../../../ui/components/skeletons.tsx'
import { ErrorState } from '../../../ui/components/states.tsx'
import { jobQuery } from '../api/render-queries.ts'

export const jobCrumbs = [
  { text: 'Render', to: '/render' },
  { text: 'Render jobs', to: '/render/listing' },
]

interface OneJobProps {
  /** Title of the page until the job is loaded. */
  title: string
  children: (read: ReadRenderJob) => ReactNode
}

/** Loads the job in the URL and handles loading, an invalid id and failure. */
export function OneJob({ title, children }: OneJobProps) {
  const params: { id?: string } = useParams({ strict: false })
  const id = RenderJobId.safeParse(params.id)
  if (id.success) {
    return (
      <ReadJob key={id.data} id={id.data} title={title}>
        {children}
      </ReadJob>
    )
  }
  return (
    <Page title={title} crumbs={jobCrumbs}>
      <ErrorState title="Render job not found" error={id.error} />
    </Page>
  )
}

function ReadJob({ id, title, children }: OneJobProps & { id: RenderJobId }) {
  const read = useQuery(jobQuery(useClient(), id))
  if (read.data) return children(read.data)
  return (
    <Page title={title} crumbs={jobCrumbs}>
      {read.error ? (
        <ErrorState
          title="The render job could not be loaded"
          error={read.error}
          retry={() => void read.refetch()}
        />
      ) : (
        <>
          <SkeletonBlock height={84} label="Loading the render job" />
          <SkeletonBlock height={420} label="Loading the frames" />
        </>
      )}
    </Page>
  )
}
