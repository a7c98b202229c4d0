import { systemClock } from '@gridloom/async/clock'
import type { Client } from '@gridloom/client/calls'
import { uploadInstanceFile } from '@gridloom/client/instance-files'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { type FilePath, filePathIn, folderOf } from '@gridloom/contract/files/file-path'
import { createStore } from 'zustand/vanilla'
import { isCode } from '../../../api/is-code.ts'
import { describeError } from '../../../ui/format/error-texts.ts'
import { type ChosenFile, chosenFilesMax } from './chosen-files.ts'
import { typedName } from './file-words.ts'

/**
 * waiting ──▶ sending ──▶ done
 *    ▲           │ ├──▶ paused ──▶ waiting
 *    └───────────┘ ├──▶ exists ──▶ waiting (to replace it)
 *                  └──▶ failed ──▶ waiting
 */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'exists' | 'failed' | 'done'

/** One upload. */
export interface FileUpload {
  readonly key: string
  /** `folder`: an empty one. */
  readonly kind: 'file' | 'folder'
  readonly path: FilePath
  /** Below the folder that it was dropped on. */
  readonly name: string
  readonly sizeBytes: number
  readonly sentBytes: number
  readonly state: UploadState
  readonly problem: string | null
}

interface Kept {
  file: File | null
  existing: 'kept' | 'replaced'
  stop: AbortController
}

interface SentFile extends Pick<FileUpload, 'key' | 'path'> {
  file: File
  its: Kept
}

interface UploadsOf {
  client: Client
  id: InstanceId
  onDone(): void
}

const sendingMax = 3
const stepBytes = 1024 * 1024

/** Creates the uploads to one instance: three at a time, each resumable by the id that it is created with. */
export function createFileUploads({ client, id, onDone }: UploadsOf) {
  const store = createStore<{ uploads: readonly FileUpload[] }>(() => ({ uploads: [] }))
  const kept = new Map<string, Kept>()

  function set(key: string, change: Partial<FileUpload>): void {
    store.setState(({ uploads }) => ({
      uploads: uploads.map((one) => (one.key === key ? { ...one, ...change } : one)),
    }))
  }

  function next(): void {
    const { uploads } = store.getState()
    const sending = uploads.filter(({ state }) => state === 'sending').length
    const waiting = uploads.filter(({ state }) => state === 'waiting')
    for (const upload of waiting.slice(0, sendingMax - sending)) void send(upload)
  }

  async function send(upload: FileUpload): Promise<void> {
    const { key, kind, path, name, sizeBytes } = upload
    const its = kept.get(key)
    if (its === undefined) return
    its.stop = new AbortController()
    const { signal } = its.stop
    set(key, { state: 'sending', problem: null })
    try {
      const folder = kind === 'folder' ? path : folderOf(path)
      if (name.includes('/') || kind === 'folder')
        await client.files.createFolder({
          params: { id },
          body: { path: folder, parents: true },
          signal,
        })
      if (its.file !== null) await sendFile({ key, path, file: its.file, its })
      set(key, { state: 'done', sentBytes: sizeBytes })
      onDone()
    } catch (error) {
      if (!signal.aborted) fail(upload, error)
    }
    next()
  }

  async function sendFile({ key, path, file, its }: SentFile): Promise<void> {
    const { signal } = its.stop
    await uploadInstanceFile(client, {
      ...{ id, upload: key, stepBytes, signal, clock: systemClock, random: Math.random },
      finish: {
        path,
        size_bytes: file.size,
        modified_at: new Date(file.lastModified).toISOString(),
        replace: its.existing === 'replaced',
      },
      read: async (from, bytes) =>
        new Uint8Array(await file.slice(from, from + bytes).arrayBuffer()),
      onBytes: (sentBytes) => set(key, { sentBytes }),
    })
  }

  function fail({ key, kind }: FileUpload, error: unknown): void {
    const isThere = kind === 'file' && isCode(error, 'file_exists')
    if (isThere) set(key, { state: 'exists' })
    else set(key, { state: 'failed', problem: describeError(error).text })
  }

  function stop(key: string, state: 'paused'): void {
    kept.get(key)?.stop.abort()
    set(key, { state })
  }

  return {
    store,
    add(folder: FilePath, files: readonly ChosenFile[]): void {
      const added = files.slice(0, chosenFilesMax).map(({ file, path: name }): FileUpload => {
        const key = newUploadId()
        kept.set(key, { file, existing: 'kept', stop: new AbortController() })
        const path = name.split('/').map(typedName).reduce(filePathIn, folder)
        const kind = file === null ? 'folder' : 'file'
        const [sizeBytes, sentBytes] = [file?.size ?? 0, 0]
        return {
          ...{ key, kind, path, name },
          sizeBytes,
          sentBytes,
          state: 'waiting',
          problem: null,
        }
      })
      store.setState(({ uploads }) => ({ uploads: [...uploads, ...added] }))
      next()
    },
    pause(key: string): void {
      stop(key, 'paused')
      next()
    },
    pauseAll(): void {
      for (const { key, state } of store.getState().uploads)
        if (state === 'sending' || state === 'waiting') stop(key, 'paused')
    },
    resume(key: string, existing?: 'kept' | 'replaced'): void {
      const its = kept.get(key)
      if (its !== undefined && existing !== undefined) its.existing = existing
      set(key, { state: 'waiting', problem: null })
      next()
    },
    cancel(key: string): void {
      const upload = store.getState().uploads.find((one) => one.key === key)
      kept.get(key)?.stop.abort()
      kept.delete(key)
      store.setState(({ uploads }) => ({ uploads: uploads.filter((one) => one.key !== key) }))
      next()
      if (upload === undefined || upload.kind === 'folder' || upload.state === 'done') return
      const params = { id, upload: key }
      // @NOTE the server deletes what is left after a day
      client.files.cancelUpload({ params, query: { path: upload.path } }).catch(() => {})
    },
    clear(): void {
      for (const { key, state } of store.getState().uploads) if (state === 'done') kept.delete(key)
      store.setState(({ uploads }) => ({
        uploads: uploads.filter(({ state }) => state !== 'done'),
      }))
    },
  }
}

/** 128 random bits, in hexadecimal. */
function newUploadId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
