import { MicroUsd } from '@gridloom/contract/core/values'
import { z } from 'zod'
import { eventKind } from '../../../platform/business-events/business-event.ts'

/**
 * Every frame of a render job is done or given up. The subject is the job; frames that are rendered again complete it
 * again.
 */
export const renderCompleted = eventKind(
  'render.completed',
  z.object({ frames_done: z.int(), frames_failed: z.int(), charged_micro_usd: MicroUsd }),
)
