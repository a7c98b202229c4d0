import { type SandboxProfile, sandboxUserIds } from '@gridloom/domain/sandbox/sandbox-argv'
import { findSandbox, type SandboxFound } from '../../../platform/sandbox.ts'

/** The sandbox profile of ffmpeg and ffprobe, which read files of strangers with decoders written in C. */
export const videoProfile = {
  hostname: 'video',
  userId: sandboxUserIds.video,
  environment: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/tmp' },
  tmpBytesMax: 16 * 1024 ** 2,
  // Encoders start more threads than they are asked for.
  processesMax: 64,
} as const satisfies SandboxProfile

let sandboxFound: Promise<SandboxFound> | undefined

/** Finds a sandbox for ffmpeg that works on this machine, by trying, once in a process. */
export function findVideoSandbox(): Promise<SandboxFound> {
  sandboxFound ??= findSandbox(videoProfile)
  return sandboxFound
}
