import { availableParallelism } from 'node:os'
import { type SandboxProfile, sandboxUserIds } from '@gridloom/domain/sandbox/sandbox-argv'

const mib = 1024 * 1024

const everywhere = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: '/tmp',
  TMPDIR: '/tmp',
  LC_ALL: 'C.UTF-8',
} as const

/** Threads of the program itself, and some for each core that it may use. */
const processesMax = 256 + 16 * availableParallelism()

/** Blender with an untrusted scene, or with untrusted pictures to assemble. */
export const renderProfile = {
  hostname: 'render',
  userId: sandboxUserIds.render,
  environment: {
    ...everywhere,
    XDG_CACHE_HOME: '/tmp',
    BLENDER_USER_RESOURCES: '/tmp',
    BLENDER_USER_CONFIG: '/tmp',
    PYTHONNOUSERSITE: '1',
    PYTHONDONTWRITEBYTECODE: '1',
  },
  tmpBytesMax: 512 * mib,
  processesMax,
} as const satisfies SandboxProfile

/** llama.cpp with a model of the catalogue and untrusted prompts. */
export const modelProfile = {
  hostname: 'model',
  userId: sandboxUserIds.model,
  environment: everywhere,
  tmpBytesMax: 16 * mib,
  processesMax,
} as const satisfies SandboxProfile
