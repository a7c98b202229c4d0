import type { AgentPlatform } from '@gridloom/contract/installers/agent-platform'
import pinned from './runtimes.json' with { type: 'json' }

/** A Node.js for one operating system, as an npm package. */
export interface Runtime {
  package: string
  version: string
  /** The integrity of the package's archive in npm's format: `sha512-` and base64. */
  integrity: string
}

/** The Node.js of each bundle, pinned by its integrity in the registry. */
export const runtimes: Readonly<Record<AgentPlatform, Runtime>> = pinned
