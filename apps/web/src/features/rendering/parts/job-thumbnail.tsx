import type { RenderFrame } from '@gridloom/contract/rendering/frame'
import type { RenderJob } from '@gridloom/contract/rendering/job'
import { IconMovie } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useClient } from '../../../api/runtime.tsx'
import { frameQuery } from '../api/render-queries.ts'
import { FramePicture } from './frame-picture.tsx'
import styles from './job-thumbnail.module.css'
import { PicturesProvider, picturesOf } from './use-picture.ts'

/** A small picture of a job; an icon until there is one. */
export function JobThumbnail({ job }: { job: RenderJob }) {
  return (
    <span className={styles.box}>
      {job.thumbnail_frame === null ? (
        <IconMovie size={18} stroke={1.5} aria-hidden />
      ) : (
        <Known job={job} frame={job.thumbnail_frame} />
      )}
    </span>
  )
}

function Known({ job, frame }: { job: RenderJob; frame: number }) {
  const client = useClient()
  const { data } = useQuery(frameQuery(client, { id: job.taskId, frame }))
  const [pictures] = useState(() => picturesOf(client, job.taskId))
  useEffect(() => () => pictures.clear(), [pictures])
  if (!hasPicture(data)) return null
  return (
    <PicturesProvider value={pictures}>
      <FramePicture picture={{ frame, size: 'small', sha256: data.sha256 }} alt="" />
    </PicturesProvider>
  )
}

function hasPicture(
  frame: RenderFrame | null | undefined,
): frame is RenderFrame & { sha256: string } {
  return typeof frame?.sha256 === 'string'
}
