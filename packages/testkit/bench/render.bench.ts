import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeScene, renderBare, type SceneWish } from '../src/rendering/make-scene.ts'
import type { Bench, Figure } from './bench.ts'
import { openRenderFarm, type RenderFarm } from './render-farm.ts'

const allCores = '0,1'

interface Case {
  what: string
  scene: SceneWish
  atMost: number
}

/** What the frames take is of the machine that the targets were set on; the ratio holds anywhere. */
const cases: readonly Case[] = [
  {
    what: 'frames of about 5 s and more',
    scene: { frames: 6, width: 960, height: 540, samples: 84, subdivisions: 3, moves: 'object' },
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
    const whole = await farm.addMachine(allCores)
    const figures: Figure[] = []
    for (const one of cases) figures.push(...(await compare(farm, one, say)))
    const first = await farm.addMachine('0')
    const second = await farm.addMachine('1')
    await farm.useOnly([first])
    const file = await makeScene(farm.folder, twoMachines)
    const alone = await farm.render(file)
    await farm.useOnly([first, second])
    const together = await farm.render(file)
    say(`one core ${seconds(alone.ms)} s, two agents ${seconds(together.ms)} s; ${whole} was off`)
    const value = alone.ms / together.ms
    figures.push({ what: 'two agents, times as fast', value, unit: '×', atLeast: twoAtLeast })
    return { figures, notes: ['each file is new to the product: it is sent to the machine, too'] }
  },
}

const twoMachines: SceneWish = {
  frames: 24,
  width: 640,
  height: 360,
  samples: 44,
  subdivisions: 3,
  moves: 'object',
}

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
