import type { GpuAlert } from '@gridloom/contract/monitoring/gpu-alert'
import { assertNever } from '@gridloom/domain/assert-never'
import { shortModel } from '../../ui/format/hardware.ts'
import { plural } from '../../ui/format/numbers.ts'

/** An alert of a GPU as a sentence, and its remedy. */
export function alertWords({
  kind,
  gpu_model,
  value,
}: Pick<GpuAlert, 'kind' | 'gpu_model' | 'value'>): { text: string; remedy: string } {
  const model = shortModel(gpu_model)
  switch (kind) {
    case 'temperature':
      return {
        text: `${model} is at ${Math.round(value ?? 0)} °C.`,
        remedy: 'Check its fans, dust and the air around it, or lower its power limit.',
      }
    case 'throttling':
      return {
        text: `${model} is slowed down by heat or its power supply.`,
        remedy: 'Improve its cooling, or check the power supply.',
      }
    case 'ecc':
      return {
        text: `${model} has ${plural(value ?? 0, 'new memory error')}.`,
        remedy: 'Restart the machine. If errors come back, replace the GPU.',
      }
    default:
      return assertNever(kind)
  }
}
