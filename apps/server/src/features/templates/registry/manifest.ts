import { z } from 'zod'

/** Most machines' engines read both of both. Source: OCI image-spec, media-types; Docker's "Image Manifest V 2, Schema 2". */
export const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

export const platformsMax = 50
/** An engine accepts 127 layers. */
const layersMax = 200
const bytesMax = 1e13

const Word = z.string().regex(/^[A-Za-z0-9._-]{1,40}$/)

/** The platform of an image: of an entry in an index, and of an image's own configuration. */
export const Platform = z.object({
  os: Word,
  architecture: Word,
  variant: Word.or(z.literal('')).optional(),
})

export const Digest = z.string().regex(/^sha256:[a-f0-9]{64}$/)

const Descriptor = z.object({
  mediaType: z.string().default(''),
  digest: Digest,
  size: z.int().min(0).max(bytesMax),
})

const Index = z.object({
  manifests: z
    .array(Descriptor.extend({ platform: Platform.optional().catch(undefined) }))
    .min(1)
    .max(1_000),
})

const Manifest = z.object({ config: Descriptor, layers: z.array(Descriptor).max(layersMax) })

/** An image for one platform. */
export interface FoundImage {
  kind: 'image'
  config: string
  /** Of its compressed layers together. */
  sizeBytes: number
}

/** An image for several platforms. */
export interface FoundIndex {
  kind: 'index'
  /** The digest of the first image for a platform. */
  first: string
  /** `linux/arm64/v8`, in the order of the index; empty: it names none. */
  platforms: string[]
}

/** Reads a manifest; a text says what it is instead. */
export function readManifest(document: unknown): FoundImage | FoundIndex | string {
  const index = Index.safeParse(document)
  if (index.success) return indexOf(index.data.manifests)
  const manifest = Manifest.safeParse(document)
  if (!manifest.success)
    return isOld(document) ? oldFormat : 'the manifest of the image is malformed'
  const { config, layers } = manifest.data
  if (!imageConfigs.has(config.mediaType)) return 'this is an artifact and not a container image'
  const sizeBytes = layers.reduce((bytes, { size }) => bytes + size, 0)
  return { kind: 'image', config: config.digest, sizeBytes }
}

const imageConfigs: ReadonlySet<string> = new Set([
  'application/vnd.oci.image.config.v1+json',
  'application/vnd.docker.container.image.v1+json',
])

const oldFormat = 'the image has a format that engines no longer read (schema 1)'

function isOld(document: unknown): boolean {
  return z.object({ fsLayers: z.array(z.unknown()) }).safeParse(document).success
}

/** Entries for the platform `unknown` are statements about the others, not images. */
function indexOf(manifests: z.infer<typeof Index>['manifests']): FoundIndex | string {
  const images = manifests.filter(({ platform }) => platform?.os !== 'unknown')
  const [first] = images
  if (first === undefined) return 'the image is for no platform'
  const platforms = images.flatMap(({ platform }) => (platform ? [platformName(platform)] : []))
  const different = [...new Set(platforms)].slice(0, platformsMax)
  return { kind: 'index', first: first.digest, platforms: different }
}

/** `linux/amd64`, `linux/arm64/v8`. */
export function platformName({ os, architecture, variant }: z.infer<typeof Platform>): string {
  return [os, architecture, variant].filter(Boolean).join('/')
}
