import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const llamaVersion = '3.22.1'

/** The folder of llama.cpp, or that it is missing and the remedy. */
export type FoundLlama = { library: string } | LackOfLlama
interface LackOfLlama {
  missing: string
  remedy: string
}

export interface LlamaSearch {
  dataDir: string
  platform: NodeJS.Platform
  arch: string
  has?: (path: string) => boolean
}

/** Looks beside the agent's own source, where `script/bootstrap` puts it, and in the data folder of a packed agent. */
export function findLlama({ dataDir, platform, arch, has = existsSync }: LlamaSearch): FoundLlama {
  const own = join(dataDir, 'engines/llama')
  const beside = fileURLToPath(new URL('../../../../../engines/llama', import.meta.url))
  const platformPackage = platformPackageOf(platform, arch)
  if (platformPackage === undefined) {
    return {
      missing: `llama.cpp is not available for ${platform} on ${arch}`,
      remedy: 'Use another engine on this machine, such as Ollama, vLLM or llama-server.',
    }
  }
  for (const folder of [beside, own]) {
    const library = join(folder, 'node_modules')
    const parts = ['node-llama-cpp/package.json', `${platformPackage}/package.json`]
    if (parts.every((part) => has(join(library, part)))) return { library }
  }
  return {
    missing: 'llama.cpp is not installed',
    remedy:
      'Install it with script/bootstrap or, for an installed agent, with: ' +
      `npm install --prefix ${own} --omit=optional --ignore-scripts ` +
      `node-llama-cpp@${llamaVersion} ${platformPackage}@${llamaVersion}`,
  }
}

/** Returns what is missing and the remedy as one text, for the machine's owner; `null` if nothing is missing. */
export function missingFrom(llama: FoundLlama): string | null {
  return 'missing' in llama ? `${llama.missing}. ${llama.remedy}` : null
}

/** Returns the package built for this platform; `script/bootstrap` chooses by the same table. */
export function platformPackageOf(platform: NodeJS.Platform, arch: string): string | undefined {
  const name = platformPackages[`${platform}-${arch}`]
  return name === undefined ? undefined : `@node-llama-cpp/${name}`
}

const platformPackages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-arm64': 'mac-arm64-metal',
  'darwin-x64': 'mac-x64',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
}
