import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { z } from 'zod'

/** The parts of a line of `docker events --format json` that are read. */
const EngineEvent = z.object({
  Action: z.string(),
  timeNano: z.int().or(z.number()),
  Actor: z.object({ ID: z.string(), Attributes: z.object({ name: z.string() }) }),
})

/** The history of one container, as the engine reports it. */
export interface Life {
  /** Ids of those that were started: one that a kill left half created may be created again. */
  containerIds: Set<string>
  starts: number
  runningMs: number
  startedMs: number | undefined
}

/** Records the engine's events of every container with a label, whichever process is killed meanwhile. */
export interface EngineDiary {
  lives: ReadonlyMap<string, Life>
  /** How long a container has run until now, over all its starts. */
  runningS(name: string): number
  [Symbol.dispose](): void
}

export function keepDiary(label: string): EngineDiary {
  const lives = new Map<string, Life>()
  const child: ChildProcess = spawn(
    'docker',
    [
      'events',
      '--filter',
      'type=container',
      '--filter',
      `label=${label}`,
      '--format',
      '{{json .}}',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  if (child.stdout === null) throw new Error('docker events has no output')
  createInterface({ input: child.stdout }).on('line', (line) => {
    const event = EngineEvent.parse(JSON.parse(line))
    const { name } = event.Actor.Attributes
    const life = lives.get(name) ?? newLife()
    lives.set(name, life)
    write(life, event)
  })
  return {
    lives,
    runningS(name) {
      const life = lives.get(name)
      if (life === undefined) return 0
      const now = life.startedMs === undefined ? 0 : Date.now() - life.startedMs
      return (life.runningMs + now) / 1000
    },
    [Symbol.dispose]: () => void child.kill(),
  }
}

function newLife(): Life {
  return { containerIds: new Set(), starts: 0, runningMs: 0, startedMs: undefined }
}

function write(life: Life, { Action, timeNano, Actor }: z.infer<typeof EngineEvent>): void {
  const atMs = timeNano / 1e6
  if (Action === 'start') {
    life.containerIds.add(Actor.ID)
    life.starts += 1
    life.startedMs = atMs
  }
  if (Action === 'die' && life.startedMs !== undefined) {
    life.runningMs += atMs - life.startedMs
    life.startedMs = undefined
  }
}

/** The containers with all of these labels as the engine lists them now: name → state. */
export async function containersWith(...labels: string[]): Promise<Map<string, string>> {
  const format = '{{.Names}} {{.State}}'
  const filters = labels.flatMap((label) => ['--filter', `label=${label}`])
  const words = ['ps', '-a', ...filters, '--format', format]
  const { stdout } = await promisify(execFile)('docker', words)
  const lines = stdout.split('\n').filter((line) => line !== '')
  return new Map(lines.map((line) => asPair(line.split(' '))))
}

function asPair([name = '', state = '']: string[]): [string, string] {
  return [name, state]
}
