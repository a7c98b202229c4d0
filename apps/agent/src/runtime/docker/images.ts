import { RuntimeFailure } from '../failure.ts'
import type { ImageArchive } from '../port.ts'
import { type EngineApi, EngineRefused } from './engine-api.ts'
import { ImageInspected } from './engine-shapes.ts'
import { imageEvents, pullIdleMs, splitReference } from './image-events.ts'
import { bareId } from './probe.ts'

export async function imageId(
  api: EngineApi,
  image: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const path = `/images/${image}/json`
    return bareId(ImageInspected.parse(await api.json({ method: 'GET', path, signal })).Id)
  } catch (cause) {
    if (cause instanceof EngineRefused && cause.status === 404) return undefined
    throw cause
  }
}

export async function imageBytes(
  api: EngineApi,
  image: string,
  signal: AbortSignal,
): Promise<number> {
  const answer = await api.json({ method: 'GET', path: `/images/${image}/json`, signal })
  return ImageInspected.parse(answer).Size
}

export async function removeImage(
  api: EngineApi,
  image: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await api.json({ method: 'DELETE', path: `/images/${image}`, signal, idleMs: 120_000 })
  } catch (cause) {
    // 404: it is gone; 409: a container uses it, so it stays.
    const isLeft = cause instanceof EngineRefused && (cause.status === 404 || cause.status === 409)
    if (!isLeft) throw cause
  }
}

/** Returns the paths that the image declares as volumes. Errors: `image_not_found` if it is gone. */
export async function declaredVolumes(
  api: EngineApi,
  image: string,
  signal: AbortSignal,
): Promise<string[]> {
  try {
    const answer = await api.json({ method: 'GET', path: `/images/${image}/json`, signal })
    return Object.keys(ImageInspected.parse(answer).Config?.Volumes ?? {}).sort()
  } catch (cause) {
    if (!(cause instanceof EngineRefused && cause.status === 404)) throw cause
    const text = 'The image is no longer on the machine.'
    throw new RuntimeFailure('image_not_found', text, { retry: 'later', cause })
  }
}

export async function importImage(
  api: EngineApi,
  archive: ImageArchive,
  signal: AbortSignal,
): Promise<void> {
  try {
    if (archive.kind === 'saved') return await loadSaved(api, archive, signal)
    await importFiles(api, archive, signal)
  } catch (cause) {
    throw cause instanceof EngineRefused ? brokenArchive(archive.image, cause.message) : cause
  }
}

async function importFiles(
  api: EngineApi,
  archive: Extract<ImageArchive, { kind: 'root_file_system' }>,
  signal: AbortSignal,
): Promise<void> {
  const { repository, tag } = splitReference(archive.image)
  const words = new URLSearchParams({ fromSrc: '-', repo: repository, tag })
  for (const change of archive.changes) words.append('changes', change)
  const answer = await api.stream({
    method: 'POST',
    path: `/images/create?${words}`,
    archive: archive.stream,
    idleMs: pullIdleMs,
    signal,
  })
  for await (const event of imageEvents(answer)) {
    if (event.error !== undefined) throw brokenArchive(archive.image, event.error)
  }
}

/** Loads the output of `docker save`. An archive with one image under another name is tagged with the wanted one. */
async function loadSaved(
  api: EngineApi,
  archive: ImageArchive,
  signal: AbortSignal,
): Promise<void> {
  const call = { method: 'POST', path: '/images/load', archive: archive.stream } as const
  const loaded: string[] = []
  for await (const event of imageEvents(
    await api.stream({ ...call, idleMs: pullIdleMs, signal }),
  )) {
    if (event.error !== undefined) throw brokenArchive(archive.image, event.error)
    const name = /Loaded image(?: ID)?: (\S+)/.exec(event.stream ?? '')?.[1]
    if (name !== undefined) loaded.push(name)
  }
  if ((await imageId(api, archive.image, signal)) !== undefined) return
  const [only, ...others] = loaded
  if (only === undefined || others.length > 0) {
    throw brokenArchive(archive.image, 'it does not contain this image')
  }
  const { repository, tag } = splitReference(archive.image)
  const query = { repo: repository, tag }
  await api.json({ method: 'POST', path: `/images/${only}/tag`, query, signal })
}

function brokenArchive(image: string, message: string): RuntimeFailure {
  const text = `The archive for ${image} on this machine cannot be used: ${message}`
  return new RuntimeFailure('image_archive_broken', text)
}
