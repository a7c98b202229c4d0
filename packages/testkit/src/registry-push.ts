import { createHash, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { packTar, type TarEntry } from '@gridloom/agent/runtime/pack-tar'

const manifestType = 'application/vnd.oci.image.manifest.v1+json'
const indexType = 'application/vnd.oci.image.index.v1+json'

/** A user of a registry. */
export interface RegistryUser {
  username: string
  password: string
}

/** A part of an image, as manifests refer to it. */
export interface PushedPart {
  mediaType: string
  digest: string
  size: number
}

export interface ImageToPush {
  repository: string
  tag: string
  /** As Go names it; `amd64` by default. */
  architecture?: string
  /** Files beside BusyBox, which is its only program. */
  entries?: readonly TarEntry[]
}

/** An image in the registry. */
export interface PushedImage extends PushedPart {
  /** `127.0.0.1:PORT/REPOSITORY:TAG` */
  image: string
  /** Of its compressed layers. */
  layerBytes: number
}

/** Pushes to a registry, without an engine: an image that is pulled afterwards has no part on the machine. */
export interface RegistryPush {
  /** Pushes an image with a shell. No other image has its layer. */
  push(image: ImageToPush): Promise<PushedImage>
  /** Pushes an index over images of the same repository. */
  pushIndex(
    index: Pick<ImageToPush, 'repository' | 'tag'>,
    images: readonly { image: PushedPart; platform: Record<string, string> }[],
  ): Promise<PushedPart>
}

interface PushPlace {
  host: string
  url: string
  login: RegistryUser | undefined
}

export function createRegistryPush({ host, url, login }: PushPlace): RegistryPush {
  const headers: Record<string, string> = login === undefined ? {} : { authorization: basic(login) }

  async function call(
    at: URL,
    init: { method: string; type?: string; body?: Uint8Array<ArrayBuffer> },
  ) {
    const { method, type, body = null } = init
    const typed = type === undefined ? {} : { 'content-type': type }
    const response = await fetch(at, { method, headers: { ...headers, ...typed }, body })
    if (!response.ok)
      throw new Error(`${method} ${at}: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
    return response
  }

  async function pushBlob(repository: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>) {
    const begun = await call(new URL(`/v2/${repository}/blobs/uploads/`, url), { method: 'POST' })
    const upload = new URL(begun.headers.get('location') ?? '', url)
    const part = { mediaType, digest: digestOf(bytes), size: bytes.length }
    upload.searchParams.set('digest', part.digest)
    await call(upload, { method: 'PUT', type: 'application/octet-stream', body: bytes })
    return part
  }

  async function pushManifest(
    repository: string,
    tag: string,
    document: { mediaType: string; [field: string]: unknown },
  ) {
    const body = bytesOf(document)
    const at = new URL(`/v2/${repository}/manifests/${tag}`, url)
    await call(at, { method: 'PUT', type: document.mediaType, body })
    return { mediaType: document.mediaType, digest: digestOf(body), size: body.length }
  }

  return {
    async push({ repository, tag, architecture = 'amd64', entries = [] }) {
      const tar = await packTar([...(await shell()), ...entries])
      const layer = await pushBlob(
        repository,
        'application/vnd.oci.image.layer.v1.tar+gzip',
        Uint8Array.from(gzipSync(tar, { level: 1 })),
      )
      const rootfs = { type: 'layers', diff_ids: [digestOf(tar)] }
      const settings = { Env: ['PATH=/bin'], Cmd: ['/bin/sh'] }
      const configuration = { os: 'linux', architecture, rootfs, config: settings }
      const config = await pushBlob(
        repository,
        'application/vnd.oci.image.config.v1+json',
        bytesOf(configuration),
      )
      const manifest = { schemaVersion: 2, mediaType: manifestType, config, layers: [layer] }
      const part = await pushManifest(repository, tag, manifest)
      return { ...part, image: `${host}/${repository}:${tag}`, layerBytes: layer.size }
    },
    async pushIndex({ repository, tag }, images) {
      const manifests = images.map(({ image: { mediaType, digest, size }, platform }) => ({
        ...{ mediaType, digest, size, platform },
      }))
      return pushManifest(repository, tag, { schemaVersion: 2, mediaType: indexType, manifests })
    },
  }
}

function basic({ username, password }: RegistryUser): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** BusyBox of this machine as a shell, and a file that no other image has. */
async function shell(): Promise<TarEntry[]> {
  const busybox = await readFile('/bin/busybox').catch(() => readFile('/usr/bin/busybox'))
  return [
    { name: 'bin/busybox', mode: 0o755, content: busybox },
    ...['sh', 'sleep', 'cat', 'true'].map(
      (name) => ({ name: `bin/${name}`, type: 'symlink', linkname: 'busybox' }) as const,
    ),
    { name: 'tmp/', type: 'directory', mode: 0o1777 },
    { name: 'root/', type: 'directory', mode: 0o700 },
    { name: 'etc/mark', mode: 0o644, content: randomUUID() },
  ]
}

function bytesOf(document: object): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(document))
}

function digestOf(bytes: Uint8Array): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
