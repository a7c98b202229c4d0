import { createHash } from 'node:crypto'
import { RuntimeFailure } from '../failure.ts'
import type { EngineLayers, ImageLayers } from '../layer-port.ts'
import type { ContainerCommit } from '../port.ts'
import { demandInspected } from './containers.ts'
import type { EngineApi } from './engine-api.ts'
import { splitReference } from './image-events.ts'
import { importImage } from './images.ts'
import { fileHeader, paddingOf } from './layers/tar-blocks.ts'

/** The engine says nothing while it copies a layer: gigabytes, on a slow disk. */
const commitIdleMs = 600_000
const end = Buffer.alloc(1024)

/**
 * Makes an image of a container. Where the agent reads layers itself, the engine cannot: a disk of its own is behind a
 * link that the engine does not follow, and a commit would be empty. The archive then names the layers of the container's
 * image and leaves them out, as with snapshots.
 */
export async function commitContainer(
  { api, layers }: { api: EngineApi; layers: EngineLayers },
  commit: ContainerCommit,
  signal: AbortSignal,
): Promise<void> {
  if ((await layers.obstacle(signal)) !== undefined) return commitByEngine(api, commit, signal)
  const layer = await layers.ofContainer(commit.name, signal)
  const base = layer && (await layers.ofImage(layer.imageId, signal))
  if (layer === undefined || base === undefined || layer.folder === '') {
    const text = 'The files of the container are not on this machine.'
    throw new RuntimeFailure('create_refused', text, { retry: 'later' })
  }
  const isPaused = await layers.pause(commit.name, signal)
  try {
    const read = () => layers.read(layer.folder, signal)
    const top = await measured(read())
    const stream = archiveOf({ commit, base, top, read })
    await importImage(api, { kind: 'saved', image: commit.image, stream }, signal)
  } finally {
    if (isPaused) await layers.resume(commit.name, signal)
  }
}

/** The size of a layer's archive, and its SHA-256. */
interface MeasuredLayer {
  bytes: number
  diffId: string
}

interface ArchiveParts {
  commit: ContainerCommit
  base: ImageLayers
  top: MeasuredLayer
  read(): ReturnType<EngineLayers['read']>
}

/** A header needs the size and the engine the hash before the content, so the layer is read twice. */
async function measured(parts: ReturnType<EngineLayers['read']>): Promise<MeasuredLayer> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const part of parts) {
    hash.update(part.bytes)
    bytes += part.bytes.length
  }
  return { bytes, diffId: hash.digest('hex') }
}

/** Writes the archive as `docker save` does. Source: moby, `image/tarexport/load.go`. */
async function* archiveOf({ commit, base, top, read }: ArchiveParts): AsyncGenerator<Uint8Array> {
  const { image, env, command, workdir, labels } = commit
  const diffIds = [...base.diffIds, top.diffId]
  const names = new Set(env.map(nameOf))
  const settings = {
    architecture: base.architecture === 'x64' ? 'amd64' : base.architecture,
    os: 'linux',
    config: {
      ...base.config,
      Env: [...base.config.Env.filter((entry) => !names.has(nameOf(entry))), ...env],
      Entrypoint: null,
      Cmd: command,
      WorkingDir: workdir,
      Labels: labels,
    },
    rootfs: { type: 'layers', diff_ids: diffIds.map((id) => `sha256:${id}`) },
    history: diffIds.map(() => ({ created_by: 'gridloom build' })),
  }
  const paths = diffIds.map((_, at) => `${at}/layer.tar`)
  const manifest = [{ Config: 'config.json', RepoTags: [image], Layers: paths }]
  yield* textFile('manifest.json', JSON.stringify(manifest))
  yield* textFile('config.json', JSON.stringify(settings))
  yield fileHeader(paths.at(-1) ?? '', top.bytes)
  for await (const { bytes } of read()) yield bytes
  yield Buffer.alloc(paddingOf(top.bytes))
  yield end
}

function nameOf(variable: string): string {
  return variable.slice(0, variable.indexOf('='))
}

function* textFile(name: string, text: string): Generator<Uint8Array> {
  const content = Buffer.from(text)
  yield fileHeader(name, content.length)
  yield content
  yield Buffer.alloc(paddingOf(content.length))
}

/**
 * The engine gives the image every label of the container that has no other value, and containers of the image would get
 * them; so they are empty. Source: moby, `daemon/commit.go`, `merge`.
 */
async function commitByEngine(
  api: EngineApi,
  { name, image, env, command, workdir, labels }: ContainerCommit,
  signal: AbortSignal,
): Promise<void> {
  const { Config } = await demandInspected(api, name, signal)
  const emptied = Object.keys(Config.Labels ?? {}).map((label) => [label, ''] as const)
  const { repository, tag } = splitReference(image)
  const words = new URLSearchParams({ container: name, repo: repository, tag, pause: 'true' })
  const changes = [
    ...env.map(
      (entry) => `ENV ${nameOf(entry)}=${JSON.stringify(entry.slice(entry.indexOf('=') + 1))}`,
    ),
    `CMD ${JSON.stringify(command)}`,
    `WORKDIR ${workdir}`,
  ]
  for (const change of changes) words.append('changes', change)
  const body = { Labels: { ...Object.fromEntries(emptied), ...labels } }
  const path = `/commit?${words}`
  await api.json({ method: 'POST', path, body, idleMs: commitIdleMs, signal })
}
