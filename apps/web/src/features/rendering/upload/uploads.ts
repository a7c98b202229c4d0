import type { Timers } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { runUpload } from '@gridloom/client/run-upload'
import type { RenderUpload } from '@gridloom/contract/rendering/scene'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { FileUnreadable, hashFile, readFile } from '../scene/ask-worker.ts'
import { type RunningTransfer, startTransfer } from './start-transfer.ts'
import { withMark } from './transfer-speed.ts'
import type { ReadFile, UploadState } from './upload-state.ts'

/** What an upload needs from the page. */
export interface UploadDependencies {
  readonly client: Client
  /** The base URL of the API. */
  readonly apiUrl: string
  readonly token: () => string | undefined
  readonly timers: Timers
  /** A number in [0, 1), for the jitter of retries. */
  readonly random: () => number
  readonly nowMs: () => number
  /** Stores the upload so that it survives a reload; `undefined` removes it. */
  readonly remember: (upload: RenderUpload | undefined) => void
  /** Called when a scene or a draft was added. */
  readonly onAdded: () => void
  /** Called when the server could not be notified that an upload was cancelled. */
  readonly onCancelFailed: (error: Error) => void
}

/** The one upload of a page. It continues while other screens are open. */
export interface Uploads {
  readonly store: StoreApi<UploadState>
  choose(file: File): void
  /** Uploads the read file: hashes it, announces it, sends the missing bytes, and creates a draft, booked to a project. */
  send(project: string | undefined): void
  pause(): void
  resume(): void
  /** Cancels the upload and deletes what was sent. */
  cancel(): void
  /** Returns to the initial state when nothing is in progress. */
  clear(): void
}

/** One run from a chosen file to its draft; ends when its signal aborts. */
interface Run {
  readonly parts: UploadDependencies
  readonly signal: AbortSignal
  readonly show: (state: UploadState) => void
  readonly hold: (held: { sent: RunningTransfer; upload: RenderUpload } | undefined) => void
}

export function createUploads(parts: UploadDependencies): Uploads {
  const store = createStore<UploadState>(() => ({ kind: 'idle' }))
  let stop = new AbortController()
  let held: { sent: RunningTransfer; upload: RenderUpload } | undefined

  function begin(): Run {
    stop.abort()
    held?.sent.stop()
    held = undefined
    stop = new AbortController()
    const { signal } = stop
    const show = (state: UploadState) => {
      if (!signal.aborted) store.setState(state, true)
    }
    return {
      parts,
      signal,
      show,
      hold: (now) => {
        held = now
      },
    }
  }

  return {
    store,
    choose: (file) => void readChosen(begin(), file),
    send(project) {
      const state = store.getState()
      if (state.kind !== 'read' && state.kind !== 'failed') return
      const { file, contents } = state
      void sendRead(begin(), { file, contents }, project)
    },
    pause: () => held?.sent.pause(),
    resume: () => held?.sent.resume(),
    cancel() {
      const given = held?.upload
      begin().show({ kind: 'idle' })
      parts.remember(undefined)
      if (given) parts.client.rendering.cancelUpload({ params: given }).catch(parts.onCancelFailed)
    },
    clear: () => begin().show({ kind: 'idle' }),
  }
}

async function readChosen({ signal, show }: Run, file: File): Promise<void> {
  show({ kind: 'reading', file })
  try {
    show({ kind: 'read', file, contents: await readFile(file, signal) })
  } catch (error) {
    const text = error instanceof FileUnreadable ? error.message : 'The file could not be read.'
    show({ kind: 'broken', file, text })
  }
}

/** Never rejects: errors are shown with a retry. */
async function sendRead(run: Run, read: ReadFile, project: string | undefined): Promise<void> {
  const { parts, signal, show } = run
  const { client, timers, random } = parts
  try {
    const { scene, sent } = await runUpload(client, {
      fileName: read.file.name,
      sizeBytes: read.file.size,
      hash: () => hashRead(run, read),
      send: (upload) => sendMissing(run, read, upload),
      onFinishing: () => show({ kind: 'finishing', ...read }),
      clock: timers,
      random,
      signal,
    })
    parts.remember(undefined)
    show({ kind: 'finishing', ...read })
    const body = { scene_id: scene.id, ...(project !== undefined && { project }) }
    const job = await client.rendering.create({ body, signal })
    parts.onAdded()
    show({ kind: 'ready', job, sent, ...read })
  } catch (error) {
    show({ kind: 'failed', error, ...read })
  }
}

function hashRead({ signal, show }: Run, read: ReadFile): Promise<string[]> {
  show({ kind: 'hashing', bytes: 0, ...read })
  return hashFile(read.file, {
    signal,
    onBytes: (bytes) => show({ kind: 'hashing', bytes, ...read }),
  })
}

async function sendMissing(run: Run, read: ReadFile, upload: RenderUpload): Promise<void> {
  run.parts.remember(upload)
  if (upload.received_bytes < upload.size_bytes) await sendAll(run, read, upload)
  run.hold(undefined)
}

function sendAll({ parts, show, hold }: Run, read: ReadFile, upload: RenderUpload): Promise<void> {
  let sending: Extract<UploadState, { kind: 'sending' }> = {
    kind: 'sending',
    line: 'open',
    marks: [{ atMs: parts.nowMs(), bytes: upload.received_bytes }],
    ...read,
  }
  const change = (parts: Partial<typeof sending>) => {
    sending = { ...sending, ...parts }
    show(sending)
  }
  const sent = startTransfer({
    file: read.file,
    apiUrl: parts.apiUrl,
    uploadId: upload.id,
    token: parts.token,
    renew: () => parts.client.rendering.readUpload({ params: { id: upload.id } }),
    timers: parts.timers,
    onBytes: (bytes) => change({ marks: withMark(sending.marks, { atMs: parts.nowMs(), bytes }) }),
    onLine: (line) => change({ line }),
  })
  hold({ sent, upload })
  return sent.done
}
