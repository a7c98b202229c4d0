import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const source = fileURLToPath(new URL('../src/benchmarks/gpu/fixtures/libcuda.c', import.meta.url))

/** What goes wrong in a stand-in, by its number in the source. */
export const faults = { none: 0, crash: 1, hang: 2, no_gpu: 3, bad_ptx: 4 } as const

/** The GPUs of the stand-in, and what they do. */
export const standIn = {
  uuids: ['GPU-11111111-2222-3333-4444-555555555555', 'GPU-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee'],
  tflops: 20,
  gbPerS: 500,
} as const

/** Whether a C compiler is here, which the stand-in needs. */
export async function hasCompiler(): Promise<boolean> {
  try {
    await run('cc', ['--version'])
    return true
  } catch {
    // @NOTE the tests that need it are skipped, and say so
    return false
  }
}

/** Builds the stand-in for NVIDIA's driver library. */
export async function buildDriver(fault: keyof typeof faults = 'none') {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-driver-'))
  const library = join(folder, 'libcuda.so.1')
  await run('cc', ['-shared', '-fPIC', '-O1', `-DFAULT=${faults[fault]}`, '-o', library, source])
  return { library, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}
