import { systemClock } from '@gridloom/async/clock'
import { describe, expect, it } from 'vitest'
import { buildDriver, hasCompiler, standIn } from '../../../test/stand-in-driver.ts'
import { type Execute, execute } from '../../host/execute.ts'
import { inspectGpuLibrary } from './inspect-gpu-library.ts'
import { createMeasureGpus } from './measure-gpus.ts'

const [first, second] = standIn.uuids
const compiler = await hasCompiler()
const title = compiler
  ? 'GPUs of a stand-in driver'
  : 'GPUs of a stand-in driver (skipped: no C compiler, install gcc)'

describe.skipIf(!compiler)(title, () => {
  it('are measured as fast as they are, each within two seconds', async () => {
    await using test = await setup()
    const startedMs = systemClock.monotonicMs()
    const { figures, skipped } = await test.measure('all', signal())
    expect(systemClock.monotonicMs() - startedMs).toBeLessThan(2 * 2_000 + 4_000)
    expect(skipped).toEqual([])
    expect(figures.map(({ gpu_uuid, kind }) => [gpu_uuid, kind])).toEqual([
      [first, 'gpu_tflops_fp32'],
      [first, 'gpu_memory_bandwidth_gb_s'],
      [second, 'gpu_tflops_fp32'],
      [second, 'gpu_memory_bandwidth_gb_s'],
    ])
    expect(figures[0]?.value).toBeCloseTo(standIn.tflops, 1)
    expect(figures[1]?.value).toBeCloseTo(standIn.gbPerS, 0)
  }, 30_000)

  it('are measured only where they were asked for and nothing uses them', async () => {
    await using test = await setup({ use: { [first]: { percent: 95, mib: 20_000 } } })
    const { figures, skipped } = await test.measure('all', signal())
    expect(new Set(figures.map(({ gpu_uuid }) => gpu_uuid))).toEqual(new Set([second]))
    expect(skipped).toEqual([`${first} is in use`])
    expect(await test.measure([first], signal())).toMatchObject({ figures: [] })
  }, 30_000)

  it('have no figure where other work began meanwhile', async () => {
    await using test = await setup({ later: { [second]: { percent: 90, mib: 5_000 } } })
    const { figures, skipped } = await test.measure([second], signal())
    expect(figures).toEqual([])
    expect(skipped).toEqual([`${second} came into use`])
  }, 30_000)

  it.each([
    ['crash', 'the measuring process ended: killed'],
    ['no_gpu', 'cuInit: CUDA_ERROR_NO_DEVICE'],
    ['bad_ptx', `${first}: cuModuleLoadData: CUDA_ERROR_INVALID_PTX`],
  ] as const)(
    'have no figure where the driver has a fault: %s',
    async (fault, reason) => {
      await using test = await setup({ fault })
      const { figures, skipped } = await test.measure([first], signal())
      expect({ figures, skipped }).toEqual({ figures: [], skipped: [reason] })
    },
    30_000,
  )

  it('are given up when a driver hangs and the agent stops', async () => {
    await using test = await setup({ fault: 'hang' })
    const stop = AbortSignal.timeout(2_000)
    const { figures, skipped } = await test.measure([first], stop)
    expect({ figures, skipped: skipped.at(-1) }).toEqual({
      figures: [],
      skipped: 'the measuring process ended: killed',
    })
  }, 30_000)

  it('can be measured, says the doctor', async () => {
    await using test = await setup()
    expect(await test.inspect()).toMatchObject([{ level: 'ok' }])
  }, 30_000)
})

it('measures nothing on a machine without NVIDIA GPUs, and loads no library', async () => {
  const measure = createMeasureGpus({
    execute: async () => ({ exitCode: null, stdout: '', stderr: '', failure: 'missing' }),
    clock: systemClock,
    library: 'libcuda.so.1',
  })
  expect(await measure('all', signal())).toEqual({ figures: [], skipped: [] })
})

it('has no figure and a warning of the doctor where the library is missing', async () => {
  const options = { execute: withTool(() => ({})), clock: systemClock, library: 'no-such-library' }
  const { figures, skipped } = await createMeasureGpus(options)([first], signal())
  expect(figures).toEqual([])
  expect(skipped.join()).toContain('no-such-library: ')
  expect(await inspectGpuLibrary(options)).toMatchObject([
    { level: 'warn', remedy: expect.stringContaining('no-such-library') },
  ])
}, 30_000)

interface Use {
  percent: number
  mib: number
}
type Uses = Readonly<Record<string, Use>>

/** Programs of this machine, and an nvidia-smi that lists the stand-in's GPUs. */
function withTool(uses: () => Uses): Execute {
  return async (argv, limits) => {
    if (argv[0] !== 'nvidia-smi') return execute(argv, limits)
    const lines = standIn.uuids.map((uuid, index) => {
      const { percent, mib } = uses()[uuid] ?? { percent: 0, mib: 3 }
      return `${index}, ${uuid}, Stand-in, 10240, 570.1, 00000000:0${index}:00.0, 30, 20, ${percent}, ${mib}`
    })
    return { exitCode: 0, stdout: `${lines.join('\n')}\n`, stderr: '', failure: undefined }
  }
}

async function setup(
  given: { fault?: 'crash' | 'hang' | 'no_gpu' | 'bad_ptx'; use?: Uses; later?: Uses } = {},
) {
  const driver = await buildDriver(given.fault)
  let reads = 0
  const tool = withTool(
    () => (reads++ < standIn.uuids.length ? given.use : (given.later ?? given.use)) ?? {},
  )
  const options = { execute: tool, clock: systemClock, library: driver.library }
  return {
    measure: createMeasureGpus(options),
    inspect: () => inspectGpuLibrary(options),
    [Symbol.asyncDispose]: () => driver[Symbol.asyncDispose](),
  }
}

function signal(): AbortSignal {
  return new AbortController().signal
}
