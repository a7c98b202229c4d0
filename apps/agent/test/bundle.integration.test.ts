import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { bundleAgent } from '../pack/bundle.ts'

const run = promisify(execFile)

describe('the bundled agent', () => {
  it('is four files that run with nothing but Node.js', async () => {
    await using bundle = await setup()
    const files = await readdir(bundle.folder)
    expect(files.filter((name) => name.endsWith('.mjs')).sort()).toEqual([
      'gpu-worker.mjs',
      'gridloom-agent.mjs',
      'llama-worker.mjs',
      'worker.mjs',
    ])
    expect((await bundle.run('--version')).stdout).toBe('0.1.0\n')
    const words = ['doctor', '--runtime', 'fake', '--data', bundle.folder]
    const { stdout } = await bundle.run(...words).catch(outputOf)
    expect(stdout).toContain('container engine')
  })

  it('runs benchmarks in a worker thread from its own file', async () => {
    await using bundle = await setup()
    const workerData = { kernel: 'cpu', durationMs: 5 }
    const worker = new Worker(join(bundle.folder, 'worker.mjs'), { workerData })
    const [rate] = await once(worker, 'message')
    expect(rate).toBeGreaterThan(0)
    await worker.terminate()
  })

  it('finds the native part that measures GPUs below its folder', async () => {
    await using bundle = await setup()
    const { stdout } = await run(process.execPath, [
      join(bundle.folder, 'gpu-worker.mjs'),
      'no-such-library',
    ])
    // Without its native part it would say so, and not get as far as the library.
    expect(JSON.parse(stdout).failed).toContain('no-such-library: Failed to load')
  })
})

/** Returns the output of a program that exited with a code other than 0, as the doctor may. */
function outputOf(cause: unknown): { stdout: string } {
  if (cause instanceof Error && 'stdout' in cause) return { stdout: String(cause.stdout) }
  throw cause
}

async function setup() {
  const folder = await mkdtemp(join(tmpdir(), 'gridloom-bundle-'))
  await bundleAgent(folder)
  return {
    folder,
    run: (...words: string[]) =>
      run(process.execPath, [join(folder, 'gridloom-agent.mjs'), ...words]),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
