import { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { systemClock } from '../src/host/clock.ts'
import { createInstanceKeeper } from '../src/instances/index.ts'
import { ownRuntime } from './docker-keeper.ts'

/** Keeps one instance until it is killed. Words: the data folder, the spec. Writes `ready` when it is. */
const [dataDir = '', spec = ''] = process.argv.slice(2)
const keeper = createInstanceKeeper({
  runtime: await ownRuntime(),
  dataDir,
  clock: systemClock,
  log: { info: () => {}, warn: () => {} },
})
keeper.onChange(({ ready, phase }) => {
  if (ready || phase === 'failed') process.stdout.write(`${ready ? 'ready' : 'failed'}\n`)
})
await keeper.adopt(AbortSignal.timeout(10_000))
keeper.apply(InstanceSpec.parse(JSON.parse(spec)))
setInterval(() => {}, 60_000)
