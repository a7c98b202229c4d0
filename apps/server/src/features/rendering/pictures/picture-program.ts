import { type ChildProcess, fork, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import {
  type SandboxProfile,
  sandboxArgv,
  sandboxUserIds,
} from '@gridloom/domain/sandbox/sandbox-argv'
import { giveSeccomp, type SandboxFound } from '../../../platform/sandbox.ts'

const mib = 1024 * 1024
/** Of a process's own heap; pixels are kept outside it. */
const heapMiBMax = 512
const scratchBytesMax = 16 * mib
/** Where our own script is spoken to; the sandbox keeps it open. */
const ipcFd = 4

/** The decoders of pictures, which read what strangers rendered in C and C++. */
export const pictureProfile = {
  hostname: 'picture',
  userId: sandboxUserIds.picture,
  environment: {
    PATH: '/usr/bin:/bin',
    HOME: '/tmp',
    NODE_CHANNEL_FD: String(ipcFd),
    NODE_CHANNEL_SERIALIZATION_MODE: 'advanced',
  },
  tmpBytesMax: scratchBytesMax,
  processesMax: 64 + 16 * availableParallelism(),
} as const satisfies SandboxProfile

/** All that a decoder is made of; of a checkout no more, as the server's data may lie beside it. */
const code = [
  'apps/server/src',
  'apps/server/package.json',
  'packages/contract',
  'packages/domain',
  'node_modules',
]
const codePaths = code.map((path) =>
  fileURLToPath(new URL(`../../../../../../${path}`, import.meta.url)),
)

/**
 * Starts a decoder. In a sandbox it sees its own code, and nothing of the server: no file, no environment, no network.
 * Where there is none, Node.js keeps its own calls from files, which a decoder that was taken over gets around.
 */
export function startPictureProcess(script: URL, found: SandboxFound): ChildProcess {
  const file = fileURLToPath(script)
  const heap = `--max-old-space-size=${heapMiBMax}`
  if (found.kind === 'missing') {
    const readable = [...codePaths, file].map((path) => `--allow-fs-read=${path}`)
    return fork(script, {
      serialization: 'advanced',
      execArgv: [heap, '--permission', '--allow-addons', ...readable],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  }
  const { sandbox } = found
  const [program = '', ...words] = sandboxArgv({
    ...sandbox,
    profile: pictureProfile,
    seen: [process.execPath, ...codePaths, ...(file.startsWith(ownFolder) ? [] : [file])],
    ...{ readOnly: {}, scratch: {}, gpuNodes: [], fileBytesMax: scratchBytesMax },
    argv: [process.execPath, heap, file],
  })
  const child = spawn(program, words, {
    serialization: 'advanced',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'ipc'],
  })
  giveSeccomp(child, sandbox.seccomp)
  return child
}

const ownFolder = fileURLToPath(new URL('.', import.meta.url))
