import { z } from 'zod'
import { eventKind } from '../../platform/business-events/business-event.ts'

/** Points were given or, below zero, taken back. The subject is the account. */
export const pointsGiven = eventKind('points.given', z.object({ points: z.int() }))
