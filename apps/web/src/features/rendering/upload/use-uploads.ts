import { systemClock } from '@gridloom/async/clock'
import { RenderUpload } from '@gridloom/contract/rendering/scene'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { keys } from '../../../api/query-keys.ts'
import { type Runtime, useRuntime } from '../../../api/runtime.tsx'
import { clockNowMs } from '../../../browser/clock.ts'
import type { PageStorage } from '../../../browser/page-storage.ts'
import { isUnderWay, type UploadState } from './upload-state.ts'
import { createUploads, type Uploads } from './uploads.ts'

/** One for each page, so that an upload goes on while other screens are looked at. */
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

/** Has the browser ask before the page is left while something is under way. */
export function useLeaveGuard(state: UploadState): void {
  const guarded = isUnderWay(state)
  useEffect(() => {
    if (!guarded) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [guarded])
}

/** The upload that was under way when the page was left; `undefined` where there was none. */
export function readRemembered(kept: PageStorage): RenderUpload | undefined {
  try {
    const read = RenderUpload.safeParse(JSON.parse(kept.read('renderUpload') ?? 'null'))
    return read.success ? read.data : undefined
  } catch {
    // @NOTE what was kept is no JSON, so it is not ours; nothing is known then
    return undefined
  }
}

function uploadsOf({ client, auth, kept, queryClient }: Runtime): Uploads {
  return createUploads({
    client,
    token: () => auth.store.getState().token,
    timers: systemClock,
    nowMs: clockNowMs,
    remember: (upload) => kept.write('renderUpload', upload && JSON.stringify(upload)),
    // @NOTE asked anew in the background: what fails to load says so where it is shown
    onAdded: () => void queryClient.invalidateQueries({ queryKey: keys.renders }),
  })
}
