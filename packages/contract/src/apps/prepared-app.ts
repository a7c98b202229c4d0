import { z } from 'zod'
import { Progress } from '../instances/instance.ts'
import { AppName } from './app-container.ts'

/**
 * `waiting`: the machine is offline, or does others first. `preparing`: it downloads or builds the image. `ready`: it
 * has the image. `failed`: it could not, and tries again every hour.
 */
export const PreparedState = z.enum(['waiting', 'preparing', 'ready', 'failed'])
export type PreparedState = z.infer<typeof PreparedState>

/** An app whose image a machine is to have before anyone orders it. */
export const PreparedApp = z.strictObject({
  slug: AppName,
  name: z.string(),
  image: z.string(),
  state: PreparedState,
  progress: Progress.nullable(),
  /** Why it failed, as the machine says it: unverified. */
  problem: z.string().nullable(),
})
export type PreparedApp = z.infer<typeof PreparedApp>
