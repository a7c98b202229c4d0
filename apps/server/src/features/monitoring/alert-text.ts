import type { GpuAlertKind } from '@gridloom/contract/monitoring/gpu-alert'
import { assertNever } from '@gridloom/domain/assert-never'

interface AlertFacts {
  readonly kind: GpuAlertKind
  readonly gpu_model: string
  readonly value: number | null
}

/** The subject of the email about an alert, and the text of its notice. */
export function alertText(
  { kind, gpu_model: model, value }: AlertFacts,
  machine: string,
): { subject: string; text: string } {
  switch (kind) {
    case 'temperature':
      return {
        subject: `A GPU of ${machine} is at ${Math.round(value ?? 0)} °C`,
        text: `${model} of ${machine} has been at ${Math.round(value ?? 0)} °C for three minutes. Check its fans, dust and the air around it, or lower its power limit.`,
      }
    case 'throttling':
      return {
        subject: `A GPU of ${machine} is slowed down`,
        text: `${model} of ${machine} has been slowed down by heat or its power supply for five minutes. Renters get less than they pay for.`,
      }
    case 'ecc':
      return {
        subject: `A GPU of ${machine} has memory errors`,
        text: `${model} of ${machine} has ${value === 1 ? '1 new memory error' : `${value ?? 0} new memory errors`} that could not be corrected. Work on it may be wrong or crash. Restart the machine; if errors come back, replace the GPU.`,
      }
    default:
      return assertNever(kind)
  }
}
