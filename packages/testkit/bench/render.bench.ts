import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeScene, renderBare, type SceneOptions } from '../src/rendering/make-scene.ts'
import type { Bench, Figure } from './bench.ts'
import { openRenderFarm, type RenderFarm } from './render-farm.ts'

const allCores = '0,1'

interface Case {
  what: string
  scene: SceneOptions
  atMost: number
}

/** The frame times are those of the machine that the targets were set on; the ratio holds anywhere. */
const cases: readonly Case[] = [
  {
    what: 'frames of about 5 s and more',
    scene: { frames: 10, width: 960, height: 540, samples: 84, subdivisions: 3, moves: 'object' },
    atMost: 1.05,
  },
  {
    what: 'frames of 1 to 5 s',
    scene: { frames: 14, width: 640, height: 360, samples: 64, subdivisions: 3, moves: 'object' },
    atMost: 1.15,
  },
  {
    what: 'geometry that stays, about 1.3 million faces',
    scene: { frames: 8, width: 320, height: 180, samples: 4, subdivisions: 9, moves: 'camera' },
    atMost: 1,
  },
]
const twoAtLeast = 1.9
/** The share of its core that each of two agents gets, to show how much the control plane takes of the rest. */
const sharedOut = 0.8

/** Bare Blender and the product render the same file in turns, on the same cores. */
export const render: Bench = {
  name: 'render',
  about:
    'a render job from its start to its last picture, beside blender -b … -a of the same file; and two agents of one core each beside one',
  async run(say) {
    const folder = await mkdtemp(path.join(tmpdir(), 'gridloom-render-'))
    await using opened = new AsyncDisposableStack()
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    const farm = opened.use(await openRenderFarm(folder))
    await farm.addMachine(allCores)
    const figures: Figure[] = []
    for (const one of cases) figures.push(...(await compare(farm, one, say)))
    const file = await makeScene(farm.folder, twoMachines)
    const whole = await compareTwo(farm, file, { say, share: undefined })
    figures.push({
      what: 'two agents of a core each, times as fast',
      value: whole,
      unit: '×',
      atLeast: twoAtLeast,
    })
    if (mayShareOut()) {
      const value = await compareTwo(farm, file, { say, share: sharedOut })
      figures.push({ what: `two agents of ${sharedOut} of a core each`, value, unit: '×' })
    }
    const possible = await twoBare(file, farm.folder)
    figures.push({ what: 'two bare Blenders, times as fast', value: possible, unit: '×' })
    return {
      figures,
      notes: [
        'each file is new to the product: it is sent to the machine, too',
        `control plane and database run on the same two cores: with a core each, two agents take theirs from them; with ${sharedOut} of one (measured for root alone, who may make control groups) they leave them some`,
        'two bare Blenders side by side, one core each, are what the cores of this machine can do at most',
      ],
    }
  },
}

function mayShareOut(): boolean {
  return process.getuid?.() === 0
}

/** How much faster two agents on a core each are than the first of them on its own. */
async function compareTwo(
  farm: RenderFarm,
  file: string,
  { say, share }: { say: (line: string) => void; share: number | undefined },
): Promise<number> {
  const first = await farm.addMachine('0', share)
  const second = await farm.addMachine('1', share)
  await farm.useOnly([first])
  const alone = await farm.render(file)
  await farm.useOnly([first, second])
  const together = await farm.render(file)
  say(`${share ?? 'all'} of a core: one ${seconds(alone.ms)} s, two ${seconds(together.ms)} s`)
  return alone.ms / together.ms
}

/** How much faster two Blenders on one core each are than one alone. */
async function twoBare(file: string, parent: string): Promise<number> {
  const folder = path.join(parent, 'bare-two')
  const half = twoMachines.frames / 2
  const [first, second] = [
    { core: 0, first: 1, last: half },
    { core: 1, first: half + 1, last: twoMachines.frames },
  ] as const
  const alone = await renderBare(file, folder, first)
  const [one, other] = await Promise.all([
    renderBare(file, folder, first),
    renderBare(file, folder, second),
  ])
  return (2 * alone) / Math.max(one, other)
}

const twoMachines = {
  frames: 40,
  width: 640,
  height: 360,
  samples: 44,
  subdivisions: 3,
  moves: 'object',
} as const satisfies SceneOptions

async function compare(
  farm: RenderFarm,
  { what, scene, atMost }: Case,
  say: (line: string) => void,
): Promise<Figure[]> {
  const file = await makeScene(farm.folder, scene)
  const bareMs = await renderBare(file, path.join(farm.folder, 'bare'))
  const { ms } = await farm.render(file)
  say(`${what}: bare ${seconds(bareMs)} s, product ${seconds(ms)} s, ${scene.frames} frames`)
  return [
    { what: `${what}: a frame, bare`, value: bareMs / scene.frames, unit: 'ms' },
    { what: `${what}: product beside bare`, value: ms / bareMs, unit: '×', atMost },
  ]
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
