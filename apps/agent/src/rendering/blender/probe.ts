import { randomUUID } from 'node:crypto'
import { cpus } from 'node:os'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import { z } from 'zod'
import type { Execute } from '../../host/execute.ts'
import { enterSandbox } from '../../host/sandbox/enter-sandbox.ts'
import { renderProfile } from '../../host/sandbox/profiles.ts'
import { threadsOfThisProcess } from '../../host/threads.ts'
import type { RendererFacts } from '../renderer.ts'
import { engineArgv } from './argv.ts'
import type { BlenderEnvironment } from './open-scene.ts'
import { makeWorkFolder } from './work-folder.ts'

/** The answer of `probe.py`; the facts come with the first engine that is tried. */
const Said = z.object({
  renders: z.boolean(),
  version: z.string().max(20).optional(),
  features: z.array(z.string().max(60)).default([]),
  devices: z
    .array(
      z.object({
        kind: z.enum(['cuda', 'optix', 'hip', 'oneapi', 'metal']),
        name: z.string().max(200),
      }),
    )
    .default([]),
  denoisers: z.array(z.enum(['openimagedenoise'])).default([]),
})
type Said = z.infer<typeof Said>

type TriedEngine = RenderCapability['engines'][number]

/** Room for a picture of sixteen pixels and the shader caches of drivers. */
const tryBytesMax = 256 * 1024 * 1024
/** An engine that takes longer for sixteen pixels is useless: it compiles shaders without a GPU. */
const tryMs = { cycles: 60_000, eevee: 25_000, workbench: 25_000 } as const

/**
 * Probes Blender, in the sandbox, for its capability. Each engine is tried in a process of its own: without display or
 * GPU some crash the whole process.
 */
export async function probeRenderEngine(
  environment: BlenderEnvironment,
  execute: Execute,
  signal: AbortSignal,
): Promise<RendererFacts> {
  const cycles = await tryEngine('cycles', environment, execute, signal)
  if (cycles?.version === undefined) {
    return { missing: `Blender (${environment.engine.program}) does not start in the sandbox.` }
  }
  const [eevee, workbench] = await Promise.all([
    tryEngine('eevee', environment, execute, signal),
    tryEngine('workbench', environment, execute, signal),
  ])
  const tried = { cycles, eevee, workbench }
  const names = ['cycles', 'eevee', 'workbench'] as const
  const capability: RenderCapability = {
    driver: environment.engine.driver,
    blender_version: cycles.version,
    engines: names.filter((name) => tried[name]?.renders === true),
    devices: [{ kind: 'cpu', name: cpus()[0]?.model ?? 'CPU' }, ...cycles.devices],
    denoisers: denoisersOf(cycles),
    features: cycles.features,
    threads: threadsOfThisProcess(),
    sandbox: 'bubblewrap',
  }
  return { capability }
}

/** OptiX denoises wherever it renders. */
function denoisersOf({ denoisers, devices }: Said): RenderCapability['denoisers'] {
  return devices.some(({ kind }) => kind === 'optix') ? [...denoisers, 'optix'] : denoisers
}

async function tryEngine(
  engine: TriedEngine,
  environment: BlenderEnvironment,
  execute: Execute,
  signal: AbortSignal,
): Promise<Said | undefined> {
  const marker = `@${randomUUID()}`
  await using folder = await makeWorkFolder(environment.workFolder, {
    scripts: ['probe'],
    order: { marker, engine, out_folder: '/out' },
  })
  const { argv, seccomp, leave } = enterSandbox(environment.sandbox, {
    profile: renderProfile,
    seen: environment.engine.folders,
    readOnly: { [folder.path]: '/in' },
    scratch: { '/out': tryBytesMax },
    gpuNodes: environment.gpuNodes,
    fileBytesMax: tryBytesMax,
    memoryMibMax: environment.memoryMibMax,
    argv: engineArgv(environment.engine, {
      script: '/in/probe.py',
      order: '/in/order.json',
      threads: threadsOfThisProcess(),
    }),
  })
  const limits = { timeoutMs: tryMs[engine], signal, seccomp }
  const { stdout } = await execute(argv, limits).finally(leave)
  return readSaid(stdout, marker)
}

/** Returns the answer that a probe printed after its marker. */
function readSaid(stdout: string, marker: string): Said | undefined {
  const line = stdout.split('\n').find((text) => text.startsWith(`${marker} `))
  return line === undefined ? undefined : Said.parse(JSON.parse(line.slice(marker.length + 1)))
}
