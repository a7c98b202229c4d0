import { z } from 'zod'
import { ImageRecipe } from '../apps/recipe.ts'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { ImageRef } from '../core/image-ref.ts'
import { Progress } from '../instances/instance.ts'
import { agentCall } from './call.ts'

/** Images that a machine prepares at most. */
export const preparedImagesMax = 10

/** An image that a machine is to have before an instance needs it. */
export const PreparedImage = z.object({
  image: ImageRef,
  /** How it is built; `null`: it is pulled. */
  recipe: z.object(ImageRecipe.shape).nullable().default(null),
})
export type PreparedImage = z.infer<typeof PreparedImage>

/** How far a machine is with one of them. */
export const PreparedImageState = z.object({
  image: ImageRef,
  state: z.enum(['waiting', 'preparing', 'ready', 'failed']),
  progress: Progress.extend({ text: agentText(agentLimits.sentenceChars) })
    .nullable()
    .default(null),
  /** Why it failed. */
  problem: agentText(agentLimits.sentenceChars).nullable().default(null),
})
export type PreparedImageState = z.infer<typeof PreparedImageState>

/** Calls for images without instances. Older agents answer 404. */
export const imageCalls = {
  /**
   * The complete list of images to prepare; those that are missing in it are no longer prepared. The reply has the state
   * of each. The same call may come any number of times.
   */
  prepare: agentCall({
    method: 'PUT',
    path: '/v1/images',
    transport: 'value',
    request: z.object({ images: z.array(PreparedImage).max(preparedImagesMax) }),
    response: z.object({ images: z.array(PreparedImageState).max(preparedImagesMax) }),
  }),
} as const
