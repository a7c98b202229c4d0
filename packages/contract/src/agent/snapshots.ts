import { z } from 'zod'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { ImageRef } from '../core/image-ref.ts'
import { Sha256 } from '../core/values.ts'

/** The largest piece of a layer before compression. A piece of random bytes grows by less than the second value. */
export const snapshotPieceBytesMax = 8 * 1024 * 1024
export const snapshotPieceGrowthBytesMax = 64 * 1024
/** The largest manifest of one snapshot as JSON: 2 TiB in pieces of 8 MiB are 262,144 pieces of 100 bytes. */
export const snapshotManifestBytesMax = 64 * 1024 * 1024
/** Layers over the base image; the container engine stacks at most 125 in all. */
export const snapshotLayersMax = 64

const bytes = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** A part of a layer: zstd, named by the SHA-256 of its compressed bytes. */
export const SnapshotPiece = z.object({
  sha256: Sha256,
  bytes: z
    .int()
    .min(1)
    .max(snapshotPieceBytesMax + snapshotPieceGrowthBytesMax),
  /** Before compression. */
  raw_bytes: z.int().min(1).max(snapshotPieceBytesMax),
})
export type SnapshotPiece = z.infer<typeof SnapshotPiece>

/** A layer as an uncompressed tar archive of an image layer (OCI image specification, `layer.md`), in pieces. */
export const SnapshotLayer = z.object({
  /** SHA-256 of the archive. */
  diff_id: Sha256,
  raw_bytes: bytes,
  /** `null` where the control plane said that it has them. */
  pieces: z.array(SnapshotPiece).nullable(),
})
export type SnapshotLayer = z.infer<typeof SnapshotLayer>

const words = z.array(z.string().max(32_768)).max(1_000)

/** The settings of an image that a container of it starts with. */
export const SnapshotImageConfig = z.object({
  User: z.string().max(300).default(''),
  Env: words.default([]),
  Entrypoint: words.nullable().default(null),
  Cmd: words.nullable().default(null),
  WorkingDir: z.string().max(4_096).default(''),
  StopSignal: z.string().max(30).default(''),
})
export type SnapshotImageConfig = z.infer<typeof SnapshotImageConfig>

/** The content of a snapshot: layers over a base image, which is named by its own layers. */
export const SnapshotManifest = z.object({
  image: ImageRef,
  architecture: z.enum(['x64', 'arm64']),
  /** Empty: the image came from no registry, and its layers are part of the snapshot. */
  base_diff_ids: z.array(Sha256).max(125),
  config: SnapshotImageConfig,
  /** From the lowest to the topmost. */
  layers: z.array(SnapshotLayer).min(1).max(snapshotLayersMax),
})
export type SnapshotManifest = z.infer<typeof SnapshotManifest>

/** What makes a snapshot impossible on the machine. */
export const SnapshotProblemCode = z.enum([
  'no_container',
  'not_supported',
  'has_volumes',
  'too_large',
  'too_many_layers',
  'disk_full',
  'read_failed',
])
export type SnapshotProblemCode = z.infer<typeof SnapshotProblemCode>

export const CaptureRequest = z.object({
  /** Layers that the control plane has: they are not read. */
  known_diff_ids: z.array(Sha256).max(10_000),
  /** The most bytes of a layer before compression. */
  raw_bytes_max: bytes,
})
export type CaptureRequest = z.infer<typeof CaptureRequest>

/** How far the machine is with a snapshot. */
export const CaptureState = z.object({
  phase: z.enum(['capturing', 'captured', 'failed']),
  /** Read so far, before compression. */
  raw_bytes: bytes,
  /** How long the container was paused for it; `null`: not yet, or it did not run. */
  paused_ms: z.int().min(0).nullable(),
  problem: z
    .object({ code: SnapshotProblemCode, text: agentText(agentLimits.sentenceChars) })
    .nullable(),
})
export type CaptureState = z.infer<typeof CaptureState>

/** How many of the pieces, in order, the machine has received; `loaded`: the image is on the machine. */
export const RestoreState = z.object({ received: z.int().min(0), loaded: z.boolean() })
export type RestoreState = z.infer<typeof RestoreState>
