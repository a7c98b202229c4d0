import { z } from 'zod'
import { MachineId } from '../core/ids.ts'
import { Sha256, Timestamp } from '../core/values.ts'
import { GpuBenchmarkKind } from '../machines/gpu-benchmark.ts'
import { BenchmarkKind } from '../machines/hardware.ts'

/**
 * The kinds of facts about a machine. `uptime`: one day. `start`: the first start of an instance. `rental`: how one
 * ended. `measurement`: one figure that was measured again. `render_check`: a picture that another owner's machine
 * compared. `model_check`: one day of answers. `dispute`: a rejected picture that two others agreed against. `review`:
 * the renter's. `withdrawal`: an earlier fact counts no more.
 */
export const EvidenceKind = z.enum([
  'uptime',
  'start',
  'rental',
  'measurement',
  'render_check',
  'model_check',
  'dispute',
  'review',
  'withdrawal',
])
export type EvidenceKind = z.infer<typeof EvidenceKind>

/** Why a fact is a bad one. */
export const EvidenceCause = z.enum([
  'start_failed',
  'gpu_missing',
  'engine_failed',
  'not_isolated',
  'disk_lost',
  'machine_removed',
  'outage',
  'below_advertised',
  'implausible_figure',
  'hardware_reduced',
  'wrong_picture',
  'malformed_picture',
  'answers_failed',
  'review_hidden',
])
export type EvidenceCause = z.infer<typeof EvidenceCause>

/**
 * A figure that a measurement compares: of a benchmark, or of the hardware that the machine reports. Of GPUs it is the
 * one of the slowest.
 */
export const FigureKind = z.enum([
  ...BenchmarkKind.options,
  ...GpuBenchmarkKind.options,
  'cpu_threads',
  'memory_mib',
  'gpus',
  'vram_mib',
])
export type FigureKind = z.infer<typeof FigureKind>

/** Good facts have this value, bad ones 0; a day or a review may lie between. */
export const evidenceValueMax = 1_000

/**
 * Who caused a fact: a renter with their companies, as a keyed digest that is another for each machine, so that nobody
 * can follow a renter from machine to machine.
 */
export const EvidenceParty = z.strictObject({
  digest: Sha256,
  /** The provider's own party: the fact counts nothing. */
  own: z.boolean(),
  /** From how many other providers the party had rented before, counted up to 2. */
  other_providers: z.int().min(0).max(2),
})
export type EvidenceParty = z.infer<typeof EvidenceParty>

/** One fact about a machine, signed by this installation and chained to the fact before it. It never changes. */
export const Evidence = z.strictObject({
  /** Counts the facts of the machine from 1. */
  number: z.int().min(1),
  machine_id: MachineId,
  kind: EvidenceKind,
  /** The full hour in which it happened. */
  at: Timestamp,
  /** 0 is bad, 1,000 is good. */
  value: z.int().min(0).max(evidenceValueMax),
  cause: EvidenceCause.nullable(),
  /** Of a measurement. */
  figure: z
    .strictObject({ kind: FigureKind, advertised: z.number(), measured: z.number() })
    .nullable(),
  /** `null`: nobody but the machine and this installation. */
  party: EvidenceParty.nullable(),
  /** Of a withdrawal: the number of the fact that counts no more. */
  withdraws: z.int().min(1).nullable(),
  /** The SHA-256 of the id that the fact was recorded for, such as that of an instance: who knows the id can find it. */
  source: Sha256,
  /** The hash of the fact before it; of the first one, 64 zeros. */
  previous: Sha256,
  hash: Sha256,
  /** Ed25519 over the 64 characters of `hash`, in base64url. */
  signature: z.string().max(100),
})
export type Evidence = z.infer<typeof Evidence>
