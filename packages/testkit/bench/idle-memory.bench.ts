import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { ModelId } from '@gridloom/contract/models/model-id'
import type { Bench } from './bench.ts'
import { type Installation, install } from './installation.ts'

const restMs = 15_000
const firstModel = ModelId.parse('HuggingFaceTB/SmolLM2-135M-Instruct')
const fetchMsMax = 180_000
/** Instead of ten minutes, so that the bench sees models loaded and unloaded. */
const modelIdleMinutes = 0.5

export const idleMemory: Bench = {
  name: 'idle-memory',
  about:
    'what server, embedded database, agent and the engines of its models hold when nothing happens, with one machine connected',
  async run(say) {
    await using installation = await install({
      GRIDLOOM_MODEL_IDLE_MINUTES: String(modelIdleMinutes),
    })
    const { processes } = installation
    const agentPid = await processes.pidOf('agent')
    await serveFirstModel(installation, say)
    const loaded = await sharesMib(await childrenOfAll(agentPid))
    say(`${loaded.toFixed(0)} MiB of engines; waiting until they are unloaded`)
    await delay(modelIdleMinutes * 60_000 + restMs)
    const database = await processes.pidOf('database')
    const [server, postgres, agent, engines] = await Promise.all([
      sharesMib([await processes.pidOf('server')]),
      childrenOf(database).then((children) => sharesMib([database, ...children])),
      sharesMib([agentPid]),
      childrenOfAll(agentPid).then(sharesMib),
    ])
    return {
      figures: [
        { what: 'server', value: server, unit: 'MiB' },
        { what: 'embedded PostgreSQL, all its processes', value: postgres, unit: 'MiB' },
        { what: 'both together', value: server + postgres, unit: 'MiB' },
        { what: 'agent', value: agent, unit: 'MiB' },
        { what: 'engines of its models, loaded', value: loaded, unit: 'MiB' },
        { what: 'engines of its models, idle', value: engines, unit: 'MiB' },
        { what: 'all together', value: server + postgres + agent + engines, unit: 'MiB' },
      ],
      notes: [
        'proportional set size: memory that processes share is counted once',
        `the model is ${firstModel}, which every installation begins with; one that nobody asks is unloaded, here after half a minute`,
      ],
    }
  },
}

/** Serves the model that every installation begins with, and resolves when it is loaded. */
async function serveFirstModel({ operator }: Installation, say: (text: string) => void) {
  const [machine] = await operator.machines.list()
  if (machine === undefined) throw new Error('the machine is gone')
  const price = { input_micro_usd: 10_000, cached_micro_usd: 5_000, output_micro_usd: 20_000 }
  const params = { id: machine.id, model: firstModel }
  await operator.models.serve({ params, body: { engine: { kind: 'llama' }, price } })
  say(`fetching ${firstModel}`)
  const untilMs = performance.now() + fetchMsMax
  for (;;) {
    const [served] = await operator.models.listServed({ params: { id: machine.id } })
    if (served?.state === 'serving') return
    if (performance.now() > untilMs) throw new Error(`it is ${served?.state}: ${served?.problem}`)
    await delay(1_000)
  }
}

/** Source: Linux, Documentation/filesystems/proc.rst, `smaps_rollup`. */
async function sharesMib(pids: readonly number[]): Promise<number> {
  let kib = 0
  for (const pid of pids) {
    // @NOTE processes end while they are read
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kib += Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0)
  }
  return kib / 1024
}

/** All processes below one, such as an engine in its sandbox. */
async function childrenOfAll(parent: number): Promise<number[]> {
  const children = await childrenOf(parent)
  const below = await Promise.all(children.map(childrenOfAll))
  return [...children, ...below.flat()]
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const parents = await Promise.all(pids.map(parentOf))
  return pids.filter((_, index) => parents[index] === parent)
}

async function parentOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
}
