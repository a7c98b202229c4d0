import { systemClock } from '@gridloom/async/clock'
import { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { ownerOf } from '../src/host/owners.ts'
import { createInstanceManager } from '../src/instances/index.ts'
import { ownRuntime } from './docker-manager.ts'
import { machineSources } from './machine-sources.ts'

/** Builds the image of one instance until it is killed, and prints the progress. Arguments: the data folder, the spec. */
const [dataDir = '', spec = ''] = process.argv.slice(2)
const manager = createInstanceManager({
  runtime: await ownRuntime(ownerOf(dataDir)),
  dataDir,
  clock: systemClock,
  log: { info: () => {}, warn: () => {} },
  packageSources: machineSources(),
})
await manager.adopt(AbortSignal.timeout(10_000))
manager.onChange(({ progress }) => {
  if (progress !== null) process.stdout.write(`${progress.text}\n`)
})
manager.apply(InstanceSpec.parse(JSON.parse(spec)))
await systemClock.sleep(120_000)
