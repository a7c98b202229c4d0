import { z } from 'zod'

/** The platforms with an agent bundle: operating system and processor, as Node.js names them. */
export const AgentPlatform = z.enum([
  'linux-x64',
  'linux-arm64',
  'darwin-arm64',
  'darwin-x64',
  'win-x64',
])
export type AgentPlatform = z.infer<typeof AgentPlatform>
