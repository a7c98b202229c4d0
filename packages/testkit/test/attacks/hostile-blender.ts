import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execute } from '@gridloom/agent/host/execute'
import { createBlenderRenderer } from '@gridloom/agent/rendering/blender/index'
import type { OpenScene, PartOutcome } from '@gridloom/agent/rendering/renderer'
import { systemClock } from '@gridloom/async/clock'

/**
 * A compromised Blender, in the real sandbox of the real agent: it has its orders and its marker, and runs a script for
 * each, and another one at its start. The output of the script is its picture.
 */
export async function takenOverBlender(deed: string, first = '') {
  const root = await mkdtemp(path.join(tmpdir(), 'gridloom-taken-over-'))
  const [engine, scenes, out] = [
    path.join(root, 'engine'),
    path.join(root, 'scenes'),
    path.join(root, 'out'),
  ]
  for (const folder of [engine, scenes, out]) await mkdir(folder)
  const program = path.join(engine, 'blender')
  await writeFile(program, shell(deed, first))
  for (const each of [engine, program]) await chmod(each, 0o755)
  await writeFile(path.join(scenes, 'scene.blend'), '')
  const renderer = createBlenderRenderer({
    workFolder: path.join(root, 'work'),
    preferred: { blender: program, bpyPython: undefined },
    isRoot: process.getuid?.() === 0,
    ...{ platform: process.platform, execute, clock: systemClock },
  })
  const asked = { sceneFolder: scenes, sceneFile: 'scene.blend', threads: 1, settings, limits }
  const outFile = path.join(out, 'picture')
  const said = async (outcome: PartOutcome) => {
    if (outcome.kind !== 'done') throw new Error(JSON.stringify(outcome))
    return readFile(outFile, 'utf8')
  }
  const part = { key: '1', frame: 1, region: null, sample_range: null }
  return {
    ...{ root, out, outFile },
    open: () => renderer.open({ ...asked, signal: never }),
    /** The content of a rendered frame. */
    render: async (scene: OpenScene) => said(await scene.render(part, outFile, quiet, never)),
    /** The content of merged frames. */
    merge: async (inputs: readonly string[]) => {
      const made = { frame: 1, inputs, outFile, onProgress: quiet, signal: never }
      return said((await renderer.merge({ ...asked, ...made })).outcome)
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  }
}

const never = new AbortController().signal
const quiet = () => {}
const settings = {
  ...{ scene: '', camera: '', width: 64, height: 36, percentage: 100, samples: 1 },
  ...{ denoise: false, compositing: false },
  ...({ engine: 'cycles', format: 'openexr', device: 'cpu' } as const),
}
const limits = {
  ...{ piece_s_max: 60, no_progress_s_max: 60, memory_mib_max: 1_000, output_bytes_max: 1e6 },
}

function shell(deed: string, first: string): string {
  return `#!/bin/sh
for order; do :; done
${first}
marker=$(sed 's/.*"marker":"\\([^"]*\\)".*/\\1/' "$order")
echo "$marker {\\"event\\":\\"opened\\"}"
while read -r said; do
  (
${deed}
  ) >/tmp/said 2>/tmp/noise
  echo "$marker {\\"event\\":\\"done\\",\\"seconds\\":1,\\"bytes\\":$(wc -c </tmp/said)}"
  cat /tmp/said >&4
done
`
}
