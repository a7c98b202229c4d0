import type { Timers } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import type { RenderScene, RenderUpload } from '@gridloom/contract/rendering/scene'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { FileUnreadable, hashFile, readFile } from '../scene/ask-worker.ts'
import { type SentBytes, sendBytes } from './send-bytes.ts'
import { withMark } from './transfer-speed.ts'
import type { ReadFile, UploadState } from './upload-state.ts'

/** What sending a scene needs of the page. */
export interface UploadDependencies {
  readonly client: Client
  readonly token: () => string | undefined
  readonly timers: Timers
  readonly nowMs: () => number
  /** Keeps the upload over a reload; `undefined` forgets it. */
  readonly remember: (upload: RenderUpload | undefined) => void
  /** A scene or a draft was added. */
  readonly onAdded: () => void
}

/** The one file that a page sends. It goes on while other screens are looked at. */
export interface Uploads {
  readonly store: StoreApi<UploadState>
  choose(file: File): void
  /** Sends what was read: hashes it, announces it, sends what is missing, and makes a draft of it. */
  send(): void
  pause(): void
  resume(): void
  /** Gives it up; what was sent of it is deleted. */
  cancel(): void
  /** Back to the beginning, where nothing is under way any more. */
  clear(): void
}

/** One run from a chosen file to its draft; it ends with its signal. */
interface Run {
  readonly parts: UploadDependencies
  readonly signal: AbortSignal
  readonly show: (state: UploadState) => void
  readonly hold: (held: { sent: SentBytes; upload: RenderUpload } | undefined) => void
}

export function createUploads(parts: UploadDependencies): Uploads {
  const store = createStore<UploadState>(() => ({ kind: 'idle' }))
  let stop = new AbortController()
  let held: { sent: SentBytes; upload: RenderUpload } | undefined

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
    send() {
      const state = store.getState()
      if (state.kind !== 'read' && state.kind !== 'failed') return
      const { file, contents } = state
      void sendRead(begin(), { file, contents })
    },
    pause: () => held?.sent.pause(),
    resume: () => held?.sent.resume(),
    cancel() {
      const given = held?.upload
      begin().show({ kind: 'idle' })
      parts.remember(undefined)
      // @NOTE what stays there is forgotten by itself within a day
      if (given) void parts.client.rendering.cancelUpload({ params: given }).catch(() => undefined)
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

/** Never rejects: what goes wrong is shown, with a way to try again. */
async function sendRead(run: Run, read: ReadFile): Promise<void> {
  const { parts, signal, show } = run
  const { rendering } = parts.client
  try {
    const hashes = await hashRead(run, read)
    const { name, size } = read.file
    const body = { file_name: name, size_bytes: size, block_hashes: hashes }
    const answer = await rendering.startUpload({ body, signal })
    const isHeld = answer.kind === 'held'
    const scene = isHeld ? answer.scene : await sendMissing(run, read, answer.upload)
    show({ kind: 'finishing', ...read })
    const job = await rendering.create({ body: { scene_id: scene.id }, signal })
    parts.onAdded()
    show({ kind: 'ready', job, sent: isHeld ? 'nothing' : 'all', ...read })
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

async function sendMissing(run: Run, read: ReadFile, upload: RenderUpload): Promise<RenderScene> {
  const { parts, signal, show, hold } = run
  const call = { params: { id: upload.id }, signal }
  parts.remember(upload)
  if (upload.received_bytes < upload.size_bytes) await sendAll(run, read, upload)
  hold(undefined)
  show({ kind: 'finishing', ...read })
  const scene = await parts.client.rendering.finishUpload(call)
  parts.remember(undefined)
  return scene
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
  const sent = sendBytes({
    file: read.file,
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
