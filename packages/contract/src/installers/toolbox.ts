import { z } from 'zod'
import { Sha256 } from '../core/values.ts'

/** The platforms with a toolbox: those of containers, as Node.js names them. */
export const ToolboxPlatform = z.enum(['linux-x64', 'linux-arm64'])
export type ToolboxPlatform = z.infer<typeof ToolboxPlatform>

/** The largest archive of a toolbox, compressed and unpacked. */
export const toolboxLimits = {
  archiveBytes: 32 * 1024 * 1024,
  unpackedBytes: 128 * 1024 * 1024,
} as const

/** The toolbox that a server provides for a platform. */
export const ToolboxFacts = z.object({
  /** Of its archive; it is the version of the toolbox. */
  sha256: Sha256,
  bytes: z.int().min(1).max(toolboxLimits.archiveBytes),
  /** Of the archive, in base64: RSA with SHA-256, by the key that signs agent bundles. */
  signature: z.string().max(2_048),
})
export type ToolboxFacts = z.infer<typeof ToolboxFacts>

/** The name of a toolbox's archive. */
export function toolboxFileName(platform: ToolboxPlatform, sha256: string): string {
  return `gridloom-toolbox-${platform}-${sha256.slice(0, 16)}.tar.zst`
}
