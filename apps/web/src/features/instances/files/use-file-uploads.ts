import type { InstanceId } from '@gridloom/contract/core/ids'
import type { FilePath } from '@gridloom/contract/files/file-path'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { keys } from '../../../api/query-keys.ts'
import { useClient } from '../../../api/runtime.tsx'
import type { ChosenFile } from './chosen-files.ts'
import { createFileUploads, type FileUpload } from './file-uploads.ts'

/** The uploads to one instance, in the order in which they were added. */
export interface FileUploads {
  uploads: readonly FileUpload[]
  add(folder: FilePath, files: readonly ChosenFile[]): void
  pause(key: string): void
  /** Continues a paused or failed upload; `replace` also where the file exists. */
  resume(key: string, existing?: 'kept' | 'replaced'): void
  cancel(key: string): void
  /** Removes those that are done from the list. */
  clear(): void
}

/** Uploads that go on while other tabs of the instance are open; leaving its page ends them. */
export function useFileUploads(id: InstanceId): FileUploads {
  const client = useClient()
  const queryClient = useQueryClient()
  const [running] = useState(() =>
    createFileUploads({
      client,
      id,
      onDone: () => void queryClient.invalidateQueries({ queryKey: keys.files(id) }),
    }),
  )
  useEffect(() => () => running.pauseAll(), [running])
  const uploads = useStore(running.store, (state) => state.uploads)
  return { uploads, ...running }
}
