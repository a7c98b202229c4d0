import { totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Entry, enterSandbox } from '../../host/sandbox/enter-sandbox.ts'
import type { Sandbox } from '../../host/sandbox/find-sandbox.ts'
import { ownProgramPaths } from '../../host/sandbox/own-program.ts'
import { modelProfile } from '../../host/sandbox/profiles.ts'

/** The command that runs a model, ready to be started. */
export type ModelProgram = Entry

export interface ModelProgramOptions {
  /** The sandbox of the process; `undefined` if this system has none. */
  sandbox: Sandbox | undefined
  /** The folder that `node-llama-cpp` is installed in. */
  library: string
  /** The model, which the sandbox's user may read; `undefined` if none is opened. */
  file: string | undefined
}

/** Share of the machine's memory for a model: the rest keeps the machine running. */
const memoryShare = 0.9
const bytesPerMib = 1024 * 1024

/**
 * Our worker with llama.cpp, which parses files and prompts of strangers in C++: it sees its own code and the one
 * model, has no network, and writes no file of the machine. Without a sandbox it is a separate process, and no more.
 */
export function modelProgram({ sandbox, library, file }: ModelProgramOptions): ModelProgram {
  const worker = workerFile()
  const argv = [process.execPath, worker]
  if (sandbox === undefined) return { ...unbound, argv }
  return enterSandbox(sandbox, {
    profile: modelProfile,
    seen: [...ownProgramPaths(worker), library, ...(file === undefined ? [] : [file])],
    ...{ readOnly: {}, scratch: {}, gpuNodes: [] },
    fileBytesMax: modelProfile.tmpBytesMax,
    memoryMibMax: Math.floor((totalmem() / bytesPerMib) * memoryShare),
    argv,
  })
}

const unbound = {
  seccomp: new Uint8Array(),
  ranOutOfMemory: () => false,
  leave: async () => {},
}

function workerFile(): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? './worker.ts' : './llama-worker.mjs', import.meta.url))
}
