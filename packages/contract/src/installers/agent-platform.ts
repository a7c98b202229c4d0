import { z } from 'zod'

/** The systems that the agent is packed for: operating system and processor, as Node.js names them. */
export const AgentPlatform = z.enum([
  'linux-x64',
  'linux-arm64',
  'darwin-arm64',
  'darwin-x64',
  'win-x64',
])
export type AgentPlatform = z.infer<typeof AgentPlatform>
