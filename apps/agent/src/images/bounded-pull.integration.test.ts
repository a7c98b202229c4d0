import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { ownRuntime } from '../../test/docker-manager.ts'
import { packTar } from '../runtime/pack-tar.ts'
import { createBoundedPull } from './bounded-pull.ts'

const layerBytes = 150_000_000

it('rejects an image that unpacks to more than it may, and leaves nothing of it', async () => {
  await using registry = await startRegistry(await aBomb())
  const runtime = await ownRuntime('bounded-pull-test')
  const pull = createBoundedPull({ runtime, clock: systemClock, unpackedBytesMax: 50_000_000 })
  const pulling = pull({ image: registry.image }, () => {}, AbortSignal.timeout(60_000))
  await expect(pulling).rejects.toMatchObject({ code: 'image_too_large' })
  const { stdout } = await promisify(execFile)('docker', ['images', '-q', registry.image])
  expect(stdout).toBe('')
})

interface Blobs {
  manifest: Buffer
  blobs: Map<string, Buffer>
}

/** One layer of zeros, which compresses to a thousandth of its size. */
async function aBomb(): Promise<Blobs> {
  const tar = await packTar([{ name: 'zeros', mode: 0o644, content: Buffer.alloc(layerBytes) }])
  const layer = gzipSync(tar, { level: 1 })
  const rootfs = { type: 'layers', diff_ids: [digestOf(tar)] }
  const config = Buffer.from(JSON.stringify({ architecture: 'amd64', os: 'linux', rootfs }))
  const part = (kind: string, blob: Buffer) => {
    const mediaType = `application/vnd.docker.${kind}`
    return { mediaType, size: blob.length, digest: digestOf(blob) }
  }
  const manifest = {
    schemaVersion: 2,
    mediaType: 'application/vnd.docker.distribution.manifest.v2+json',
    config: part('container.image.v1+json', config),
    layers: [part('image.rootfs.diff.tar.gzip', layer)],
  }
  const blobs = new Map([config, layer].map((blob) => [digestOf(blob), blob]))
  return { manifest: Buffer.from(JSON.stringify(manifest)), blobs }
}

/** Serves as much of a registry as a pull needs. Source: the OCI distribution specification. */
async function startRegistry({ manifest, blobs }: Blobs) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://registry')
    const blob = blobs.get(pathname.split('/').at(-1) ?? '')
    const isManifest = pathname.includes('/manifests/')
    const body = isManifest ? manifest : (blob ?? Buffer.of(0x7b, 0x7d))
    const type = 'application/vnd.docker.distribution.manifest.v2+json'
    response.writeHead(200, {
      'content-type': isManifest ? type : 'application/octet-stream',
      'content-length': body.length,
      ...(isManifest ? { 'docker-content-digest': digestOf(manifest) } : {}),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it listens on a port')
  return {
    image: `127.0.0.1:${address.port}/bomb:1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function digestOf(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}
