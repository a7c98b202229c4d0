import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import {
  type SandboxProfile,
  sandboxArgv,
  sandboxUserIds,
} from '@gridloom/domain/sandbox/sandbox-argv'
import { giveSeccomp, type SandboxFound } from '../../../platform/sandbox.ts'

const mib = 1024 * 1024
/** The limit of a process's own heap; pixels are kept outside it. */
const heapMiBMax = 512
const scratchBytesMax = 16 * mib

/** The sandbox profile of the decoders, which parse untrusted pictures with C and C++ libraries. */
export const pictureProfile = {
  hostname: 'picture',
  userId: sandboxUserIds.picture,
  environment: { PATH: '/usr/bin:/bin', HOME: '/tmp' },
  tmpBytesMax: scratchBytesMax,
  processesMax: 64 + 16 * availableParallelism(),
} as const satisfies SandboxProfile

/** The files that a decoder consists of; nothing else of a checkout, as the server's data may be inside it. */
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
 * Tasks, ignored output, the system call filter, and answers. Node's own channel between processes is not used: a
 * malformed line in it ends the process that reads it.
 */
const pipes: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'ignore', 'pipe', 'pipe']

/**
 * Starts a decoder, which reads frames from its standard input and answers on `framesFd`. In a sandbox it has access to
 * its own code and nothing of the server: no files, no environment, no network. Without a sandbox, Node.js's
 * permissions deny its calls access to files, which a decoder that was taken over can bypass.
 */
export function startPictureProcess(script: URL, found: SandboxFound): ChildProcess {
  const file = fileURLToPath(script)
  const heap = `--max-old-space-size=${heapMiBMax}`
  if (found.kind === 'missing') {
    const readable = [...codePaths, file].map((path) => `--allow-fs-read=${path}`)
    const permission = ['--permission', '--allow-addons', ...readable]
    return spawn(process.execPath, [heap, ...permission, file], { env: {}, stdio: pipes })
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
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' },
    stdio: pipes,
  })
  giveSeccomp(child, sandbox.seccomp)
  return child
}

const ownFolder = fileURLToPath(new URL('.', import.meta.url))
