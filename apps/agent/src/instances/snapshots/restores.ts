import { createHash } from 'node:crypto'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { RestoreState, SnapshotPiece } from '@gridloom/contract/agent/snapshots'
import { SnapshotManifest, snapshotManifestBytesMax } from '@gridloom/contract/agent/snapshots'
import { SnapshotId } from '@gridloom/contract/core/ids'
import { diskReserveBytes } from '@gridloom/domain/disk'
import { readTextIfThere, writeWhole } from '../../host/files.ts'
import { jsonOf } from '../../json-of.ts'
import { AgentRefused } from '../../refused.ts'
import { byteReader } from '../../runtime/docker/layers/byte-reader.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { ContainerRuntime } from '../../runtime/port.ts'
import type { EnsureImage } from '../ensure-image.ts'
import { isSnapshotImage, snapshotImage } from './names.ts'
import { restoreArchive } from './restore-archive.ts'
import { SnapshotBroken } from './snapshot-broken.ts'
import { snapshotFolders, spoolsIn } from './spool.ts'
import { sizeOf, storePiece } from './write-layer.ts'

const lookLimitMs = 10_000

type OnProgress = Parameters<EnsureImage>[1]

/** The snapshots that are being restored on this machine. */
export interface Restores {
  /** Takes the manifest of a snapshot, and returns how much of it is here. */
  open(snapshot: SnapshotId, manifest: AsyncIterable<Uint8Array>): Promise<RestoreState>
  /** Takes pieces from the one with this number on. Errors: `invalid_input`, `state_conflict`, `not_found`. */
  receive(
    snapshot: SnapshotId,
    from: number,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<RestoreState>
  /**
   * Provides the image of a snapshot, once its pieces have arrived. Errors: `RuntimeFailure` with `snapshot_broken`,
   * `snapshot_base_changed`, `disk_full`, and those of images.
   */
  ensure(
    spec: Pick<InstanceSpec, 'image'> & { snapshot: SnapshotId },
    onProgress: OnProgress,
    signal: AbortSignal,
  ): Promise<void>
  /** Removes the image and the pieces of a snapshot, unless a container uses it. */
  remove(snapshot: SnapshotId, signal: AbortSignal): Promise<void>
  /**
   * Removes images and pieces that an earlier agent left, unless an instance needs them: pieces of an image that was
   * unpacked are needed no more. Nothing is received before this is over.
   */
  begin(isKept: (image: string) => boolean, signal: AbortSignal): Promise<void>
}

export interface RestoresContext {
  runtime: ContainerRuntime
  clock: Pick<Clock, 'timeout'>
  ensureImage: EnsureImage
  owner: string
  dataDir: string
}

interface Receiving {
  manifest: SnapshotManifest
  pieces: readonly SnapshotPiece[]
  totalBytes: number
  received: number
  receivedBytes: number
  isBusy: boolean
}

export function openRestores({
  runtime,
  clock,
  ensureImage,
  owner,
  dataDir,
}: RestoresContext): Restores {
  const folders = snapshotFolders(dataDir)
  const receivings = new Map<SnapshotId, Receiving>()
  const waiting = new Map<SnapshotId, Set<() => void>>()
  const loads = new Map<SnapshotId, Promise<void>>()
  const taken = Promise.withResolvers<void>()

  async function isLoaded(snapshot: SnapshotId, signal: AbortSignal): Promise<boolean> {
    return (await runtime.imageId(snapshotImage(owner, snapshot), signal)) !== undefined
  }

  function notify(snapshot: SnapshotId): void {
    for (const wake of waiting.get(snapshot) ?? []) wake()
  }

  async function receivingOf(snapshot: SnapshotId): Promise<Receiving | undefined> {
    const known = receivings.get(snapshot)
    if (known !== undefined) return known
    const { manifest, pieces } = folders.restoreOf(snapshot)
    const text = await readTextIfThere(manifest)
    if (text === undefined) return undefined
    const found = receivingFrom(SnapshotManifest.parse(JSON.parse(text)))
    for (const piece of found.pieces) {
      if ((await sizeOf(join(pieces, piece.sha256))) !== piece.bytes) break
      advance(found, piece)
    }
    const first = receivings.get(snapshot) ?? found
    receivings.set(snapshot, first)
    return first
  }

  async function open(
    snapshot: SnapshotId,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<RestoreState> {
    const text = await textOf(bytes)
    await taken.promise
    if (await isLoaded(snapshot, clock.timeout(lookLimitMs))) return { received: 0, loaded: true }
    if ((await receivingOf(snapshot)) === undefined) {
      const manifest = manifestOf(text)
      const { folder, manifest: path, pieces } = folders.restoreOf(snapshot)
      await mkdir(pieces, { recursive: true })
      const receiving = receivingFrom(manifest)
      await demandRoom(folder, 2 * rawBytesOf(manifest) + receiving.totalBytes)
      await writeWhole(path, JSON.stringify(manifest))
    }
    const receiving = await receivingOf(snapshot)
    notify(snapshot)
    return { received: receiving?.received ?? 0, loaded: false }
  }

  async function receive(snapshot: SnapshotId, from: number, bytes: AsyncIterable<Uint8Array>) {
    const receiving = await receivingOf(snapshot)
    if (receiving === undefined) throw new AgentRefused('not_found', 'There is no such snapshot.')
    if (receiving.isBusy || from !== receiving.received)
      throw new AgentRefused('state_conflict', 'Other pieces of the snapshot are expected.')
    receiving.isBusy = true
    try {
      const reader = byteReader(bytes)
      for (const piece of receiving.pieces.slice(from)) {
        const content = await reader.take(piece.bytes)
        if (content === undefined) break
        if (createHash('sha256').update(content).digest('hex') !== piece.sha256)
          throw new AgentRefused('invalid_input', 'A piece of the snapshot has another hash.')
        await storePiece(folders.restoreOf(snapshot).pieces, piece, content)
        advance(receiving, piece)
        notify(snapshot)
      }
      return { received: receiving.received, loaded: false }
    } finally {
      receiving.isBusy = false
    }
  }

  async function arrival(snapshot: SnapshotId, onProgress: OnProgress, signal: AbortSignal) {
    for (;;) {
      const receiving = await receivingOf(snapshot)
      onProgress(progressOf(receiving))
      if (receiving !== undefined && receiving.received === receiving.pieces.length)
        return receiving
      await nextNotice(snapshot, signal)
    }
  }

  function nextNotice(snapshot: SnapshotId, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => reject(signal.reason)
    const waiters = waiting.get(snapshot) ?? new Set()
    waiting.set(snapshot, waiters.add(resolve))
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return promise.finally(() => {
      waiters.delete(resolve)
      signal.removeEventListener('abort', leave)
    })
  }

  async function load(
    { image, snapshot }: { image: string; snapshot: SnapshotId },
    onProgress: OnProgress,
    signal: AbortSignal,
  ) {
    const { manifest } = await arrival(snapshot, onProgress, signal)
    if (await isLoaded(snapshot, signal)) return
    if (manifest.base_diff_ids.length > 0) {
      await ensureImage(image, onProgress, signal)
      await demandBase(runtime, { image, manifest, signal })
    }
    onProgress({ ...nothing, text: 'Unpacking the snapshot' })
    const spool = folders.restoreOf(snapshot)
    const name = snapshotImage(owner, snapshot)
    try {
      const stream = restoreArchive(name, manifest, spool.pieces)
      await runtime.importImage({ kind: 'saved', image: name, stream }, signal)
    } catch (cause) {
      signal.throwIfAborted()
      throw asBroken(cause)
    } finally {
      // What is broken is sent again by the next try.
      if (!signal.aborted) await forget(snapshot)
    }
  }

  async function forget(snapshot: SnapshotId): Promise<void> {
    receivings.delete(snapshot)
    await rm(folders.restoreOf(snapshot).folder, { recursive: true, force: true })
  }

  return {
    open,
    receive,
    ensure: async (spec, onProgress, signal) => {
      const { snapshot } = spec
      while (!(await isLoaded(snapshot, signal))) {
        const other = loads.get(snapshot)
        // @NOTE its own instance reports the failure; this one tries itself then
        if (other !== undefined) await other.catch(() => undefined)
        else {
          const loading = load(spec, onProgress, signal)
          loads.set(snapshot, loading)
          await loading.finally(() => loads.delete(snapshot))
        }
      }
    },
    remove: async (snapshot, signal) => {
      await forget(snapshot)
      await runtime.removeImage(snapshotImage(owner, snapshot), signal)
    },
    begin: async (isKept, signal) => {
      try {
        const { images } = await runtime.probe(signal)
        const own = images.map(({ name }) => name).filter((name) => isSnapshotImage(owner, name))
        for (const name of own) if (!isKept(name)) await runtime.removeImage(name, signal)
        for (const folder of await spoolsIn(folders.restores)) {
          const { data: snapshot } = SnapshotId.safeParse(basename(folder))
          const name = snapshot === undefined ? '' : snapshotImage(owner, snapshot)
          if (!isKept(name) || own.includes(name))
            await rm(folder, { recursive: true, force: true })
        }
      } finally {
        taken.resolve()
      }
    },
  }
}

const nothing = { percent: null, done_bytes: null, total_bytes: null }

function progressOf(receiving: Receiving | undefined) {
  if (receiving === undefined) return { ...nothing, text: 'Waiting for the snapshot' }
  const { receivedBytes, totalBytes } = receiving
  return {
    text: 'Receiving the snapshot',
    percent: totalBytes === 0 ? 100 : Math.floor((100 * receivedBytes) / totalBytes),
    done_bytes: receivedBytes,
    total_bytes: totalBytes,
  }
}

function receivingFrom(manifest: SnapshotManifest): Receiving {
  const pieces = manifest.layers.flatMap((layer) => layer.pieces ?? [])
  const totalBytes = pieces.reduce((sum, { bytes }) => sum + bytes, 0)
  return { manifest, pieces, totalBytes, received: 0, receivedBytes: 0, isBusy: false }
}

function advance(receiving: Receiving, { bytes }: SnapshotPiece): void {
  receiving.received += 1
  receiving.receivedBytes += bytes
}

function rawBytesOf({ layers }: SnapshotManifest): number {
  return layers.reduce((sum, layer) => sum + layer.raw_bytes, 0)
}

function manifestOf(text: string): SnapshotManifest {
  const manifest = SnapshotManifest.safeParse(jsonOf(text))
  const isWhole = manifest.success && manifest.data.layers.every(({ pieces }) => pieces !== null)
  if (isWhole) return manifest.data
  throw new AgentRefused('invalid_input', 'The manifest of the snapshot cannot be read.')
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const portions: Uint8Array[] = []
  let length = 0
  for await (const portion of bytes) {
    length += portion.length
    if (length > snapshotManifestBytesMax)
      throw new AgentRefused('invalid_input', 'The manifest of the snapshot is too large.')
    portions.push(portion)
  }
  return Buffer.concat(portions).toString()
}

/** The engine keeps the archive while it unpacks it, so that it takes its size twice for a while. */
async function demandRoom(folder: string, bytes: number): Promise<void> {
  const { bsize, blocks, bavail } = await statfs(folder)
  if (bavail * bsize - bytes >= diskReserveBytes(blocks * bsize)) return
  throw new AgentRefused('state_conflict', 'The machine has not enough free disk space.')
}

/** Layers fit only on the very image that they were taken over. */
async function demandBase(
  runtime: Pick<ContainerRuntime, 'layers'>,
  { image, manifest, signal }: { image: string; manifest: SnapshotManifest; signal: AbortSignal },
): Promise<void> {
  const found = await runtime.layers.ofImage(image, signal)
  if (found?.diffIds.join() === manifest.base_diff_ids.join()) return
  const text = `${image} is another image here than when the snapshot was taken. Choose a machine that has the same one, or an image by its digest.`
  throw new RuntimeFailure('snapshot_base_changed', text)
}

function asBroken(cause: unknown): unknown {
  const isBroken =
    cause instanceof SnapshotBroken ||
    (cause instanceof RuntimeFailure && cause.code === 'image_archive_broken')
  if (!isBroken) return cause
  const text = 'The snapshot could not be unpacked on this machine.'
  return new RuntimeFailure('snapshot_broken', text, { cause })
}
