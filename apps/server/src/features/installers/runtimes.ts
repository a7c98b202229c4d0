import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import pinned from './runtimes.json' with { type: 'json' }

/** A Node.js for one system, as an npm package carries it. */
export interface Runtime {
  package: string
  version: string
  /** Of the package's archive, as npm writes it: `sha512-` and base64. */
  integrity: string
}

/** Which Node.js goes into which pack, pinned by what the registry said when it was chosen. */
export const runtimes: Readonly<Record<AgentPlatform, Runtime>> = pinned
