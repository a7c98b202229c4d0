import { MachineId } from '@gridloom/contract/core/ids'
import { GpuBenchmarkKind } from '@gridloom/contract/machines/gpu-benchmark'
import { BenchmarkKind } from '@gridloom/contract/machines/hardware'
import { FigureKind } from '@gridloom/contract/reputation/evidence'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** Figures of a machine were measured, by its agent or by the server. The subject of both events is the machine. */
export const machineMeasured = eventKind(
  'machine.measured',
  z.object({
    machine_id: MachineId,
    figures: z.array(
      z.object({
        kind: BenchmarkKind,
        value: z.number(),
        measured_at: z.iso.datetime(),
        under_load: z.boolean(),
        /** The figure that was shown until then; `null`: none. */
        before: z.object({ value: z.number(), measured_at: z.iso.datetime() }).nullable(),
      }),
    ),
  }),
)

/** GPUs of a machine were measured by its agent. */
export const gpusMeasured = eventKind(
  'machine.gpus_measured',
  z.object({
    machine_id: MachineId,
    figures: z.array(
      z.object({
        gpu_uuid: z.string(),
        kind: GpuBenchmarkKind,
        value: z.number(),
        measured_at: z.iso.datetime(),
        /** The figure that its offer showed until then, of the slowest GPU; `null`: none. */
        shown: z.object({ value: z.number(), since: z.iso.datetime() }).nullable(),
      }),
    ),
    /** Figures that were refused, as no such GPU reaches them. */
    implausible: z.array(z.object({ kind: GpuBenchmarkKind, most: z.number(), value: z.number() })),
  }),
)

/** A listed machine reports less hardware than before. */
export const machineReduced = eventKind(
  'machine.hardware_reduced',
  z.object({
    machine_id: MachineId,
    figures: z.array(z.object({ kind: FigureKind, advertised: z.number(), measured: z.number() })),
  }),
)
