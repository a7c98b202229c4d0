import { modelSandboxFinder } from '@gridloom/agent/models/find-model-sandbox'
import type { ModelsOptions } from '@gridloom/agent/models/index'
import { findLlama } from '@gridloom/agent/models/llama/find-llama'

/** How a test machine serves models. */
export type ServingOptions = Partial<
  Pick<ModelsOptions, 'findLlama' | 'engineHosts' | 'engineKey' | 'idleAfterMs' | 'idleMsMax'>
>

/** Serves with the real llama.cpp, limited to one thread, and with engines on this machine. */
export function servingOnMachine(options: ServingOptions, dataDir: string): ModelsOptions {
  return {
    findLlama: () => findLlama({ dataDir, platform: process.platform, arch: process.arch }),
    findSandbox: modelSandboxFinder(),
    threads: 1,
    engineHosts: [],
    engineKey: undefined,
    idleAfterMs: null,
    // Tests download nothing from outside.
    packageIndex: 'http://127.0.0.1:9/simple',
    ...options,
  }
}
