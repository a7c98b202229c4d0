import { ApiError } from '@gridloom/client/api-error'
import type { RenderUpload } from '@gridloom/contract/rendering/scene'
import { formatBytes } from '@gridloom/domain/format-bytes'
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, useRuntime } from '../../../api/runtime.tsx'
import styles from './upload.module.css'
import { readRemembered } from './use-uploads.ts'

/** An upload that a reload interrupted, and how to resume it. */
export function Unfinished() {
  const { kept } = useRuntime()
  const [upload, setUpload] = useState(() => readRemembered(kept))
  if (upload === undefined) return null
  return (
    <OneUnfinished
      upload={upload}
      onForget={() => {
        kept.write('renderUpload', undefined)
        setUpload(undefined)
      }}
    />
  )
}

interface OneUnfinishedProps {
  upload: RenderUpload
  onForget: () => void
}

function OneUnfinished({ upload, onForget }: OneUnfinishedProps) {
  const client = useClient()
  const params = { id: upload.id }
  const { data, error } = useQuery({
    queryKey: ['render-upload', upload.id],
    queryFn: ({ signal }) => client.rendering.readUpload({ params, signal }),
  })
  const cancel = useMutation({
    mutationFn: () => client.rendering.cancelUpload({ params }),
    onSuccess: onForget,
  })
  const gone = error instanceof ApiError && error.code === 'not_found'
  if (gone || data === undefined) return null

  return (
    <section className={styles.unfinished} aria-label="Unfinished upload">
      <p className={styles.text}>
        <strong>{data.file_name}</strong> is incomplete: {formatBytes(data.received_bytes)} of{' '}
        {formatBytes(data.size_bytes)}. Choose the same file again to resume.
      </p>
      <Button size="xs" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        Discard
      </Button>
    </section>
  )
}
