import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Refused } from '@gridloom/contract/errors'
import {
  ToolboxFacts,
  type ToolboxPlatform,
  toolboxFileName,
} from '@gridloom/contract/installers/toolbox'

/** The archive of a toolbox on disk. */
export interface StoredToolbox {
  sha256: string
  path: string
  fileName: string
  bytes: number
}

/** The toolboxes that this server provides to agents. */
export interface Toolboxes {
  /** @throws Refused toolbox_unavailable */
  toolboxFor(platform: ToolboxPlatform): Promise<StoredToolbox>
}

const BuiltFacts = ToolboxFacts.pick({ sha256: true, bytes: true })

/** The toolboxes in the folder that `script/build-toolbox` writes. Read at each call: it may be built again meanwhile. */
export function createToolboxes(folder: string): Toolboxes {
  return {
    async toolboxFor(platform) {
      try {
        const text = await readFile(path.join(folder, `${platform}.json`), 'utf8')
        const { sha256, bytes } = BuiltFacts.parse(JSON.parse(text))
        const fileName = toolboxFileName(platform, sha256)
        const file = path.join(folder, fileName)
        if ((await stat(file)).size === bytes) return { sha256, path: file, fileName, bytes }
      } catch (cause) {
        throw unavailable(platform, cause)
      }
      throw unavailable(platform)
    },
  }
}

function unavailable(platform: ToolboxPlatform, cause?: unknown): Refused {
  const why = 'it has not been built on the server (run script/build-toolbox)'
  return new Refused('toolbox_unavailable', { details: { platform, why }, cause })
}
