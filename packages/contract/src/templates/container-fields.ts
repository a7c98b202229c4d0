import { z } from 'zod'
import { limits } from '../core/constants.ts'

/**
 * How a container starts. `shell`: the image's own entry point is ignored, the start script runs, and the container
 * stays up for terminals and exec. `entrypoint`: the image starts as designed, with its arguments, if any, as its
 * command line; without them, with the words of the start script. `jupyter`: as `shell`, with JupyterLab on port 8888,
 * which is installed where the image has none.
 */
export const LaunchMode = z.enum(['shell', 'entrypoint', 'jupyter'])
export type LaunchMode = z.infer<typeof LaunchMode>

/** Names of environment variables; ours start with GRIDLOOM_ and cannot be set. */
export const Environment = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'must be a name such as MODEL_PATH')
      .refine(
        (name) => !name.startsWith('GRIDLOOM_'),
        'names that start with GRIDLOOM_ are reserved',
      ),
    z.string().max(limits.envValueChars),
  )
  .refine(
    (env) => Object.keys(env).length <= limits.envEntries,
    `at most ${limits.envEntries} entries`,
  )
export type Environment = z.infer<typeof Environment>

/** A TCP port inside the container that the template serves on. */
export const Port = z.int().min(1).max(65_535)

/**
 * When an instance counts as ready. `exec`: the command exits with 0 in the container. `http`: the port answers with a
 * status below 500. `tcp`: the port accepts connections. `started`: at once.
 */
export const Readiness = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('started') }),
  z.strictObject({
    kind: z.literal('exec'),
    command: z.array(z.string().max(4_096)).min(1).max(32),
    timeout_s: z.int().min(1).max(3_600),
  }),
  z.strictObject({
    kind: z.literal('http'),
    port: Port,
    path: z.string().regex(/^\//, 'must start with /').max(512),
    timeout_s: z.int().min(1).max(3_600),
  }),
  z.strictObject({ kind: z.literal('tcp'), port: Port, timeout_s: z.int().min(1).max(3_600) }),
])
export type Readiness = z.infer<typeof Readiness>
