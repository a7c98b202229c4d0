import { systemClock } from '@gridloom/async/clock'
import { RenderUpload } from '@gridloom/contract/rendering/scene'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { keys } from '../../../api/query-keys.ts'
import { type Runtime, useRuntime } from '../../../api/runtime.tsx'
import { clockNowMs } from '../../../browser/clock.ts'
import type { PageStorage } from '../../../browser/page-storage.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import { isUploading, type UploadState } from './upload-state.ts'
import { createUploads, type Uploads } from './uploads.ts'

/** One per page, so that an upload continues while other screens are open. */
const ofPages = new WeakMap<Runtime, Uploads>()

export function useUploads(): Uploads {
  const runtime = useRuntime()
  const known = ofPages.get(runtime)
  if (known) return known
  const uploads = uploadsOf(runtime)
  ofPages.set(runtime, uploads)
  return uploads
}

export function useUploadState(): UploadState {
  return useStore(useUploads().store)
}

/** Makes the browser ask before the page is left during an upload. */
export function useLeaveGuard(state: UploadState): void {
  const guarded = isUploading(state)
  useEffect(() => {
    if (!guarded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [guarded])
}

/** Returns the upload that a reload interrupted, if any. */
export function readRemembered(kept: PageStorage): RenderUpload | undefined {
  try {
    const read = RenderUpload.safeParse(JSON.parse(kept.read('renderUpload') ?? 'null'))
    return read.success ? read.data : undefined
  } catch {
    // @NOTE a stored value that is not JSON is not ours and is ignored
    return undefined
  }
}

function uploadsOf({ client, apiUrl, auth, kept, queryClient, toasts }: Runtime): Uploads {
  return createUploads({
    client,
    apiUrl,
    token: () => auth.store.getState().token,
    timers: systemClock,
    random: Math.random,
    nowMs: clockNowMs,
    remember: (upload) => kept.write('renderUpload', upload && JSON.stringify(upload)),
    // @NOTE refetched in the background: a failure is shown where the data is used
    onAdded: () => void queryClient.invalidateQueries({ queryKey: keys.renders }),
    onCancelFailed: (error) =>
      toasts.show({
        type: 'error',
        message: `The upload stopped, but was not deleted: ${describeError(error).text} It is deleted within a day.`,
      }),
  })
}
