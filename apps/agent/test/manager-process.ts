import { systemClock } from '@gridloom/async/clock'
import { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { ownerOf } from '../src/host/owners.ts'
import { createInstanceManager } from '../src/instances/index.ts'
import { ownRuntime } from './docker-manager.ts'

/** Runs one instance until it is killed. Arguments: the data folder, the spec. Prints `ready` when it is ready. */
const [dataDir = '', spec = ''] = process.argv.slice(2)
const manager = createInstanceManager({
  runtime: await ownRuntime(ownerOf(dataDir)),
  dataDir,
  clock: systemClock,
  log: { info: () => {}, warn: () => {} },
})
await manager.adopt(AbortSignal.timeout(10_000))
manager.apply(InstanceSpec.parse(JSON.parse(spec)))
while (!manager.reports().some(({ ready }) => ready)) await systemClock.sleep(20)
// Long enough for its state to be on disk: after an earlier kill it would be found by its labels alone.
await systemClock.sleep(300)
process.stdout.write('ready\n')
await systemClock.sleep(60_000)
