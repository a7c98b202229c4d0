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
/** Of a process's own heap; pixels are kept outside it. */
const heapMiBMax = 512
const scratchBytesMax = 16 * mib

/** The decoders of pictures, which read what strangers rendered in C and C++. */
export const pictureProfile = {
  hostname: 'picture',
  userId: sandboxUserIds.picture,
  environment: { PATH: '/usr/bin:/bin', HOME: '/tmp' },
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
 * Tasks, nothing that is printed, the filter of system calls, and answers. Not Node's own channel between processes: a
 * line of nonsense in that one ends whoever reads it.
 */
const pipes: ('pipe' | 'ignore')[] = ['pipe', 'ignore', 'ignore', 'pipe', 'pipe']

/**
 * Starts a decoder, which reads frames at its standard input and answers at `framesFd`. In a sandbox it sees its own code,
 * and nothing of the server: no file, no environment, no network. Where there is none, Node.js keeps its own calls from files, which a decoder that was taken over gets around.
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
