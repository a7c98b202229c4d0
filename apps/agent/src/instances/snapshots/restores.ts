import { createHash } from 'node:crypto'
import { mkdir, rm, statfs } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Clock } from '@gridloom/async/clock'
import { withDeadline } from '@gridloom/async/deadline'
import { type RestoreState, SnapshotManifest } from '@gridloom/contract/agent/snapshots'
import { SnapshotId } from '@gridloom/contract/core/ids'
import { diskReserveBytes } from '@gridloom/domain/disk'
import { readTextIfThere, writeWhole } from '../../host/files.ts'
import type { WantedImage } from '../../images/wanted-image.ts'
import { AgentRefused } from '../../refused.ts'
import { byteReader } from '../../runtime/docker/layers/byte-reader.ts'
import { RuntimeFailure } from '../../runtime/failure.ts'
import type { ContainerRuntime } from '../../runtime/port.ts'
import type { EnsureImage } from '../ensure-image.ts'
import { isSnapshotImage, snapshotImage } from './names.ts'
import { createPieceNotices } from './piece-notices.ts'
import {
  advance,
  isWhole,
  progressOf,
  type Receiving,
  rawBytesOf,
  readManifest,
  receivingFrom,
  waitingForSnapshot,
} from './receiving.ts'
import { restoreArchive } from './restore-archive.ts'
import { SnapshotBroken } from './snapshot-broken.ts'
import { snapshotFolders, spoolsIn } from './spool.ts'
import { sizeOf, storePiece } from './write-layer.ts'

const lookLimitMs = 10_000
/** How long the engine may wait for a piece in the midst of an archive; it gives up by itself after three times as long. */
export const pieceWaitMs = 60_000

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
   * Provides the image of a snapshot, from pieces that have arrived and that still arrive. Errors: `RuntimeFailure` with
   * `snapshot_broken`, `snapshot_base_changed`, `disk_full`, and those of images.
   */
  ensure(
    wanted: WantedImage & { snapshot: SnapshotId },
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
  clock: Pick<Clock, 'timeout' | 'after'>
  ensureImage: EnsureImage
  owner: string
  dataDir: string
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
  const notices = createPieceNotices()
  const loads = new Map<SnapshotId, Promise<void>>()
  const taken = Promise.withResolvers<void>()

  async function isLoaded(snapshot: SnapshotId, signal: AbortSignal): Promise<boolean> {
    return (await runtime.imageId(snapshotImage(owner, snapshot), signal)) !== undefined
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
    const manifest = await readManifest(bytes)
    await taken.promise
    if (await isLoaded(snapshot, clock.timeout(lookLimitMs))) return { received: 0, loaded: true }
    if ((await receivingOf(snapshot)) === undefined) {
      const { folder, manifest: path, pieces } = folders.restoreOf(snapshot)
      await mkdir(pieces, { recursive: true })
      const receiving = receivingFrom(manifest)
      await demandRoom(folder, 2 * rawBytesOf(manifest) + receiving.totalBytes)
      await writeWhole(path, JSON.stringify(manifest))
    }
    const receiving = await receivingOf(snapshot)
    notices.notify(snapshot)
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
        // A load that failed meanwhile has removed all pieces.
        if (receivings.get(snapshot) !== receiving)
          throw new AgentRefused('state_conflict', 'The snapshot is expected anew.')
        await storePiece(folders.restoreOf(snapshot).pieces, piece, content)
        advance(receiving, piece)
        notices.notify(snapshot)
      }
      return { received: receiving.received, loaded: false }
    } finally {
      receiving.isBusy = false
    }
  }

  /** Resolves once a condition holds for what is here of a snapshot. */
  async function once(
    snapshot: SnapshotId,
    { holds, signal }: { holds(receiving: Receiving): boolean; signal: AbortSignal },
  ): Promise<Receiving> {
    for (;;) {
      const receiving = await receivingOf(snapshot)
      if (receiving !== undefined && holds(receiving)) return receiving
      await notices.next(snapshot, signal)
    }
  }

  async function load(
    { snapshot, ...base }: WantedImage & { snapshot: SnapshotId },
    onProgress: OnProgress,
    signal: AbortSignal,
  ) {
    onProgress(waitingForSnapshot)
    const { manifest } = await once(snapshot, { holds: () => true, signal })
    if (await isLoaded(snapshot, signal)) return
    if (manifest.base_diff_ids.length > 0) {
      await ensureImage(base, onProgress, signal)
      await demandBase(runtime, { image: base.image, manifest, signal })
    }
    const show = async () => {
      const receiving = receivings.get(snapshot)
      if (receiving !== undefined) onProgress(progressOf(receiving))
    }
    const stopShowing = notices.listen(snapshot, show)
    await show()
    try {
      if ((await unpack(snapshot, () => true, signal)) === 'unpacked') return
      // The engine is left alone until it can have everything at once.
      await unpack(snapshot, isWhole, signal)
    } finally {
      stopShowing()
      // What is broken is sent again by the next try.
      if (!signal.aborted) await forget(snapshot)
    }
  }

  /**
   * Gives the engine the archive of an image, from when the condition holds on: pieces that are not here yet when they
   * come. The engine unpacks nothing before it has the whole archive, and deletes what it has of one that breaks off.
   */
  async function unpack(
    snapshot: SnapshotId,
    holds: (receiving: Receiving) => boolean,
    signal: AbortSignal,
  ): Promise<'unpacked' | 'stalled'> {
    const receiving = await once(snapshot, { holds, signal })
    const { pieces } = folders.restoreOf(snapshot)
    let failure: { cause: unknown } | undefined
    let isStalled = false
    const arrived = async (number: number) => {
      const wait = { ms: pieceWaitMs, signal }
      while (receiving.received <= number)
        await withDeadline(clock, wait, (limited) => notices.next(snapshot, limited)).catch(
          (cause: unknown) => {
            isStalled = !signal.aborted
            throw cause
          },
        )
    }
    async function* archive(name: string) {
      try {
        yield* restoreArchive(name, receiving.manifest, { folder: pieces, arrived })
      } catch (cause) {
        failure = { cause }
        throw cause
      }
    }
    const image = snapshotImage(owner, snapshot)
    try {
      await runtime.importImage({ kind: 'saved', image, stream: archive(image) }, signal)
      return 'unpacked'
    } catch (cause) {
      signal.throwIfAborted()
      if (isStalled) return 'stalled'
      // The engine is told that the archive breaks off, and may answer before its sender says why.
      throw asBroken(failure?.cause ?? cause)
    }
  }

  async function forget(snapshot: SnapshotId): Promise<void> {
    receivings.delete(snapshot)
    await rm(folders.restoreOf(snapshot).folder, { recursive: true, force: true })
  }

  return {
    open,
    receive,
    ensure: async (wanted, onProgress, signal) => {
      const { snapshot } = wanted
      while (!(await isLoaded(snapshot, signal))) {
        const other = loads.get(snapshot)
        // @NOTE its own instance reports the failure; this one tries itself then
        if (other !== undefined) await other.catch(() => undefined)
        else {
          const loading = load(wanted, onProgress, signal)
          loads.set(snapshot, loading)
          await loading.finally(() => loads.delete(snapshot))
        }
      }
    },
    remove: async (snapshot, signal) => {
      // Another instance may begin with it, and be loading it.
      if (!loads.has(snapshot)) await forget(snapshot)
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
