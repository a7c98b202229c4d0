import { GpuAlertKind } from '@gridloom/contract/monitoring/gpu-alert'
import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** A problem of a GPU began, and its provider is notified. The subject is the machine. */
export const gpuAlert = eventKind(
  'gpu.alert',
  z.object({
    gpu_uuid: z.string(),
    gpu_model: z.string(),
    kind: GpuAlertKind,
    value: z.number().nullable(),
  }),
)
