import { z } from 'zod'
import { Port } from '../templates/container-fields.ts'

/**
 * A TCP port that a process inside an instance listens on. `loopback`: only connections from inside reach it; `any`: on
 * the instance's own address too.
 */
export const ListeningPort = z.object({ port: Port, address: z.enum(['any', 'loopback']) })
export type ListeningPort = z.infer<typeof ListeningPort>
