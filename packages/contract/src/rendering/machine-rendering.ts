import { z } from 'zod'
import { agentLimits, agentText } from '../core/agent-limits.ts'
import { MachineId } from '../core/ids.ts'
import { MicroUsd, MicroUsdPerHour } from '../core/values.ts'
import { RenderEngine } from './blend-facts.ts'
import { RenderCheck } from './check.ts'

/** The capabilities of a machine's Blender, as its agent probed them. */
export const RenderCapability = z.object({
  driver: z.enum(['blender', 'bpy']),
  /** Such as `3.4.1`; `isSupportedBlender` knows the supported ones. */
  blender_version: agentText(20),
  engines: z.array(RenderEngine.exclude(['other'])).max(10),
  devices: z
    .array(
      z.object({
        kind: z.enum(['cpu', 'cuda', 'optix', 'hip', 'oneapi', 'metal']),
        name: agentText(200),
      }),
    )
    .max(agentLimits.gpus * 2),
  denoisers: z.array(z.enum(['openimagedenoise', 'optix'])).max(10),
  features: z.array(agentText(60)).max(100),
  threads: z.int().min(1).max(65_536),
  sandbox: z.enum(['bubblewrap']),
})
export type RenderCapability = z.infer<typeof RenderCapability>

/** Rendering on one machine, as its owner sees it. */
export const MachineRendering = z.strictObject({
  machine_id: MachineId,
  enabled: z.boolean(),
  /** The price of a reference hour: the work of a machine of score 1 in an hour. */
  micro_usd_per_reference_hour: MicroUsdPerHour,
  capability: RenderCapability.nullable(),
  /** Why it cannot render, as its agent reports. */
  missing: z.string().nullable(),
  /** `unverified`: the canary was not rendered, or not compared, yet. `refused`: its pixels were wrong. */
  admission: z.enum(['unverified', 'admitted', 'refused']),
  /** Its speed relative to the reference machine, by the control plane's clock; `null` before it was measured. */
  score: z.number().nullable(),
  /** 0–100; new machines start at 50, and every frame of theirs is checked until 80. */
  trust: z.int().min(0).max(100),
  /** Whether the operator vouches for its renders. */
  vouched: z.boolean(),
  /**
   * Machines of other owners, online now, that render the same pixels and may check it. Without any, its pay is held.
   */
  checkers: z.int(),
  /** Pictures of it whose pay is held, and the amount, before our fee. */
  frames_held: z.int(),
  held_micro_usd: MicroUsd,
  frames_paid: z.int(),
  frames_refused: z.int(),
  earned_micro_usd: MicroUsd,
  checks: z.array(RenderCheck),
})
export type MachineRendering = z.infer<typeof MachineRendering>
