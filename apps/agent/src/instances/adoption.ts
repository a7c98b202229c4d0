import { adoptedRecords } from './adopt.ts'
import { type KeeperContext, moment } from './context.ts'
import type { Holdings } from './holdings.ts'
import { type InstanceFile, type InstanceFiles, recordOf } from './instance-file.ts'
import { labelNames } from './names.ts'

const tryEveryMs = 2_000

export interface Adoption {
  /** The first try is over: everything that is known so far is kept. */
  first: Promise<void>
  /** Every container of the machine is known. Rejects only when the agent ends before. */
  whole: Promise<void>
}

/**
 * Takes back what the machine holds. While the engine does not answer, the instances on file are kept as
 * "not known how", and the containers are asked for again until they are.
 */
export function beginAdoption(
  context: KeeperContext,
  holdings: Holdings,
  { files, life }: { files: InstanceFiles; life: AbortSignal },
): Adoption {
  const reading = files.readAll()
  const first = reading.then((kept) => adoptOnce(context, holdings, { kept, life }))
  const whole = first.then(async (isDone) => {
    if (isDone) return
    const kept = await reading
    addFromFiles(context, holdings, kept)
    while (!(await adoptOnce(context, holdings, { kept, life }))) {
      await context.clock.sleep(tryEveryMs, life)
    }
  })
  return { first: first.then(() => undefined), whole }
}

async function adoptOnce(
  context: KeeperContext,
  holdings: Holdings,
  { kept, life }: { kept: readonly InstanceFile[]; life: AbortSignal },
): Promise<boolean> {
  const { clock, log, owner, runtime } = context
  try {
    const containers = await runtime.listContainers(`${labelNames.agent}=${owner}`, life)
    const known = new Set(holdings.all().map(({ spec }) => spec.instance_id))
    for (const record of adoptedRecords(kept, containers, moment(clock))) {
      if (known.has(record.spec.instance_id)) continue
      if (record.containerState === 'running') context.cpuSets.hold(record.container, record.cpus)
      holdings.add(record)
    }
    return true
  } catch (cause) {
    log.warn({ err: cause }, 'the containers of this machine could not be listed')
    return false
  }
}

function addFromFiles(
  { clock }: KeeperContext,
  holdings: Holdings,
  kept: readonly InstanceFile[],
): void {
  for (const file of kept) holdings.add(recordOf(file, moment(clock)))
}
