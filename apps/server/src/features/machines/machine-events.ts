import { MachineId } from '@gridloom/contract/core/ids'
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

/** A listed machine reports less hardware than before. */
export const machineReduced = eventKind(
  'machine.hardware_reduced',
  z.object({
    machine_id: MachineId,
    figures: z.array(z.object({ kind: FigureKind, advertised: z.number(), measured: z.number() })),
  }),
)
