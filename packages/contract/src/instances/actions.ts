import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { InstanceId } from '../core/ids.ts'
import { Instance } from './instance.ts'

/** Actions that can be taken on several instances at once. */
export const InstanceAction = z.enum(['start', 'stop', 'restart', 'destroy'])
export type InstanceAction = z.infer<typeof InstanceAction>

/** One action on several instances. */
export const InstanceActions = z.strictObject({
  action: InstanceAction,
  ids: z
    .array(InstanceId)
    .min(1, 'Choose at least one instance')
    .max(limits.instancesAtOnce)
    .refine((ids) => new Set(ids).size === ids.length, 'Name each instance once'),
})
export type InstanceActions = z.infer<typeof InstanceActions>

/** The result for one instance: the instance as it is now, or the error that this instance alone had. */
export const InstanceActionResult = z.strictObject({
  id: InstanceId,
  instance: Instance.nullable(),
  error: z.strictObject({ code: z.string(), text: z.string() }).nullable(),
})
export type InstanceActionResult = z.infer<typeof InstanceActionResult>
